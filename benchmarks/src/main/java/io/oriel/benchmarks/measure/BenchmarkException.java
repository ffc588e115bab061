// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

/** A benchmark that cannot go on; the message says why and what to do, and is meant to be read without the stack. */
public final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message what was seen, and the remedy if there is one
     */
    public BenchmarkException(String message) {
        super(message);
    }

    /**
     * Creates an exception that another one led to.
     *
     * @param message what was seen, and the remedy if there is one
     * @param cause   what led to it
     */
    public BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
