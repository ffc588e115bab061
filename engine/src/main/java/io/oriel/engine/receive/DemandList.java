// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.receive;

import org.jspecify.annotations.Nullable;

/** Demands in the order in which they came; each can leave from any place, in one step. By the domain's owner. */
final class DemandList {
    private @Nullable Demand first;
    private @Nullable Demand last;

    /** A demand's place. */
    static final class Place {
        private @Nullable Demand before;
        private @Nullable Demand after;
        private boolean isTaken;
    }

    /** Returns the one that came first; null if there is none. */
    @Nullable
    Demand first() {
        return first;
    }

    /** Enters a demand behind the others, unless it is here. */
    void add(Demand demand) {
        Place place = demand.place();
        if (place.isTaken) {
            return;
        }
        place.isTaken = true;
        place.before = last;
        if (last == null) {
            first = demand;
        } else {
            last.place().after = demand;
        }
        last = demand;
    }

    void remove(Demand demand) {
        Place place = demand.place();
        if (!place.isTaken) {
            return;
        }
        Demand before = place.before;
        Demand after = place.after;
        if (before == null) {
            first = after;
        } else {
            before.place().after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.place().before = before;
        }
        place.before = null;
        place.after = null;
        place.isTaken = false;
    }
}
