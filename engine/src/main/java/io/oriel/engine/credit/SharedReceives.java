// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.api.ScatterGatherList;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SgeList;
import org.agrona.BitUtil;

/**
 * The Receives of a shared queue that no message has come for yet, in order. Some of them are promised to endpoints; which
 * of them each will have, the order of the messages decides. By the domain's owner.
 */
final class SharedReceives {
    private final RegionTable regions;
    private final int entries;
    private SgeList[] lists;
    private long[] contexts;
    private int depth;
    private long head = CounterStart.value();
    private long tail = head;
    private long promised;
    private int used;

    /**
     * Creates an empty queue.
     *
     * @param depth   Receives outstanding at most
     * @param entries of a Receive at most
     * @param regions of the adapter
     */
    SharedReceives(int depth, int entries, RegionTable regions) {
        this.depth = depth;
        this.entries = entries;
        this.regions = regions;
        int capacity = BitUtil.findNextPositivePowerOfTwo(depth);
        lists = lists(capacity, 0);
        contexts = new long[capacity];
    }

    /** Returns how many Receives can be outstanding. */
    int depth() {
        return depth;
    }

    /** Returns how many entries a Receive can have. */
    int entries() {
        return entries;
    }

    /** Returns how many slots are taken: from the post until the completion is reaped. */
    int used() {
        return used;
    }

    /** Tells whether no slot is free. */
    boolean isFull() {
        return used >= depth;
    }

    /** Returns how many are promised to nobody. */
    long free() {
        return tail - head - promised;
    }

    /**
     * Promises some of those that are {@link #free}.
     *
     * @param count how many
     */
    void promise(long count) {
        promised += count;
    }

    /**
     * Takes promises back.
     *
     * @param count how many
     */
    void takeBack(long count) {
        promised -= count;
    }

    /**
     * Posts a Receive; {@link #isFull} said that there is room.
     *
     * @param context the caller's
     * @param list    checked
     */
    void post(long context, ScatterGatherList list) {
        int slot = slot(tail);
        contexts[slot] = context;
        lists[slot].capture(list);
        tail++;
        used++;
    }

    /** Returns the memory of the oldest. */
    SgeList oldest() {
        return lists[slot(head)];
    }

    /**
     * Keeps a promise: a message has come that takes the oldest.
     *
     * @return its context
     */
    long takeOldest() {
        long context = contexts[slot(head)];
        head++;
        promised--;
        return context;
    }

    /** Puts a Receive back in front of the others. */
    void putBack(long context, SgeList list) {
        head--;
        int slot = slot(head);
        contexts[slot] = context;
        lists[slot].copyFrom(list);
    }

    /** Frees the slot of a Receive whose completion was reaped. */
    void reaped() {
        used--;
    }

    /**
     * Changes the depth, not to less than {@link #used}.
     *
     * @param value the new one
     */
    void resize(int value) {
        int capacity = BitUtil.findNextPositivePowerOfTwo(value);
        if (capacity > lists.length) {
            SgeList[] larger = lists(capacity, lists.length);
            long[] longer = new long[capacity];
            for (int index = 0; index < lists.length; index++) { // the oldest first
                larger[index] = lists[slot(head + index)];
                longer[index] = contexts[slot(head + index)];
            }
            long count = tail - head;
            lists = larger;
            contexts = longer;
            head = 0;
            tail = count;
        }
        depth = value;
    }

    private SgeList[] lists(int capacity, int from) {
        SgeList[] made = new SgeList[capacity];
        for (int index = from; index < capacity; index++) {
            made[index] = new SgeList(regions, entries, 0);
        }
        return made;
    }

    private int slot(long index) {
        return (int) index & (lists.length - 1);
    }
}
