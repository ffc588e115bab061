// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.data.Elements;
import org.agrona.MutableDirectBuffer;

/**
 * Elements that an operation reads or fills: those of an array, of a buffer or of registered memory, or a range of them. Made
 * once, used for any number of operations.
 *
 * <p>A span refers to the memory, it does not copy it. Numbers in buffers are in the byte order of the host. Spans of memory
 * that {@link Communicator#allocateMemory} gave are read by the other ranks of a host directly, in one copy.
 *
 * <p>Not for implementation by users. <b>Threading:</b> as the memory under it.
 */
public interface Span {
    /** No elements, for ranks that give or take none. */
    Span NONE = Elements.none();

    /**
     * Returns what it consists of.
     *
     * @return the type
     */
    ElementType type();

    /**
     * Returns how many elements there are.
     *
     * @return the count
     */
    int count();

    /**
     * Moves this span to other elements of the same memory; not while an operation that was given it is under way. Does not
     * allocate.
     *
     * @param from  index of the first element, from the beginning of the array, or of what the span was made of
     * @param count how many
     * @return this span
     * @throws IllegalArgumentException if they are not all in the memory
     */
    Span moveTo(int from, int count);

    /**
     * Spans an array.
     *
     * @param array the memory
     * @return all its elements
     */
    static Span of(int[] array) {
        return of(array, 0, array.length);
    }

    /**
     * Spans a range of an array.
     *
     * @param array the memory
     * @param from  index of the first element
     * @param count how many
     * @return the range
     * @throws IllegalArgumentException if it is not in the array
     */
    static Span of(int[] array, int from, int count) {
        return Elements.of(array, from, count);
    }

    /**
     * Spans an array.
     *
     * @param array the memory
     * @return all its elements
     */
    static Span of(long[] array) {
        return of(array, 0, array.length);
    }

    /**
     * Spans a range of an array.
     *
     * @param array the memory
     * @param from  index of the first element
     * @param count how many
     * @return the range
     * @throws IllegalArgumentException if it is not in the array
     */
    static Span of(long[] array, int from, int count) {
        return Elements.of(array, from, count);
    }

    /**
     * Spans an array.
     *
     * @param array the memory
     * @return all its elements
     */
    static Span of(float[] array) {
        return of(array, 0, array.length);
    }

    /**
     * Spans a range of an array.
     *
     * @param array the memory
     * @param from  index of the first element
     * @param count how many
     * @return the range
     * @throws IllegalArgumentException if it is not in the array
     */
    static Span of(float[] array, int from, int count) {
        return Elements.of(array, from, count);
    }

    /**
     * Spans an array.
     *
     * @param array the memory
     * @return all its elements
     */
    static Span of(double[] array) {
        return of(array, 0, array.length);
    }

    /**
     * Spans a range of an array.
     *
     * @param array the memory
     * @param from  index of the first element
     * @param count how many
     * @return the range
     * @throws IllegalArgumentException if it is not in the array
     */
    static Span of(double[] array, int from, int count) {
        return Elements.of(array, from, count);
    }

    /**
     * Spans a part of a buffer, on the heap or direct.
     *
     * @param type   of the elements
     * @param buffer the memory, not expandable
     * @param offset bytes from the buffer's start to the first element, a multiple of an element's length
     * @param count  how many elements
     * @return the part
     * @throws IllegalArgumentException if it is not in the buffer, or not aligned
     */
    static Span of(ElementType type, MutableDirectBuffer buffer, int offset, int count) {
        return Elements.of(type, buffer, offset, count, null);
    }

    /**
     * Spans a part of registered memory.
     *
     * @param type   of the elements
     * @param region the memory
     * @param offset bytes from the region's start to the first element, a multiple of an element's length
     * @param count  how many elements
     * @return the part
     * @throws IllegalArgumentException if it is not in the region, or not aligned
     */
    static Span of(ElementType type, MemoryRegion region, int offset, int count) {
        return Elements.of(type, region.buffer(), offset, count, region);
    }
}
