// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Mapped memory by the id of its region, of each region one part, kept for as long as something else refers to it. Any thread notes and finds;
 * whoever finds takes no lock and allocates nothing.
 */
final class MappedRegions {
    private static final int INITIAL_CAPACITY = 16;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    // An entry is replaced, never removed; at least half of the slots are empty.
    private volatile AtomicReferenceArray<@Nullable Mapped> slots = new AtomicReferenceArray<>(INITIAL_CAPACITY);
    private int used; // by whoever holds the lock

    /** A part of a region that is mapped. */
    static final class Mapped extends WeakReference<UnsafeBuffer> {
        final long id;
        final boolean isWritable;

        /** Where the part begins: bytes from the region's start. */
        final long start;

        /** Where it was to end. The region may end before. */
        final long end;

        // What it has replaced, for as long as somebody refers to that. By whoever holds the lock.
        private @Nullable Mapped former;

        Mapped(long id, UnsafeBuffer memory, boolean isWritable, LinkMemory.Part part, @Nullable Mapped former) {
            super(memory);
            this.id = id;
            this.isWritable = isWritable;
            this.former = former;
            start = part.start();
            end = part.end();
        }

        private boolean covers(long from, long to, boolean writes) {
            return start <= from && to <= end && (isWritable || !writes);
        }
    }

    /** Finds memory; null if that part of the region is not mapped, or not so. */
    @Nullable
    UnsafeBuffer find(long id, boolean isWritable, LinkMemory.Part part) {
        Mapped mapped = find(id);
        return mapped != null && mapped.covers(part.start(), part.end(), isWritable) ? mapped.get() : null;
    }

    /** Gives a binding the memory that it is of; answers false if that is not mapped, or not so. */
    boolean find(PeerBinding target, boolean isWritable) {
        Mapped mapped = find(target.regionId);
        long length = target.length;
        if (mapped == null
                || length < 0
                || target.start > Long.MAX_VALUE - length
                || !mapped.covers(target.start, target.start + length, isWritable)) {
            return false;
        }
        UnsafeBuffer memory = mapped.get();
        if (memory == null) {
            return false;
        }
        target.reach(memory, mapped.start);
        return true;
    }

    /** Finds what is mapped of a region, or was mapped last; null if nothing was. */
    @Nullable
    Mapped find(long id) {
        AtomicReferenceArray<@Nullable Mapped> in = slots;
        Mapped mapped =
                in.getAcquire(slotOf(id, in)); // Pairs with #put, which may have filled an empty slot meanwhile.
        return mapped != null && mapped.id == id && !mapped.refersTo(null) ? mapped : null;
    }

    /** Notes memory, in the place of what was noted before. */
    synchronized void add(long id, UnsafeBuffer memory, boolean isWritable, LinkMemory.Part part) {
        if (2 * (used + 1) > slots.length()) {
            tidy();
        }
        put(new Mapped(id, memory, isWritable, part, withoutUnused(slots.getPlain(slotOf(id, slots)))), slots);
    }

    /** Leaves out of a chain what nobody refers to. */
    private static @Nullable Mapped withoutUnused(@Nullable Mapped chain) {
        Mapped first = firstUsed(chain);
        for (Mapped each = first; each != null; each = each.former) {
            each.former = firstUsed(each.former);
        }
        return first;
    }

    private static @Nullable Mapped firstUsed(@Nullable Mapped chain) {
        Mapped each = chain;
        while (each != null && each.refersTo(null)) {
            each = each.former;
        }
        return each;
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
            for (Mapped each = withoutUnused(all.getPlain(slot)); each != null; each = each.former) {
                UnsafeBuffer memory = each.get();
                if (memory != null) {
                    action.accept(memory);
                }
            }
        }
    }

    /** Leaves behind what nobody refers to, and makes room for as much again. */
    private void tidy() {
        AtomicReferenceArray<@Nullable Mapped> from = slots;
        int live = 0;
        for (int slot = 0; slot < from.length(); slot++) {
            live += withoutUnused(from.getPlain(slot)) == null ? 0 : 1;
        }
        used = 0;
        int capacity = Math.max(INITIAL_CAPACITY, BitUtil.findNextPositivePowerOfTwo(4 * (live + 1)));
        AtomicReferenceArray<@Nullable Mapped> to = new AtomicReferenceArray<>(capacity);
        for (int slot = 0; slot < from.length(); slot++) {
            Mapped mapped = withoutUnused(from.getPlain(slot));
            if (mapped != null) {
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
