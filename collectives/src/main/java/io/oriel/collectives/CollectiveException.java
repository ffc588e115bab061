// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import org.jspecify.annotations.Nullable;

/** An operation of a communicator has failed: nothing is to be expected of what it was to fill. */
public final class CollectiveException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why. */
    private final CollectiveStatus status;
    /** Whose doing it is. */
    private final int rank;

    /**
     * Creates an exception. For the library; a user has no reason to call it.
     *
     * @param status  why
     * @param rank    whose doing it is, in the communicator
     * @param message what happened
     */
    public CollectiveException(CollectiveStatus status, int rank, String message) {
        this(status, rank, message, null);
    }

    /**
     * Creates an exception. For the library; a user has no reason to call it.
     *
     * @param status  why
     * @param rank    whose doing it is, in the communicator
     * @param message what happened
     * @param cause   what was thrown; or null
     */
    public CollectiveException(CollectiveStatus status, int rank, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.rank = rank;
    }

    /**
     * Tells why the operation has failed.
     *
     * @return the status
     */
    public CollectiveStatus status() {
        return status;
    }

    /**
     * Tells whose doing it is.
     *
     * @return the rank in the communicator that the operation was called on
     */
    public int rank() {
        return rank;
    }
}
