// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

import io.oriel.collectives.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory as elements of any type: copies between it and arrays. Indices are bytes from its start, and multiples of an
 * element's length.
 *
 * <p>Many elements go by one bulk copy of a typed view; a few are cheaper one by one.
 */
public final class Slab {
    private static final int FEW = 8;

    private final UnsafeBuffer buffer;
    private final @Nullable Views views;

    /** The same memory, typed. */
    private record Views(IntBuffer ints, LongBuffer longs, FloatBuffer floats, DoubleBuffer doubles) {
        static Views of(ByteBuffer memory) {
            ByteBuffer bytes = memory.order(ByteOrder.nativeOrder());
            return new Views(bytes.asIntBuffer(), bytes.asLongBuffer(), bytes.asFloatBuffer(), bytes.asDoubleBuffer());
        }
    }

    private Slab(UnsafeBuffer buffer, @Nullable Views views) {
        this.buffer = buffer;
        this.views = views;
    }

    /**
     * Makes a slab of a buffer's memory.
     *
     * @param buffer wrapping it; may wrap other memory afterwards
     * @return the slab
     */
    public static Slab of(DirectBuffer buffer) {
        UnsafeBuffer own = new UnsafeBuffer(buffer, 0, buffer.capacity());
        byte[] array = buffer.byteArray();
        ByteBuffer bytes = buffer.byteBuffer();
        if (array != null) {
            return new Slab(
                    own,
                    Views.of(ByteBuffer.wrap(array, buffer.wrapAdjustment(), own.capacity())
                            .slice()));
        }
        return new Slab(own, bytes == null ? null : Views.of(part(bytes, buffer.wrapAdjustment(), own.capacity())));
    }

    private static ByteBuffer part(ByteBuffer bytes, int start, int length) {
        ByteBuffer copy = bytes.duplicate();
        copy.clear();
        return copy.slice(start, length);
    }

    /**
     * Returns the memory.
     *
     * @return a buffer of its own on it
     */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /**
     * Copies elements of a span into the memory.
     *
     * @param at    where to
     * @param from  the span
     * @param index of the first element in the span
     * @param count how many
     */
    public void put(int at, Elements from, int index, int count) {
        Slab source = from.slab();
        if (source != null) {
            buffer.putBytes(
                    at, source.buffer, from.offset(index), count << from.type().shift());
            return;
        }
        int first = from.from() + index;
        switch (from.type()) {
            case INT -> put(at, (int[]) from.array(), first, count);
            case LONG -> put(at, (long[]) from.array(), first, count);
            case FLOAT -> put(at, (float[]) from.array(), first, count);
            case DOUBLE -> put(at, (double[]) from.array(), first, count);
            case BYTE -> buffer.putBytes(at, (byte[]) from.array(), first, count);
        }
    }

    /**
     * Copies elements of the memory into a span.
     *
     * @param at    where from
     * @param to    the span
     * @param index of the first element in the span
     * @param count how many
     */
    public void get(int at, Elements to, int index, int count) {
        Slab target = to.slab();
        if (target != null) {
            target.buffer.putBytes(
                    to.offset(index), buffer, at, count << to.type().shift());
            return;
        }
        int first = to.from() + index;
        switch (to.type()) {
            case INT -> get(at, (int[]) to.array(), first, count);
            case LONG -> get(at, (long[]) to.array(), first, count);
            case FLOAT -> get(at, (float[]) to.array(), first, count);
            case DOUBLE -> get(at, (double[]) to.array(), first, count);
            case BYTE -> buffer.getBytes(at, (byte[]) to.array(), first, count);
        }
    }

    void put(int at, int[] from, int first, int count) {
        if (count > FEW && views != null) {
            views.ints.put(at >> ElementType.INT.shift(), from, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            buffer.putInt(at + i * Integer.BYTES, from[first + i]);
        }
    }

    void get(int at, int[] to, int first, int count) {
        if (count > FEW && views != null) {
            views.ints.get(at >> ElementType.INT.shift(), to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[first + i] = buffer.getInt(at + i * Integer.BYTES);
        }
    }

    void put(int at, long[] from, int first, int count) {
        if (count > FEW && views != null) {
            views.longs.put(at >> ElementType.LONG.shift(), from, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            buffer.putLong(at + i * Long.BYTES, from[first + i]);
        }
    }

    void get(int at, long[] to, int first, int count) {
        if (count > FEW && views != null) {
            views.longs.get(at >> ElementType.LONG.shift(), to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[first + i] = buffer.getLong(at + i * Long.BYTES);
        }
    }

    void put(int at, float[] from, int first, int count) {
        if (count > FEW && views != null) {
            views.floats.put(at >> ElementType.FLOAT.shift(), from, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            buffer.putFloat(at + i * Float.BYTES, from[first + i]);
        }
    }

    void get(int at, float[] to, int first, int count) {
        if (count > FEW && views != null) {
            views.floats.get(at >> ElementType.FLOAT.shift(), to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[first + i] = buffer.getFloat(at + i * Float.BYTES);
        }
    }

    void put(int at, double[] from, int first, int count) {
        if (count > FEW && views != null) {
            views.doubles.put(at >> ElementType.DOUBLE.shift(), from, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            buffer.putDouble(at + i * Double.BYTES, from[first + i]);
        }
    }

    void get(int at, double[] to, int first, int count) {
        if (count > FEW && views != null) {
            views.doubles.get(at >> ElementType.DOUBLE.shift(), to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[first + i] = buffer.getDouble(at + i * Double.BYTES);
        }
    }
}
