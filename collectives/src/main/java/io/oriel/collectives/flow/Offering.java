// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Exposures;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;

/**
 * The way of long elements of exposed memory: this rank says where they are, the others read them there, each in one copy, and
 * tell when they have. Of one flow; made once, reused.
 */
final class Offering {
    /** Bytes from which it is worthwhile. */
    static final int LEAST_BYTES = 16 * 1024;

    /** Of an offer: the id of the exposure, four bytes unused, where the elements begin in it, and how long they are. */
    static final int LENGTH = 24;

    static final int PLACE_AT = 8;
    static final int BYTES_AT = 16;

    private static final byte NEW = 0;
    private static final byte OFFERED = 1;
    private static final byte TAKEN = 2;

    private final Group group;
    private final Exposures exposures;
    private final byte[] states;

    Offering(Group group) {
        this.group = group;
        exposures = group.world().exposures();
        states = new byte[group.size()];
    }

    void begin(int targets) {
        for (int i = 0; i < targets; i++) {
            states[i] = NEW;
        }
    }

    /** Tells whether a target has what it needs. */
    boolean isTaken(int index) {
        return states[index] == TAKEN;
    }

    /** Offers elements to a target, or looks whether it has them; true if something has changed. */
    boolean step(int index, Lane lane, long key, MemoryRegion region, long place, long bytes) {
        return switch (states[index]) {
            case NEW -> lane.hasRoom() && offer(index, lane, key, region, place, bytes);
            case OFFERED -> isRead(index, lane, key);
            default -> false;
        };
    }

    private boolean offer(int index, Lane lane, long key, MemoryRegion region, long place, long bytes) {
        if (exposures.isNewTo(region, lane)) {
            return exposures.show(region, lane);
        }
        int at = lane.stagingAt(LENGTH);
        lane.staging().buffer().putInt(at, exposures.idOf(region));
        lane.staging().buffer().putLong(at + PLACE_AT, place);
        lane.staging().buffer().putLong(at + BYTES_AT, bytes);
        if (group.world().commit(lane, key, LENGTH, Flag.OFFER | Flag.LAST)) {
            states[index] = OFFERED;
        }
        return states[index] == OFFERED;
    }

    private boolean isRead(int index, Lane lane, long key) {
        if (!lane.find(doneKey(key))) {
            return false;
        }
        lane.take();
        states[index] = TAKEN;
        return true;
    }

    /** Returns the key of the message that says that an offer was read. */
    static long doneKey(long key) {
        return Key.withKind(key, Key.COLLECTIVE_DONE);
    }
}
