// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Mapped memory by the id of its region, kept for as long as something else refers to it. Any thread notes and finds;
 * whoever finds takes no lock and allocates nothing.
 */
final class MappedRegions {
    private static final int INITIAL_CAPACITY = 16;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    // An entry is replaced, never removed; at least half of the slots are empty.
    private volatile AtomicReferenceArray<@Nullable Mapped> slots = new AtomicReferenceArray<>(INITIAL_CAPACITY);
    private int used; // by whoever holds the lock

    private static final class Mapped extends WeakReference<UnsafeBuffer> {
        final long id;
        final boolean isWritable;

        Mapped(long id, UnsafeBuffer memory, boolean isWritable) {
            super(memory);
            this.id = id;
            this.isWritable = isWritable;
        }
    }

    /** Finds memory; null if it is not mapped, or not so. */
    @Nullable
    UnsafeBuffer find(long id, boolean isWritable) {
        AtomicReferenceArray<@Nullable Mapped> in = slots;
        Mapped mapped =
                in.getAcquire(slotOf(id, in)); // Pairs with #put, which may have filled an empty slot meanwhile.
        return mapped != null && mapped.id == id && (mapped.isWritable || !isWritable) ? mapped.get() : null;
    }

    /** Notes memory, in the place of what was noted before. */
    synchronized void add(long id, UnsafeBuffer memory, boolean isWritable) {
        if (2 * (used + 1) > slots.length()) {
            tidy();
        }
        put(new Mapped(id, memory, isWritable), slots);
    }

    private void put(Mapped mapped, AtomicReferenceArray<@Nullable Mapped> in) {
        int slot = slotOf(mapped.id, in);
        if (in.getPlain(slot) == null) {
            used++;
        }
        in.setRelease(slot, mapped); // Pairs with #find.
    }

    /** Hands over what somebody refers to. */
    synchronized void forEach(Consumer<UnsafeBuffer> action) {
        AtomicReferenceArray<@Nullable Mapped> all = slots;
        for (int slot = 0; slot < all.length(); slot++) {
            Mapped mapped = all.getPlain(slot);
            UnsafeBuffer memory = mapped == null ? null : mapped.get();
            if (memory != null) {
                action.accept(memory);
            }
        }
    }

    /** Leaves behind what nobody refers to, and makes room for as much again. */
    private void tidy() {
        AtomicReferenceArray<@Nullable Mapped> from = slots;
        int live = 0;
        for (int slot = 0; slot < from.length(); slot++) {
            Mapped mapped = from.getPlain(slot);
            live += mapped == null || mapped.refersTo(null) ? 0 : 1;
        }
        used = 0;
        int capacity = Math.max(INITIAL_CAPACITY, BitUtil.findNextPositivePowerOfTwo(4 * (live + 1)));
        AtomicReferenceArray<@Nullable Mapped> to = new AtomicReferenceArray<>(capacity);
        for (int slot = 0; slot < from.length(); slot++) {
            Mapped mapped = from.getPlain(slot);
            if (mapped != null && !mapped.refersTo(null)) {
                put(mapped, to);
            }
        }
        slots = to;
    }

    /** Returns where an id is, or else belongs. */
    private static int slotOf(long id, AtomicReferenceArray<@Nullable Mapped> in) {
        int mask = in.length() - 1;
        int slot = (int) ((id * SPREAD) >>> Integer.SIZE) & mask;
        for (Mapped mapped; (mapped = in.getAcquire(slot)) != null && mapped.id != id; ) { // Pairs with #put.
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
