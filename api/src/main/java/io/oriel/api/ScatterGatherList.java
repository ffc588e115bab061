// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a request reads or fills, in order: built once, reused for any number of requests.
 *
 * <p>An entry names a registered region, or, for an {@link OpFlags#INLINE} request only, any buffer. An empty list is a
 * message of no bytes. A post reads the list during the call only. Ranges are checked when the request runs, not here.
 *
 * <p>Not thread-safe; building may allocate, posting does not. ND: ND_SGE, ND2_SGE, NDK_SGE.
 */
public final class ScatterGatherList {
    private final @Nullable MemoryRegion[] regions;
    private final @Nullable DirectBuffer[] buffers;
    private final long[] offsets;
    private final long[] lengths;
    private int size;
    private long totalLength;

    /**
     * Creates an empty list.
     *
     * @param capacity how many entries it can hold, at least 0
     * @throws IllegalArgumentException if capacity is negative
     */
    public ScatterGatherList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity must be at least 0, was " + capacity);
        }
        regions = new MemoryRegion[capacity];
        buffers = new DirectBuffer[capacity];
        offsets = new long[capacity];
        lengths = new long[capacity];
    }

    /**
     * Creates a list of one entry.
     *
     * @param region the memory
     * @param offset bytes from the region's start
     * @param length bytes
     * @return the list
     */
    public static ScatterGatherList of(MemoryRegion region, long offset, long length) {
        return new ScatterGatherList(1).add(region, offset, length);
    }

    /**
     * Creates a list of one entry that is the whole of a region.
     *
     * @param region the memory
     * @return the list
     */
    public static ScatterGatherList of(MemoryRegion region) {
        return of(region, 0, region.length());
    }

    /**
     * Creates an empty list, for messages of no bytes.
     *
     * @return the list
     */
    public static ScatterGatherList empty() {
        return new ScatterGatherList(0);
    }

    /**
     * Adds a range of a registered region.
     *
     * @param region the memory
     * @param offset bytes from the region's start
     * @param length bytes, at least 0
     * @return this list
     * @throws IllegalArgumentException if length is negative
     * @throws IllegalStateException if the list is full
     */
    public ScatterGatherList add(MemoryRegion region, long offset, long length) {
        int index = claim(length);
        regions[index] = region;
        buffers[index] = null;
        offsets[index] = offset;
        lengths[index] = length;
        return this;
    }

    /**
     * Adds a range of a buffer that need not be registered, for {@link OpFlags#INLINE} requests.
     *
     * @param buffer the memory
     * @param offset bytes from the buffer's start
     * @param length bytes, at least 0
     * @return this list
     * @throws IllegalArgumentException if length is negative
     * @throws IllegalStateException if the list is full
     */
    public ScatterGatherList add(DirectBuffer buffer, long offset, long length) {
        int index = claim(length);
        regions[index] = null;
        buffers[index] = buffer;
        offsets[index] = offset;
        lengths[index] = length;
        return this;
    }

    /**
     * Removes every entry.
     *
     * @return this list
     */
    public ScatterGatherList clear() {
        size = 0;
        totalLength = 0;
        return this;
    }

    /**
     * Returns how many entries there are.
     *
     * @return the count
     */
    public int size() {
        return size;
    }

    /**
     * Returns the sum of the entries' lengths.
     *
     * @return bytes, {@link Long#MAX_VALUE} if the sum is larger than that
     */
    public long totalLength() {
        return totalLength;
    }

    /**
     * Returns the region of an entry.
     *
     * @param index of the entry, from 0
     * @return the region; null for an entry that names a buffer
     */
    public @Nullable MemoryRegion region(int index) {
        return regions[index];
    }

    /**
     * Returns the buffer of an entry.
     *
     * @param index of the entry, from 0
     * @return the buffer; null for an entry that names a region
     */
    public @Nullable DirectBuffer buffer(int index) {
        return buffers[index];
    }

    /**
     * Returns where an entry begins.
     *
     * @param index of the entry, from 0
     * @return bytes from the start of its region or buffer
     */
    public long offset(int index) {
        return offsets[index];
    }

    /**
     * Returns how long an entry is.
     *
     * @param index of the entry, from 0
     * @return bytes
     */
    public long length(int index) {
        return lengths[index];
    }

    private int claim(long length) {
        if (length < 0) {
            throw new IllegalArgumentException("length must be at least 0, was " + length);
        }
        if (size == lengths.length) {
            throw new IllegalStateException("the list is full: capacity " + lengths.length
                    + "; make it with the capacity that the requests need");
        }
        long sum = totalLength + length;
        totalLength = sum < 0 ? Long.MAX_VALUE : sum;
        return size++;
    }
}
