// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/** Why an operation of a communicator has failed. */
public enum CollectiveStatus {
    /** A rank's process has died, or cannot be reached any more. */
    RANK_DIED(1),
    /** A rank's process has given no sign of life for the time-out. */
    RANK_STOPPED(2),
    /** A rank has closed its communicator before it had taken part. */
    RANK_LEFT(3),
    /** A rank has called another operation, or the same with another length, root, type or operator. */
    MISMATCH(4),
    /** A message is longer than the span that was to receive it. */
    TRUNCATED(5),
    /** A rank has cancelled the operation. */
    CANCELED(6),
    /** A rank's operator has thrown an exception. */
    OPERATOR_FAILED(7),
    /** More messages have come than are kept, for which no operation was called. */
    TOO_MUCH_UNEXPECTED(8),
    /** A rank has not come to the meeting in time. */
    RANK_MISSING(9),
    /** The communicator was closed by its owner. */
    CLOSED(10);

    private static final CollectiveStatus[] ALL = values();

    private final int value;

    CollectiveStatus(int value) {
        this.value = value;
    }

    /**
     * Returns the number by which ranks tell each other.
     *
     * @return at least 1
     */
    public int value() {
        return value;
    }

    /**
     * Finds a status by its number.
     *
     * @param value the number
     * @return the status
     * @throws IllegalArgumentException if no status has it
     */
    public static CollectiveStatus ofValue(int value) {
        for (CollectiveStatus status : ALL) {
            if (status.value == value) {
                return status;
            }
        }
        throw new IllegalArgumentException("value must be that of a status, was " + value);
    }
}
