// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;

/**
 * Memory that the test has registered with the peer: each process has a copy of it. Whoever begins or ends a call tells the
 * other what has changed since, so that the copies are the same when it matters.
 *
 * <p>Threading: the thread that makes the calls, or carries them out.
 */
public final class MemoryCopies {
    private final Map<Integer, Copy> copies = new LinkedHashMap<>();

    private static final class Copy {
        final MutableDirectBuffer buffer;
        byte[] told;

        Copy(MutableDirectBuffer buffer) {
            this.buffer = buffer;
            told = ValueCodec.bytesOf(buffer);
        }
    }

    /** Begins without any memory. */
    public MemoryCopies() {}

    /**
     * Adds a region's memory, which is the same in both processes now.
     *
     * @param region the number of the region, the same in both
     * @param buffer this process's copy
     */
    public void add(int region, MutableDirectBuffer buffer) {
        copies.put(region, new Copy(buffer));
    }

    /** Forgets all memory; the other process must do so as well. */
    public void clear() {
        copies.clear();
    }

    /**
     * Writes what this process has changed since it last wrote or read.
     *
     * @param out takes it
     * @throws IOException if the stream fails
     */
    public void writeChanges(DataOutputStream out) throws IOException {
        out.writeInt(copies.size());
        for (Map.Entry<Integer, Copy> entry : copies.entrySet()) {
            Copy copy = entry.getValue();
            byte[] now = ValueCodec.bytesOf(copy.buffer);
            boolean isChanged = !Arrays.equals(now, copy.told);
            out.writeInt(entry.getKey());
            out.writeBoolean(isChanged);
            if (isChanged) {
                copy.told = now;
                ValueCodec.writeBytes(out, now);
            }
        }
    }

    /**
     * Reads what the other process has changed, into this one's copies.
     *
     * @param in has what {@link #writeChanges} wrote there
     * @throws IOException if the stream holds something else
     */
    public void readChanges(DataInputStream in) throws IOException {
        for (int i = in.readInt(); i > 0; i--) {
            Copy copy = Objects.requireNonNull(copies.get(in.readInt()));
            if (in.readBoolean()) {
                copy.told = ValueCodec.readBytes(in);
                copy.buffer.putBytes(0, copy.told);
            }
        }
    }
}
