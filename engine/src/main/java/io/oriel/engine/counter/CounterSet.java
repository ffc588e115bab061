// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.counter;

import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The counters of one adapter or link, in a buffer that the medium provides. Written by one thread at a time, read by any
 * tool.
 */
public final class CounterSet {
    private final AtomicBuffer values;
    private final int[] offsets;

    /**
     * Creates a set.
     *
     * @param values  holds the counters, 0 at first, for as long as the set is used
     * @param offsets of each, by {@link CounterType#index}
     */
    public CounterSet(AtomicBuffer values, int... offsets) {
        this.values = values;
        this.offsets = offsets.clone();
        for (int offset : offsets) {
            values.boundsCheck(offset, Long.BYTES);
        }
    }

    /**
     * Creates a set that no tool sees.
     *
     * @param size how many counters
     * @return the set
     */
    public static CounterSet inHeap(int size) {
        int[] offsets = new int[size];
        for (int index = 0; index < size; index++) {
            offsets[index] = index * BitUtil.SIZE_OF_LONG;
        }
        return new CounterSet(new UnsafeBuffer(new byte[size * BitUtil.SIZE_OF_LONG]), offsets);
    }

    /**
     * Sets a counter.
     *
     * @param type  of this set
     * @param value ever-growing
     */
    public void set(CounterType type, long value) {
        values.putLongRelease(offsets[type.index()], value); // Pairs with #get, and with the tools that read.
    }

    /**
     * Adds one to a counter.
     *
     * @param type of this set
     */
    public void increment(CounterType type) {
        set(type, get(type) + 1);
    }

    /**
     * Reads a counter.
     *
     * @param type of this set
     * @return its value
     */
    public long get(CounterType type) {
        return values.getLongVolatile(offsets[type.index()]); // Pairs with #set.
    }
}
