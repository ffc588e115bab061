// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.lane.Lane;
import java.util.BitSet;

/** The notification of all ranks that this one leaves. Threading: domain owner. */
public final class Leaving {
    private final World world;
    private final BitSet unsent = new BitSet();
    private final BitSet unacknowledged = new BitSet();

    Leaving(World world) {
        this.world = world;
    }

    /** Begins to notify all ranks that are there. */
    public void begin() {
        for (int peer = 0; peer < world.size(); peer++) {
            unsent.set(peer, world.lane(peer) != null);
        }
    }

    /** A rank can know. */
    void completed(Lane lane) {
        unacknowledged.clear(lane.rank());
    }

    /**
     * Notifies the ranks for which there was no place in their endpoints' queues before, and looks whether all can know.
     *
     * @return true if nothing has to be awaited
     */
    public boolean isOver() {
        world.poll();
        for (int peer = unsent.nextSetBit(0); peer >= 0; peer = unsent.nextSetBit(peer + 1)) {
            Lane lane = world.lane(peer);
            if (lane != null && !lane.isGone() && lane.leave()) {
                unsent.clear(peer);
                unacknowledged.set(peer);
            }
        }
        removeGone(unsent);
        removeGone(unacknowledged);
        return unsent.isEmpty() && unacknowledged.isEmpty();
    }

    /** A rank that has left as well answers no more. */
    private void removeGone(BitSet peers) {
        for (int peer = peers.nextSetBit(0); peer >= 0; peer = peers.nextSetBit(peer + 1)) {
            Lane lane = world.lane(peer);
            if (lane == null || lane.isGone()) {
                peers.clear(peer);
            }
        }
    }
}
