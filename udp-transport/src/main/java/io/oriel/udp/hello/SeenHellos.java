// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import org.agrona.collections.LongHashSet;

/** The keys of the hellos that were taken last: a datagram may come again when its link has been made or given up. */
public final class SeenHellos {
    /** So many are remembered: more than are taken while one can be on its way. */
    static final int CAPACITY = 1024;

    private final LongHashSet keys = new LongHashSet(2 * CAPACITY);
    private final long[] order = new long[CAPACITY];
    private int count;

    /** Creates an empty memory. */
    public SeenHellos() {}

    /**
     * Remembers a hello; the oldest one is forgotten.
     *
     * @param key of the hello
     */
    public void add(long key) {
        if (!keys.add(key)) {
            return;
        }
        int slot = count % CAPACITY;
        if (count >= CAPACITY) {
            keys.remove(order[slot]);
        }
        order[slot] = key;
        count = count + 1 == 2 * CAPACITY ? CAPACITY : count + 1;
    }

    /**
     * Tells whether a hello was taken.
     *
     * @param key of the hello
     * @return true if it was, and is remembered
     */
    public boolean contains(long key) {
        return keys.contains(key);
    }
}
