// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.slot;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.ScatterGatherList;
import java.util.BitSet;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Slots of one length in one registered region, each with its views and its list made once.
 *
 * <p>Slots have indexes from 0. They can be claimed and released, the last released first, which is the one most likely in a
 * processor's cache; who has a use for each slot from the start names them by index and claims none.
 *
 * <p><b>Threading:</b> the adapter's domain. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
public final class SlotPool implements AutoCloseable {
    private final int stride;
    private final int headerLength;
    private final int bodyLength;
    private final MemoryRegion region;
    private final MutableDirectBuffer memory;
    private final UnsafeBuffer[] bodies;
    private final ScatterGatherList[] lists;
    private final int[] free;
    private final BitSet claimed;
    private int freeCount;

    /**
     * Allocates and registers the slots, all free.
     *
     * @param adapter whose memory they are
     * @param count   slots, at least 1
     * @param layout  of each
     * @throws IllegalArgumentException if count is less than 1
     * @throws NdException as {@link Adapter#allocateMemory}
     */
    public SlotPool(Adapter adapter, int count, SlotLayout layout) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, was " + count);
        }
        stride = layout.stride();
        headerLength = layout.headerLength();
        bodyLength = layout.bodyLength();
        region = adapter.allocateMemory((long) count * stride, AccessFlags.ALLOW_LOCAL_WRITE);
        memory = region.buffer();
        bodies = new UnsafeBuffer[count];
        lists = new ScatterGatherList[count];
        free = new int[count];
        claimed = new BitSet(count);
        for (int index = 0; index < count; index++) {
            bodies[index] = new UnsafeBuffer(memory, offset(index) + headerLength, bodyLength);
            lists[index] = ScatterGatherList.of(region, offset(index), layout.length());
            free[index] = count - 1 - index;
        }
        freeCount = count;
    }

    /**
     * Returns how many slots there are.
     *
     * @return slots
     */
    public int count() {
        return bodies.length;
    }

    /**
     * Returns how many slots can be claimed.
     *
     * @return slots that are free
     */
    public int freeCount() {
        return freeCount;
    }

    /**
     * Takes a slot.
     *
     * @return its index
     * @throws IllegalStateException if none is free; {@link #freeCount()} tells before
     */
    public int claim() {
        if (freeCount == 0) {
            throw new IllegalStateException("all " + bodies.length + " slots are claimed; ask freeCount() before");
        }
        int index = free[--freeCount];
        claimed.set(index);
        return index;
    }

    /**
     * Gives a slot back.
     *
     * @param index of a slot that was claimed
     * @throws IllegalStateException if it is not claimed
     */
    public void release(int index) {
        if (!claimed.get(index)) {
            throw new IllegalStateException("slot " + index + " is not claimed, and cannot be released");
        }
        claimed.clear(index);
        free[freeCount++] = index;
    }

    /**
     * Returns the body of a slot.
     *
     * @param index of the slot
     * @return a view whose index 0 is the body's first byte, the same each time
     */
    public MutableDirectBuffer body(int index) {
        return bodies[index];
    }

    /**
     * Returns the whole region.
     *
     * @return its buffer, in which slots begin at {@link #offset}
     */
    public MutableDirectBuffer memory() {
        return memory;
    }

    /**
     * Returns where a slot begins, with its header.
     *
     * @param index of the slot
     * @return bytes from the region's start
     */
    public int offset(int index) {
        return index * stride;
    }

    /**
     * Returns the list of a whole slot, for a Receive.
     *
     * @param index of the slot
     * @return header and body; valid until the next call for this slot
     */
    public ScatterGatherList list(int index) {
        return list(index, bodyLength);
    }

    /**
     * Returns the list of a slot's header and the beginning of its body, for a Send.
     *
     * @param index of the slot
     * @param bytes how many of the body
     * @return one entry; valid until the next call for this slot
     */
    public ScatterGatherList list(int index, int bytes) {
        ScatterGatherList list = lists[index];
        int length = headerLength + bytes;
        if (list.totalLength() != length) {
            var unused = list.clear().add(region, offset(index), length);
        }
        return list;
    }

    /**
     * Returns the region of all slots.
     *
     * @return the region
     */
    public MemoryRegion region() {
        return region;
    }

    /**
     * Deregisters the memory, if it is registered. Requests that name it must have completed, or their endpoint be closed.
     *
     * @throws NdException DEVICE_BUSY as {@link MemoryRegion#deregister}
     */
    @Override
    public void close() {
        if (region.isRegistered()) {
            region.deregister();
        }
    }
}
