// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A list that is walked often, by one thread and one walk at a time: all walks share an iterator.
 *
 * @param <T> of its elements
 */
final class WalkedList<T> extends ArrayList<T> {
    private static final long serialVersionUID = 1;

    private final transient Walk walk = new Walk();

    WalkedList(Collection<? extends T> elements) {
        super(elements);
    }

    @Override
    public Iterator<T> iterator() {
        walk.next = 0;
        return walk;
    }

    private final class Walk implements Iterator<T> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < size();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return get(next++);
        }
    }
}
