// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.lane.Lane;

/** The message by which a rank tells that an operation has failed there: whose doing it is, and why. */
public final class Notice {
    private static final int LENGTH = 2 * Integer.BYTES;

    private Notice() {}

    /**
     * Sends a notice.
     *
     * @param trouble why
     * @param world   of the lane
     * @param lane    that has room
     * @param key     of the message
     * @return true
     */
    public static boolean send(Trouble trouble, World world, Lane lane, long key) {
        Slab to = lane.staging();
        int at = lane.stagingAt(LENGTH);
        to.buffer().putInt(at, trouble.worldRank());
        to.buffer().putInt(at + Integer.BYTES, trouble.status().value());
        world.commit(lane, key, LENGTH, 0);
        return true;
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
