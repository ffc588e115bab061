// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Zeros of the heap in the place of mapped memory that is about to be unmapped: who looks there by an oversight finds
 * memory, with or without checks of bounds.
 */
final class HeapTwin {
    private static final int START = Math.floorMod(-BufferUtil.ARRAY_BASE_OFFSET, Long.BYTES); // words stay aligned

    private final byte[] zeros;

    /**
     * Makes a twin.
     *
     * @param length bytes of the mapped memory
     */
    HeapTwin(int length) {
        zeros = new byte[START + length];
    }

    /**
     * Takes a buffer off the mapped memory. By the one thread that uses it.
     *
     * @param buffer wraps the mapped memory or a part of it
     */
    void replace(UnsafeBuffer buffer) {
        buffer.wrap(zeros, START + buffer.wrapAdjustment(), buffer.capacity());
    }
}
