// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * A failed control operation, with the {@link NdStatus} that ND gives for it.
 *
 * <p>Thrown by the control plane, and the cause with which its futures end. The data plane never throws it.
 */
public final class NdException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What ND answers for this failure. */
    private final NdStatus status;

    /**
     * Creates an exception; the message names the value, its range and the remedy where there is one.
     *
     * @param status  what ND answers
     * @param message what was seen
     */
    public NdException(NdStatus status, String message) {
        super(status + ": " + message);
        this.status = status;
    }

    /**
     * Creates an exception that another one led to.
     *
     * @param status  what ND answers
     * @param message what was seen
     * @param cause   what led to it
     */
    public NdException(NdStatus status, String message, Throwable cause) {
        super(status + ": " + message, cause);
        this.status = status;
    }

    /**
     * Returns what ND answers for this failure.
     *
     * @return the status; never {@link NdStatus#SUCCESS}
     */
    public NdStatus status() {
        return status;
    }
}
