// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A ring of members that bring their own places. Does not allocate.
 *
 * <p>Threading: domain owner.
 *
 * @param <E> a member
 */
final class Ring<E> {
    private final Predicate<E> visit;
    private final Consumer<E> onRemoved;
    private @Nullable Place<E> first;
    private int size;

    /**
     * The place of a member in one ring at a time.
     *
     * @param <E> a member
     */
    static final class Place<E> {
        private final E member;
        private Place<E> next = this;
        private Place<E> previous = this;
        private boolean isTaken;

        Place(E member) {
            this.member = member;
        }

        boolean isTaken() {
            return isTaken;
        }
    }

    /**
     * Creates an empty ring.
     *
     * @param visit     is given each member in {@link #visit}; false removes the member
     * @param onRemoved is given each member that was removed
     */
    Ring(Predicate<E> visit, Consumer<E> onRemoved) {
        this.visit = visit;
        this.onRemoved = onRemoved;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a member as the last one, unless it is in the ring. */
    void add(Place<E> place) {
        if (place.isTaken) {
            return;
        }
        place.isTaken = true;
        size++;
        Place<E> head = first;
        if (head == null) {
            first = place;
            return;
        }
        place.next = head;
        place.previous = head.previous;
        head.previous.next = place;
        head.previous = place;
    }

    private void remove(Place<E> place) {
        size--;
        if (first == place) {
            first = size == 0 ? null : place.next;
        }
        place.previous.next = place.next;
        place.next.previous = place.previous;
        place.next = place;
        place.previous = place;
        place.isTaken = false;
        onRemoved.accept(place.member);
    }

    /**
     * Visits each member, also members that are added meanwhile. Each call begins with another member: the first one may use up
     * all space and all bytes of a call, again and again.
     */
    void visit() {
        Place<E> each = first == null ? null : first.next;
        first = each;
        int removed = 0;
        for (int seen = 0; each != null && each.isTaken && seen < size + removed; seen++) {
            Place<E> next = each.next;
            if (!visit.test(each.member) && each.isTaken) {
                remove(each);
                removed++;
            }
            each = next;
        }
    }

    /** Returns the least value of all members; {@link Long#MAX_VALUE} if there is none. */
    long least(ToLongFunction<E> value) {
        long least = Long.MAX_VALUE;
        Place<E> each = first;
        for (int seen = 0; each != null && seen < size; seen++) {
            least = Math.min(least, value.applyAsLong(each.member));
            each = each.next;
        }
        return least;
    }

    /** Removes each member. */
    void clear() {
        Place<E> each;
        while ((each = first) != null) {
            remove(each);
        }
    }
}
