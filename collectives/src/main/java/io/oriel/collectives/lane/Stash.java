// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.collectives.data.Slab;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The messages of one rank that came before they were wanted, in their order. By the domain's owner. */
final class Stash {
    /** A copy of such a message. Pooled. */
    static final class Entry {
        final Slab slab;
        final int capacity;
        long key;
        int marks;
        int length;

        @Nullable
        Entry next;

        Entry(int capacity) {
            this.capacity = capacity;
            slab = Slab.of(new UnsafeBuffer(new byte[capacity]));
        }
    }

    private final StashPool pool;
    private @Nullable Entry first;
    private @Nullable Entry last;
    private long bytes;

    Stash(StashPool pool) {
        this.pool = pool;
    }

    /** Returns how many bytes are kept. */
    long bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Keeps a copy of a message; false if there is no memory for it. */
    boolean add(long key, int marks, Slab data, int at, int length) {
        Entry entry = pool.take(length);
        if (entry == null) {
            return false;
        }
        bytes += entry.capacity;
        entry.key = key;
        entry.marks = marks;
        entry.length = length;
        entry.slab.buffer().putBytes(0, data.buffer(), at, length);
        Entry before = last;
        if (before == null) {
            first = entry;
        } else {
            before.next = entry;
        }
        last = entry;
        return true;
    }

    /** Returns the oldest message of a key; null if there is none. */
    @Nullable
    Entry find(long key) {
        Entry entry = first;
        while (entry != null && entry.key != key) {
            entry = entry.next;
        }
        return entry;
    }

    /** Removes a message that {@link #find} has returned. */
    void remove(Entry entry) {
        Entry before = null;
        for (Entry each = first; each != entry && each != null; each = each.next) {
            before = each;
        }
        if (before == null) {
            first = entry.next;
        } else {
            before.next = entry.next;
        }
        if (entry == last) {
            last = before;
        }
        bytes -= entry.capacity;
        pool.giveBack(entry);
    }

    /** Removes every message that nobody will want any more. */
    void removeAll(Unwanted unwanted) {
        Entry entry = first;
        while (entry != null) {
            Entry next = entry.next;
            if (unwanted.isUnwanted(entry)) {
                remove(entry);
            }
            entry = next;
        }
    }

    /** Tells what nobody wants. */
    @FunctionalInterface
    interface Unwanted {
        /** Tells whether nobody will want a message. */
        boolean isUnwanted(Entry entry);
    }
}
