// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.data.Slab;

/** The message by which a rank tells that an operation has failed there: whose doing it is, and why. */
public final class Notice {
    /** Bytes of the message. */
    public static final int LENGTH = 2 * Integer.BYTES;

    private Notice() {}

    /**
     * Writes a notice.
     *
     * @param trouble why
     * @param to      memory of the message
     * @param at      where it begins
     */
    public static void write(Trouble trouble, Slab to, int at) {
        to.buffer().putInt(at, trouble.worldRank());
        to.buffer().putInt(at + Integer.BYTES, trouble.status().value());
    }

    /**
     * Reads a notice.
     *
     * @param from memory of the message
     * @param at   where it begins
     * @return why
     */
    public static Trouble read(Slab from, int at) {
        CollectiveStatus status = CollectiveStatus.ofValue(from.buffer().getInt(at + Integer.BYTES));
        String text = switch (status) {
            case RANK_DIED -> "has died";
            case RANK_STOPPED -> "has given no sign of life";
            case RANK_LEFT -> "has left";
            case CANCELED -> "has cancelled the operation";
            case OPERATOR_FAILED -> "has an operator that failed";
            default -> "has made it fail: " + status;
        };
        return Trouble.of(status, from.buffer().getInt(at), text);
    }
}
