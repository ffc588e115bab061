// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.failure;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A frame whose handler has no memory left at the first byte that it reads. */
public final class FailingBuffer extends UnsafeBuffer {
    public FailingBuffer(DirectBuffer frame) {
        super(frame);
    }

    @Override
    public void boundsCheck(int index, int length) {
        throw fail();
    }

    @Override
    public byte getByte(int index) {
        throw fail();
    }

    @Override
    public short getShort(int index) {
        throw fail();
    }

    @Override
    public int getInt(int index) {
        throw fail();
    }

    @Override
    public int getInt(int index, java.nio.ByteOrder order) {
        throw fail();
    }

    @Override
    public long getLong(int index) {
        throw fail();
    }

    @Override
    public long getLong(int index, java.nio.ByteOrder order) {
        throw fail();
    }

    private static NoMemoryError fail() {
        return new NoMemoryError("no memory in a frame's handler");
    }
}
