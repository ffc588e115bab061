// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** Registered memory in the middle of other memory, which nobody may touch. */
public final class Memory {
    /** What {@link #firstChange} returns when there is none. */
    public static final int NO_CHANGE = Integer.MIN_VALUE;

    private static final int MARGIN = 128;

    private final byte[] bytes;
    private final byte[] before;
    private final Region region;

    /** Registers memory of one value. */
    public Memory(RegionTable regions, int length, int access, byte value) {
        bytes = new byte[length + 2 * MARGIN];
        Arrays.fill(bytes, value);
        before = bytes.clone();
        region = regions.add(new UnsafeBuffer(bytes, MARGIN, length), access);
    }

    /** Returns the region. */
    public Region region() {
        return region;
    }

    /** Returns a byte. */
    public byte get(int offset) {
        return bytes[MARGIN + offset];
    }

    /** Sets a byte, as the application does. */
    public void put(int offset, byte value) {
        bytes[MARGIN + offset] = value;
        before[MARGIN + offset] = value;
    }

    /** Accepts the present bytes of a range, so that they count as not changed. */
    public void accept(int offset, int length) {
        System.arraycopy(bytes, MARGIN + offset, before, MARGIN + offset, length);
    }

    /** Returns where a byte has changed that was not accepted, from the start; {@link #NO_CHANGE} if none has. */
    public int firstChange() {
        int at = Arrays.mismatch(bytes, before);
        return at < 0 ? NO_CHANGE : at - MARGIN;
    }

    /** Tells whether some byte has a value. */
    public boolean contains(byte value) {
        return contains(bytes, value);
    }

    /** Tells whether one of some bytes has a value. */
    public static boolean contains(byte[] bytes, byte value) {
        for (byte each : bytes) {
            if (each == value) {
                return true;
            }
        }
        return false;
    }
}
