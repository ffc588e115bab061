// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.protocol.Limits;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one posted request: a scatter/gather list copied out of the caller's, or inline data.
 *
 * <p>The first entry, mostly the only one, lies in the object itself: one cache line instead of four.
 */
public final class SgeList {
    private final RegionTable regions;
    private final More more;
    private final UnsafeBuffer inline;
    private @Nullable Region region;
    private long offset;
    private long length;
    private long totalLength;
    private int size;
    private boolean isInline;

    /** The entries behind the first. */
    private static final class More {
        static final More NONE = new More(0);

        final @Nullable Region[] regions;
        final long[] offsets;
        final long[] lengths;

        More(int capacity) {
            regions = new Region[capacity];
            offsets = new long[capacity];
            lengths = new long[capacity];
        }
    }

    /**
     * Creates an empty list.
     *
     * @param regions        of the adapter
     * @param capacity       entries that it can hold
     * @param inlineDataSize bytes of inline data that it can hold
     */
    public SgeList(RegionTable regions, int capacity, int inlineDataSize) {
        this.regions = regions;
        more = capacity > 1 ? new More(capacity - 1) : More.NONE;
        inline = new UnsafeBuffer(new byte[inlineDataSize]);
    }

    /** Returns the sum of the lengths. */
    public long totalLength() {
        return totalLength;
    }

    /** Returns the region of the only entry; null if there are none or several. */
    @Nullable
    Region onlyRegion() {
        return size == 1 ? region : null;
    }

    /** Returns where the first entry begins in its region. */
    long firstOffset() {
        return offset;
    }

    /**
     * Copies the entries of a list that was checked to name usable regions only.
     *
     * @param list the caller's
     */
    public void capture(ScatterGatherList list) {
        int count = list.size();
        size = count;
        totalLength = list.totalLength();
        isInline = false;
        if (count > 0) {
            Region named = (Region) list.region(0);
            if (region != named) { // storing a reference costs a barrier of the collector
                region = named;
            }
            offset = list.offset(0);
            length = list.length(0);
            if (count > 1) {
                captureMore(list, count);
            }
        }
    }

    /**
     * Checks a list that may name regions only.
     *
     * @param list       the caller's
     * @param maxEntries that it may have
     * @param regions    of the adapter
     * @return SUCCESS; INVALID_PARAMETER_2 if there is none; DATA_OVERRUN; ACCESS_VIOLATION if an entry names no region;
     *     INVALID_HANDLE; BUFFER_OVERFLOW
     */
    public static NdStatus check(@Nullable ScatterGatherList list, int maxEntries, RegionTable regions) {
        if (list == null) {
            return NdStatus.INVALID_PARAMETER_2;
        }
        int size = list.size();
        if (size > maxEntries) {
            return NdStatus.DATA_OVERRUN;
        }
        for (int index = 0; index < size; index++) {
            MemoryRegion region = list.region(index);
            if (region == null) {
                return NdStatus.ACCESS_VIOLATION;
            }
            if (!(region instanceof Region own) || !own.isUsableIn(regions)) {
                return NdStatus.INVALID_HANDLE;
            }
        }
        return list.totalLength() > Limits.MAX_TRANSFER_LENGTH ? NdStatus.BUFFER_OVERFLOW : NdStatus.SUCCESS;
    }

    /**
     * Becomes the same as another.
     *
     * @param other of no more entries than this can hold
     */
    public void copyFrom(SgeList other) {
        size = other.size;
        totalLength = other.totalLength;
        isInline = false;
        if (region != other.region) { // storing a reference costs a barrier of the collector
            region = other.region;
        }
        offset = other.offset;
        length = other.length;
        for (int index = 0; index < size - 1; index++) {
            more.regions[index] = other.more.regions[index];
            more.offsets[index] = other.more.offsets[index];
            more.lengths[index] = other.more.lengths[index];
        }
    }

    /**
     * Notes that the data has gone already: nothing is left but its length.
     *
     * @param bytes that were sent
     */
    public void sent(long bytes) {
        size = 0;
        totalLength = bytes;
        isInline = false;
    }

    private void captureMore(ScatterGatherList list, int count) {
        for (int index = 1; index < count; index++) {
            more.regions[index - 1] = (Region) list.region(index);
            more.offsets[index - 1] = list.offset(index);
            more.lengths[index - 1] = list.length(index);
        }
    }

