// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.api.ScatterGatherList;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.scenario.Payload;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** One region cut into places for payloads, each with the list that names it. */
public final class Slots {
    private static final int ALIGNMENT = 2 * BitUtil.CACHE_LINE_LENGTH;

    private final MemoryRegion region;
    private final UnsafeBuffer buffer;
    private final ScatterGatherList[] lists;
    private final int stride;

    /**
     * Allocates the region, reachable by peers on this host.
     *
     * @param adapter that registers it
     * @param count   of slots
     * @param size    of each payload
     * @param access  bits of {@link io.oriel.api.AccessFlags}
     */
    public Slots(Adapter adapter, int count, int size, int access) {
        this(adapter, count, size, length -> adapter.allocateMemory(length, access));
    }

    /**
     * Registers ordinary memory of this process, such as the references copy from.
     *
     * @param adapter that registers it
     * @param count   of slots
     * @param size    of each payload
     * @return the slots, not to be written by others
     */
    public static Slots source(Adapter adapter, int count, int size) {
        return new Slots(adapter, count, size, length -> {
            ByteBuffer memory = BufferUtil.allocateDirectAligned((int) length, BitUtil.CACHE_LINE_LENGTH);
            return adapter.registerMemory(new UnsafeBuffer(memory), AccessFlags.NONE);
        });
    }

    private Slots(Adapter adapter, int count, int size, LongFunction<MemoryRegion> memory) {
        stride = BitUtil.align(size, ALIGNMENT);
        long length = (long) count * stride;
        long limit = Math.min(Integer.MAX_VALUE, adapter.info().memory().maxRegistrationSize());
        if (length > limit) {
            throw new BenchmarkException("one region would need " + length + " bytes and can have " + limit
                    + "; choose a smaller --size, --outstanding or --endpoints");
        }
        region = memory.apply(length);
        buffer = new UnsafeBuffer(region.buffer());
        lists = new ScatterGatherList[count];
        for (int i = 0; i < count; i++) {
            lists[i] = ScatterGatherList.of(region, (long) i * stride, size);
        }
    }

    /**
     * Gives every slot the same payload.
     *
     * @param payload  how it looks
     * @param sequence that it carries
     */
    public void fillAll(Payload payload, long sequence) {
        for (int i = 0; i < lists.length; i++) {
            payload.fill(buffer, offset(i), sequence);
        }
    }

    /**
     * Returns the region.
     *
     * @return the region
     */
    public MemoryRegion region() {
        return region;
    }

    /**
     * Returns the region's memory.
     *
     * @return the memory
     */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /**
     * Returns the list that names a slot.
     *
     * @param slot from 0
     * @return the list, of one entry
     */
    public ScatterGatherList list(int slot) {
        return lists[slot];
    }

    /**
     * Returns where a slot begins.
     *
     * @param slot from 0
     * @return offset in the region
     */
    public int offset(int slot) {
        return slot * stride;
    }

    /**
     * Returns how far apart the slots are.
     *
     * @return bytes
     */
    public int stride() {
        return stride;
    }

    /**
     * Returns how many slots there are.
     *
     * @return the count
     */
    public int count() {
        return lists.length;
    }
}
