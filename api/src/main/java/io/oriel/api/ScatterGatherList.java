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
    // The first entry, mostly the only one, lies in the object itself: one cache line instead of five.
    private final int capacity;
    private final @Nullable More more;
    private @Nullable MemoryRegion firstRegion;
    private @Nullable DirectBuffer firstBuffer;
    private long firstOffset;
    private long firstLength;
    private int size;
    private long totalLength;

    /** The entries behind the first. */
    private static final class More {
        final @Nullable MemoryRegion[] regions;
        final @Nullable DirectBuffer[] buffers;
        final long[] offsets;
        final long[] lengths;

        More(int capacity) {
            regions = new MemoryRegion[capacity];
            buffers = new DirectBuffer[capacity];
            offsets = new long[capacity];
            lengths = new long[capacity];
        }
    }

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
        this.capacity = capacity;
        more = capacity > 1 ? new More(capacity - 1) : null;
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
        requireGiven("region", region);
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
     * @throws IllegalArgumentException if length is negative, or there is no region or buffer
     * @throws IllegalStateException if the list is full
     */
    public ScatterGatherList add(MemoryRegion region, long offset, long length) {
        requireGiven("region", region);
        return add(region, null, offset, length);
    }

    /**
     * Adds a range of a buffer that need not be registered, for {@link OpFlags#INLINE} requests.
     *
     * @param buffer the memory
     * @param offset bytes from the buffer's start
     * @param length bytes, at least 0
     * @return this list
     * @throws IllegalArgumentException if length is negative, or there is no region or buffer
     * @throws IllegalStateException if the list is full
     */
    public ScatterGatherList add(DirectBuffer buffer, long offset, long length) {
        requireGiven("buffer", buffer);
        return add(null, buffer, offset, length);
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
        return index == 0 ? firstRegion : more(index).regions[index - 1];
    }

    /**
     * Returns the buffer of an entry.
     *
     * @param index of the entry, from 0
     * @return the buffer; null for an entry that names a region
     */
    public @Nullable DirectBuffer buffer(int index) {
        return index == 0 ? firstBuffer : more(index).buffers[index - 1];
    }

    /**
     * Returns where an entry begins.
     *
     * @param index of the entry, from 0
     * @return bytes from the start of its region or buffer
     */
    public long offset(int index) {
        return index == 0 ? firstOffset : more(index).offsets[index - 1];
    }

    /**
     * Returns how long an entry is.
     *
     * @param index of the entry, from 0
     * @return bytes
     */
    public long length(int index) {
        return index == 0 ? firstLength : more(index).lengths[index - 1];
    }

    private static void requireGiven(String name, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
    }

    private ScatterGatherList add(
            @Nullable MemoryRegion region, @Nullable DirectBuffer buffer, long offset, long length) {
        if (length < 0) {
            throw new IllegalArgumentException("length must be at least 0, was " + length);
        }
        if (size == capacity) {
            throw new IllegalStateException(
                    "the list is full: capacity " + capacity + "; make it with the capacity that the requests need");
        }
        if (more == null || size == 0) {
            firstRegion = region;
            firstBuffer = buffer;
            firstOffset = offset;
            firstLength = length;
        } else {
            more.regions[size - 1] = region;
            more.buffers[size - 1] = buffer;
            more.offsets[size - 1] = offset;
            more.lengths[size - 1] = length;
        }
        long sum = totalLength + length;
        totalLength = sum < 0 ? Long.MAX_VALUE : sum;
        size++;
        return this;
    }

    /** Returns the entries behind the first, to read one of them. */
    private More more(int index) {
        if (more == null) {
            throw new IndexOutOfBoundsException("index must be in 0.." + (capacity - 1) + ", was " + index);
        }
        return more;
    }
}