    /**
     * Copies the data of a list, which may name buffers too.
     *
     * @param list the caller's
     * @return false if an entry is outside its region or buffer
     */
    public boolean captureInline(ScatterGatherList list) {
        int at = 0;
        for (int index = 0; index < list.size(); index++) {
            DirectBuffer source = list.buffer(index);
            if (source == null && list.region(index) instanceof Region from) {
                source = from.memory();
            }
            long from = list.offset(index);
            int bytes = (int) list.length(index);
            if (source == null || from < 0 || from > (long) source.capacity() - bytes) {
                return false;
            }
            inline.putBytes(at, source, (int) from, bytes);
            at += bytes;
        }
        size = 0;
        totalLength = at;
        isInline = true;
        return true;
    }

    /** Tells whether every entry lies in a region that is still registered. */
    public boolean isReadable() {
        for (int index = 0; index < size; index++) {
            Region each = region(index);
            if (each == null || !each.isUsableIn(regions) || !each.contains(offset(index), length(index))) {
                return false;
            }
        }
        return true;
    }

    /** Tells whether every entry lies in a region that is still registered and may be written. */
    public boolean isWritable() {
        Region only = region;
        if (size == 1 && only != null) {
            return only.isWritable() && only.isUsableIn(regions) && only.contains(offset, length);
        }
        for (int index = 0; index < size; index++) {
            Region each = region(index);
            if (each == null || !each.isWritable()) {
                return false;
            }
        }
        return isReadable();
    }

    /**
     * Copies a whole message into the memory.
     *
     * @param source       holds it
     * @param sourceOffset where
     * @param bytes        how many; not more than the memory
     * @return false if an entry is not in a region that is still registered and may be written: nothing was copied
     */
    public boolean take(DirectBuffer source, int sourceOffset, int bytes) {
        Region only = region;
        if (size == 1 && only != null) {
            if (!only.isWritable() || !only.isUsableIn(regions) || !only.contains(offset, length)) {
                return false;
            }
            SmallCopy.copy(source, sourceOffset, only.memory(), (int) offset, bytes);
            return true;
        }
        boolean isWritable = isWritable();
        if (isWritable) {
            scatter(0, source, sourceOffset, bytes);
        }
        return isWritable;
    }

    /**
     * Copies part of the memory out; the entries were checked with {@link #isReadable}.
     *
     * @param from         bytes from the start of the whole
     * @param target       takes them
     * @param targetOffset where
     * @param bytes        how many; not beyond the whole
     */
    public void gather(long from, MutableDirectBuffer target, int targetOffset, int bytes) {
        if (isInline) {
            target.putBytes(targetOffset, inline, (int) from, bytes);
            return;
        }
        if (size == 1) {
            SmallCopy.copy(memory(0), (int) (offset + from), target, targetOffset, bytes);
            return;
        }
        long skip = from;
        int done = 0;
        for (int index = 0; done < bytes; index++) {
            long available = length(index) - skip;
            if (available <= 0) {
                skip -= length(index);
                continue;
            }
            int part = (int) Math.min(available, bytes - done);
            memory(index).getBytes((int) (offset(index) + skip), target, targetOffset + done, part);
            done += part;
            skip = 0;
        }
    }

    /**
     * Copies into part of the memory; the entries were checked with {@link #isWritable}.
     *
     * @param to           bytes from the start of the whole
     * @param source       holds them
     * @param sourceOffset where
     * @param bytes        how many; not beyond the whole
     */
    public void scatter(long to, DirectBuffer source, int sourceOffset, int bytes) {
        if (size == 1) {
            SmallCopy.copy(source, sourceOffset, memory(0), (int) (offset + to), bytes);
            return;
        }
        long skip = to;
        int done = 0;
        for (int index = 0; done < bytes; index++) {
            long available = length(index) - skip;
            if (available <= 0) {
                skip -= length(index);
                continue;
            }
            int part = (int) Math.min(available, bytes - done);
            memory(index).putBytes((int) (offset(index) + skip), source, sourceOffset + done, part);
            done += part;
            skip = 0;
        }
    }

    private @Nullable Region region(int index) {
        return index == 0 ? region : more.regions[index - 1];
    }

    private long offset(int index) {
        return index == 0 ? offset : more.offsets[index - 1];
    }

    private long length(int index) {
        return index == 0 ? length : more.lengths[index - 1];
    }

    private UnsafeBuffer memory(int index) {
        Region each = region(index);
        if (each == null) {
            throw new IllegalStateException("entry " + index + " has no region");
        }
        return each.memory();
    }
}
