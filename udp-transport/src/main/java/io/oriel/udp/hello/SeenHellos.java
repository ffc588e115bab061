// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import org.agrona.collections.LongHashSet;

/** The marks of the hellos that were taken last: a datagram may come again when its link has been made or given up. */
public final class SeenHellos {
    /** So many are remembered: more than are taken while one can be on its way. */
    static final int CAPACITY = 1024;

    private final LongHashSet marks = new LongHashSet(2 * CAPACITY);
    private final long[] order = new long[CAPACITY];
    private int count;

    /** Creates an empty memory. */
    public SeenHellos() {}

    /**
     * Remembers a hello; the oldest one is forgotten.
     *
     * @param mark of the hello
     */
    public void add(long mark) {
        if (!marks.add(mark)) {
            return;
        }
        int slot = count % CAPACITY;
        if (count >= CAPACITY) {
            marks.remove(order[slot]);
        }
        order[slot] = mark;
        count = count + 1 == 2 * CAPACITY ? CAPACITY : count + 1;
    }

    /**
     * Tells whether a hello was taken.
     *
     * @param mark of the hello
     * @return true if it was, and is remembered
     */
    public boolean contains(long mark) {
        return marks.contains(mark);
    }
}
