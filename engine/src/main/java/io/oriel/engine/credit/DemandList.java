// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import org.jspecify.annotations.Nullable;

/** Demands in the order in which they came; each can leave from any place, in one step. By the domain's owner. */
final class DemandList {
    private @Nullable Place first;
    private @Nullable Place last;

    /** A demand's place on one list. */
    static final class Place {
        private final Demand demand;
        private @Nullable Place before;
        private @Nullable Place after;
        private boolean isTaken;

        Place(Demand demand) {
            this.demand = demand;
        }

        Demand demand() {
            return demand;
        }

        /** Returns the place behind it; null if it is the last. */
        @Nullable
        Place after() {
            return after;
        }
    }

    /** Returns the place of the one that came first; null if there is none. */
    @Nullable
    Place first() {
        return first;
    }

    /** Enters a demand behind the others, unless it is here. */
    void add(Place place) {
        if (place.isTaken) {
            return;
        }
        place.isTaken = true;
        place.before = last;
        if (last == null) {
            first = place;
        } else {
            last.after = place;
        }
        last = place;
    }

    void remove(Place place) {
        if (!place.isTaken) {
            return;
        }
        Place before = place.before;
        Place after = place.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        place.before = null;
        place.after = null;
        place.isTaken = false;
    }
}
