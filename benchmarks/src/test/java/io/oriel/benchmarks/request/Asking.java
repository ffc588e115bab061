// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

/** A client that asks for numbers; its answers go to an {@link Answers}. */
interface Asking extends AutoCloseable {
    /** Asks; false if that is not possible at present: poll, and try again. Throws if it never will be. */
    boolean ask(long id, long number);

    /** Takes answers, and returns how much was done; throws if the connection has ended. */
    int poll();

    @Override
    void close();
}
