// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.lookup;

import io.oriel.benchmarks.scenario.Payload;
import org.agrona.BitUtil;
import org.agrona.MutableDirectBuffer;

/** The places of a large memory, each with a payload that tells which it is; and which of them is read next. */
public final class Places {
    /** Bytes of the memory. */
    public static final int MEMORY = 64 << 20;

    private static final int ALIGNMENT = 2 * BitUtil.CACHE_LINE_LENGTH;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private final int size;
    private final int stride;
    private final int count;
    private final Payload payload;

    /**
     * Divides the memory.
     *
     * @param size bytes that are read at each place, at least 8
     * @throws IllegalArgumentException if it is less, or more than the memory has
     */
    public Places(int size) {
        if (size < Long.BYTES || size > MEMORY) {
            throw new IllegalArgumentException("size must be in " + Long.BYTES + ".." + MEMORY + ", was " + size);
        }
        this.size = size;
        stride = BitUtil.align(size, ALIGNMENT);
        count = MEMORY / stride;
        payload = new Payload(size);
    }

    /**
     * Returns how a payload looks.
     *
     * @return the payload
     */
    public Payload payload() {
        return payload;
    }

    /**
     * Returns how many bytes are read at each place.
     *
     * @return the size
     */
    public int size() {
        return size;
    }

    /**
     * Returns where a place begins.
     *
     * @param place from 0
     * @return bytes from the start of the memory
     */
    public int offset(int place) {
        return place * stride;
    }

    /**
     * Returns what a place tells.
     *
     * @param place from 0
     * @return never 0
     */
    public static long tag(int place) {
        return place + 1L;
    }

    /**
     * Fills all places.
     *
     * @param memory of {@link #MEMORY} bytes
     * @param start  where the memory begins
     */
    public void fill(MutableDirectBuffer memory, int start) {
        for (int place = 0; place < count; place++) {
            payload.fill(memory, start + offset(place), tag(place));
        }
    }

    /**
     * Chooses the place to be read next.
     *
     * @param tag  that was read before: nobody can choose without it
     * @param step different each time, or else the chain would soon come back to where it was
     * @return any place, as a matter of luck
     */
    public int next(long tag, long step) {
        long mixed = (tag + step * 31) * FACTOR;
        mixed ^= mixed >>> 29;
        return (int) ((((mixed * FACTOR) >>> 32) * count) >>> 32);
    }
}
