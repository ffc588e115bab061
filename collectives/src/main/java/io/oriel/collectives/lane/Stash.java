// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.collectives.data.Slab;
import org.jspecify.annotations.Nullable;

/** The messages of one rank that came before they were wanted, in their order. By the domain's owner. */
final class Stash {
    private final StashPool pool;
    private @Nullable Stashed first;
    private @Nullable Stashed last;
    private int bytes;

    Stash(StashPool pool) {
        this.pool = pool;
    }

    /** Returns how many bytes are kept. */
    int bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Keeps a copy of a message. */
    void add(long key, int marks, Slab data, int at, int length) {
        Stashed entry = pool.take(length);
        bytes += entry.capacity;
        entry.key = key;
        entry.marks = marks;
        entry.length = length;
        entry.slab.buffer().putBytes(0, data.buffer(), at, length);
        Stashed before = last;
        if (before == null) {
            first = entry;
        } else {
            before.next = entry;
        }
        last = entry;
    }

    /** Returns the oldest message of a key; null if there is none. */
    @Nullable
    Stashed find(long key) {
        Stashed entry = first;
        while (entry != null && entry.key != key) {
            entry = entry.next;
        }
        return entry;
    }

    /** Removes a message that {@link #find} has returned. */
    void remove(Stashed entry) {
        Stashed before = null;
        for (Stashed each = first; each != entry && each != null; each = each.next) {
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
        Stashed entry = first;
        while (entry != null) {
            Stashed next = entry.next;
            if (unwanted.isUnwanted(entry.key)) {
                remove(entry);
            }
            entry = next;
        }
    }

    /** Tells what nobody wants. */
    @FunctionalInterface
    interface Unwanted {
        /** Tells whether nobody will want a message of a key. */
        boolean isUnwanted(long key);
    }
}
