// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.queue;

import io.oriel.api.ScatterGatherList;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The memory of one posted request: a scatter/gather list copied out of the caller's, or inline data. */
public final class SgeList {
    private final RegionTable regions;
    private final @Nullable Region[] region;
    private final long[] offset;
    private final long[] length;
    private final UnsafeBuffer inline;
    private int size;
    private long totalLength;
    private boolean isInline;

    SgeList(RegionTable regions, int capacity, int inlineDataSize) {
        this.regions = regions;
        region = new Region[capacity];
        offset = new long[capacity];
        length = new long[capacity];
        inline = new UnsafeBuffer(new byte[inlineDataSize]);
    }

    /** Returns the sum of the lengths. */
    public long totalLength() {
        return totalLength;
    }

    /** Copies the entries of a list that was checked to name usable regions only. */
    void capture(ScatterGatherList list) {
        int count = list.size();
        for (int index = 0; index < count; index++) {
            Region named = (Region) list.region(index);
            if (region[index] != named) { // storing a reference costs a barrier of the collector
                region[index] = named;
            }
            offset[index] = list.offset(index);
            length[index] = list.length(index);
        }
        size = count;
        totalLength = list.totalLength();
        isInline = false;
    }

    /**
     * Copies the data of a list, which may name buffers too.
     *
     * @return false if an entry is outside its region or buffer
     */
    boolean captureInline(ScatterGatherList list) {
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
            Region each = region[index];
            if (each == null || !each.isUsableIn(regions) || !each.contains(offset[index], length[index])) {
                return false;
            }
        }
        return true;
    }

    /** Tells whether every entry lies in a region that is still registered and may be written. */
    public boolean isWritable() {
        for (int index = 0; index < size; index++) {
            Region each = region[index];
            if (each == null || !each.isWritable()) {
                return false;
            }
        }
        return isReadable();
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
        long skip = from;
        int done = 0;
        for (int index = 0; done < bytes; index++) {
            long available = length[index] - skip;
            if (available <= 0) {
                skip -= length[index];
                continue;
            }
            int part = (int) Math.min(available, bytes - done);
            memory(index).getBytes((int) (offset[index] + skip), target, targetOffset + done, part);
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
        long skip = to;
        int done = 0;
        for (int index = 0; done < bytes; index++) {
            long available = length[index] - skip;
            if (available <= 0) {
                skip -= length[index];
                continue;
            }
            int part = (int) Math.min(available, bytes - done);
            memory(index).putBytes((int) (offset[index] + skip), source, sourceOffset + done, part);
            done += part;
            skip = 0;
        }
    }

    private UnsafeBuffer memory(int index) {
        Region each = region[index];
        if (each == null) {
            throw new IllegalStateException("entry " + index + " has no region");
        }
        return each.memory();
    }
}
