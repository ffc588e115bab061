// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.world.Trouble;
import org.jspecify.annotations.Nullable;

/** The other ranks to which the elements of a flow go. Made once, reused. */
final class Targets {
    private final Group group;
    private final int[] members;
    private final Offering offering;
    private int count;
    private boolean offered;

    Targets(Group group) {
        this.group = group;
        members = new int[group.size()];
        offering = new Offering(group);
    }

    void clear() {
        count = 0;
        offered = false;
    }

    void add(int member) {
        members[count++] = member;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    Lane lane(int index) {
        return group.lane(members[index]);
    }

    boolean haveRoom() {
        for (int i = 0; i < count; i++) {
            if (!lane(i).hasRoom()) {
                return false;
            }
        }
        return true;
    }

    /** Tells whether elements of some memory can be offered to all. */
    boolean canBeOffered(@Nullable MemoryRegion region) {
        if (region == null || count == 0 || !group.world().exposures().has(region)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!lane(i).isDirect() || !group.world().exposures().canBeShown(region, lane(i))) {
                return false;
            }
        }
        return true;
    }

    void beginOffering(boolean writesParts) {
        offered = true;
        offering.begin(count, writesParts && count == 1);
    }

    boolean areOffered() {
        return offered;
    }

    /** Offers elements, or looks who has read them; true if something has changed. */
    boolean stepOffers(long key, MemoryRegion region, long place, long bytes) {
        boolean changed = false;
        for (int i = 0; i < count; i++) {
            changed |= offering.step(i, lane(i), key, region, place, bytes);
        }
        return changed;
    }

    boolean haveTakenOffers() {
        for (int i = 0; i < count; i++) {
            if (!offering.isTaken(i)) {
                return false;
            }
        }
        return true;
    }

    /** Looks for ranks that are not there; null if all are that still need something. */
    @Nullable
    Trouble look(long key) {
        for (int i = 0; i < count; i++) {
            boolean hasAll = offered && offering.isTaken(i);
            Trouble found = hasAll ? null : look(members[i], key);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Trouble look(int member, long key) {
        if (!offered) {
            return group.obstacle(member, key);
        }
        return offering.hasAnswer(group.lane(member), key) ? null : group.obstacle(member, key, Offering.doneKey(key));
    }
}
