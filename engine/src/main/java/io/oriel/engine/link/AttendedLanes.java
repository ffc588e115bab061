// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A ring of the addressees that have something left to do. Does not allocate. Threading: domain owner. */
final class AttendedLanes {
    private @Nullable Place first;
    private int size;

    /** The place of an addressee in one ring at a time. */
    static final class Place {
        private final Addressee addressee;
        private Place next = this;
        private Place previous = this;
        private boolean isTaken;

        Place(Addressee addressee) {
            this.addressee = addressee;
        }

        boolean isTaken() {
            return isTaken;
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds one as the last, unless it is in the ring. */
    void add(Place place) {
        if (place.isTaken) {
            return;
        }
        place.isTaken = true;
        size++;
        Place head = first;
        if (head == null) {
            first = place;
            return;
        }
        place.next = head;
        place.previous = head.previous;
        head.previous.next = place;
        head.previous = place;
    }

    private void remove(Place place) {
        size--;
        if (first == place) {
            first = size == 0 ? null : place.next;
        }
        place.previous.next = place.next;
        place.next.previous = place.previous;
        place.next = place;
        place.previous = place;
        place.isTaken = false;
        place.addressee.endAttention();
    }

    /**
     * Lets each do what it can, also those that come meanwhile; those that need nothing more go. Another begins each time: the first
     * may use up all room and all bytes of a progress, again and again.
     */
    void attend() {
        Place each = first == null ? null : first.next;
        first = each;
        int removed = 0;
        for (int seen = 0; each != null && each.isTaken && seen < size + removed; seen++) {
            Place next = each.next;
            if (!each.addressee.attended().attend() && each.isTaken) {
                remove(each);
                removed++;
            }
            each = next;
        }
    }

    /** Returns the least value of all; {@link Long#MAX_VALUE} if there is none. */
    long least(ToLongFunction<Addressee> value) {
        long least = Long.MAX_VALUE;
        Place each = first;
        for (int seen = 0; each != null && seen < size; seen++) {
            least = Math.min(least, value.applyAsLong(each.addressee));
            each = each.next;
        }
        return least;
    }

    /** Removes each. */
    void clear() {
        while (first != null) {
            remove(first);
        }
    }
}
