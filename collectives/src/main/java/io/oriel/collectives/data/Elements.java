// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Span;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The elements of an array, or of a buffer: what every span is. */
public final class Elements implements Span {
    private static final byte[] NO_BYTES = {};
    private static final Elements NO_INTS = new Elements(ElementType.INT, new int[0], 0);
    private static final Elements NO_LONGS = new Elements(ElementType.LONG, new long[0], 0);
    private static final Elements NO_FLOATS = new Elements(ElementType.FLOAT, new float[0], 0);
    private static final Elements NO_DOUBLES = new Elements(ElementType.DOUBLE, new double[0], 0);
    private static final Elements NOTHING = new Elements(ElementType.BYTE, NO_BYTES, 0);

    private final ElementType type;
    private final Object array;
    private final @Nullable Slab slab;
    private final @Nullable MemoryRegion region;
    private final int base;
    private final int capacity;
    private int from;
    private int count;

    private Elements(ElementType type, Object array, int capacity) {
        this.type = type;
        this.array = array;
        this.capacity = capacity;
        slab = null;
        region = null;
        base = 0;
    }

    private Elements(ElementType type, Slab slab, int base, int capacity, @Nullable MemoryRegion region) {
        this.type = type;
        this.slab = slab;
        this.base = base;
        this.capacity = capacity;
        this.region = region;
        array = NO_BYTES;
        count = capacity;
    }

    /**
     * Returns a span of nothing.
     *
     * @return the same as any other
     */
    public static Elements none() {
        return none(ElementType.BYTE);
    }

    /**
     * Returns a span of nothing, for where elements of a type are expected.
     *
     * @param type of the elements
     * @return the same as any other of that type
     */
    public static Elements none(ElementType type) {
        return switch (type) {
            case BYTE -> NOTHING;
            case INT -> NO_INTS;
            case LONG -> NO_LONGS;
            case FLOAT -> NO_FLOATS;
            case DOUBLE -> NO_DOUBLES;
        };
    }

    /**
     * Spans an array.
     *
     * @param array the memory
     * @param from  first element
     * @param count how many
     * @return the span
     */
    public static Elements of(int[] array, int from, int count) {
        return new Elements(ElementType.INT, array, array.length).moveTo(from, count);
    }

    /**
     * Spans an array.
     *
     * @param array the memory
     * @param from  first element
     * @param count how many
     * @return the span
     */
    public static Elements of(long[] array, int from, int count) {
        return new Elements(ElementType.LONG, array, array.length).moveTo(from, count);
    }

    /**
     * Spans an array.
     *
     * @param array the memory
     * @param from  first element
     * @param count how many
     * @return the span
     */
    public static Elements of(float[] array, int from, int count) {
        return new Elements(ElementType.FLOAT, array, array.length).moveTo(from, count);
    }

    /**
     * Spans an array.
     *
     * @param array the memory
     * @param from  first element
     * @param count how many
     * @return the span
     */
    public static Elements of(double[] array, int from, int count) {
        return new Elements(ElementType.DOUBLE, array, array.length).moveTo(from, count);
    }

    /**
     * Spans a buffer.
     *
     * @param type   of the elements
     * @param buffer the memory
     * @param offset bytes to the first element
     * @param count  how many
     * @param region that the buffer is of; null if it is not registered
     * @return the span
     */
    public static Elements of(
            ElementType type, MutableDirectBuffer buffer, int offset, int count, @Nullable MemoryRegion region) {
        if (buffer.isExpandable()) {
            throw new IllegalArgumentException("buffer must not be expandable, was " + buffer.getClass());
        }
        if (offset < 0 || count < 0 || ((long) count << type.shift()) > buffer.capacity() - (long) offset) {
            throw new IllegalArgumentException("offset and count must lie in the buffer's " + buffer.capacity()
                    + " bytes, were " + offset + " and " + count + " of " + type);
        }
        if ((offset & (type.length() - 1)) != 0) {
            throw new IllegalArgumentException("offset must be a multiple of " + type.length() + ", was " + offset);
        }
        return new Elements(type, Slab.of(buffer), offset, count, region);
    }

    @Override
    public ElementType type() {
        return type;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Elements moveTo(int first, int length) {
        if (first < 0 || length < 0 || first > capacity - length) {
            throw new IllegalArgumentException(
                    "from and count must lie in 0.." + capacity + ", were " + first + " and " + length);
        }
        from = first;
        count = length;
        return this;
    }

    /**
     * Copies elements to another span of the same type; the two may be of the same memory.
     *
     * @param index   of the first element here
     * @param to      the other span
     * @param toIndex of the first element there
     * @param length  how many
     */
    public void copy(int index, Elements to, int toIndex, int length) {
        Slab source = slab;
        Slab target = to.slab;
        if (source != null) {
            source.get(offset(index), to, toIndex, length);
        } else if (target != null) {
            target.put(to.offset(toIndex), this, index, length);
        } else {
            System.arraycopy(array, from + index, to.array, to.from + toIndex, length);
        }
    }

    /**
     * Copies the elements to memory of their own.
     *
     * @return the copy
     */
    public Elements copy() {
        UnsafeBuffer memory = new UnsafeBuffer(new byte[Math.toIntExact(byteLength())]);
        Elements copied = of(type, memory, 0, count, null);
        copy(0, copied, 0, count);
        return copied;
    }

    /**
     * Tells how long the elements are together.
     *
     * @return bytes
     */
    public long byteLength() {
        return (long) count << type.shift();
    }

    /**
     * Returns the registered memory that the elements are in.
     *
     * @return null if they are elsewhere
     */
    public @Nullable MemoryRegion region() {
        return region;
    }

    /**
     * Returns where an element is in that memory.
     *
     * @param index of the element, from the span's first
     * @return bytes from the region's start
     */
    public int offset(int index) {
        return base + ((from + index) << type.shift());
    }

    /** Returns the memory, unless it is an array. */
    @Nullable
    Slab slab() {
        return slab;
    }

    /** Returns the array, of the type's class. */
    Object array() {
        return array;
    }

    /** Returns where the span begins in the array. */
    int from() {
        return from;
    }
}
