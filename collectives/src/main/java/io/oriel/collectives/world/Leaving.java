// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.lane.Lane;
import java.util.BitSet;

/** How this rank tells the others that it leaves. By the domain's owner. */
public final class Leaving {
    private final World world;
    private final BitSet untold = new BitSet();

    Leaving(World world) {
        this.world = world;
    }

    /** Tells all ranks that are there. */
    public void begin() {
        for (int peer = 0; peer < world.size(); peer++) {
            Lane lane = world.lane(peer);
            if (lane != null && tell(lane)) {
                untold.set(peer);
            }
        }
    }

    private boolean tell(Lane lane) {
        while (!lane.isGone()) {
            if (lane.leave()) {
                return true;
            }
            world.poll(); // as in World#commit
        }
        return false;
    }

    /** A rank can know. */
    void completed(Lane lane) {
        untold.clear(lane.rank());
    }

    /**
     * Tells whether all ranks that are there can know.
     *
     * @return true if nothing has to be awaited
     */
    public boolean isOver() {
        world.poll();
        for (int peer = untold.nextSetBit(0); peer >= 0; peer = untold.nextSetBit(peer + 1)) {
            Lane lane = world.lane(peer);
            if (lane == null || lane.isGone()) { // it has left as well, and answers no more
                untold.clear(peer);
            }
        }
        return untold.isEmpty();
    }
}
