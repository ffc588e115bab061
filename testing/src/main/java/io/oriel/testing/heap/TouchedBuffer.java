// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory that two processes share, as one of them sees it: before each access of the direct path it may be stopped. */
final class TouchedBuffer extends UnsafeBuffer {
    private final HeapProcess process;

    TouchedBuffer(ByteBuffer memory, HeapProcess process) {
        super(memory);
        this.process = process;
    }

    @Override
    public void boundsCheck(int index, int length) {
        touch();
        super.boundsCheck(index, length);
    }

    @Override
    public long getLongVolatile(int index) {
        touch();
        return super.getLongVolatile(index);
    }

    @Override
    public void putLongRelease(int index, long value) {
        touch();
        super.putLongRelease(index, value);
    }

    @Override
    public boolean compareAndSetLong(int index, long expected, long value) {
        touch();
        return super.compareAndSetLong(index, expected, value);
    }

    @Override
    public long getAndAddLong(int index, long delta) {
        touch();
        return super.getAndAddLong(index, delta);
    }

    @Override
    public long getAndSetLong(int index, long value) {
        touch();
        return super.getAndSetLong(index, value);
    }

    @Override
    public void putLong(int index, long value) {
        touch();
        super.putLong(index, value);
    }

    @Override
    public void putInt(int index, int value) {
        touch();
        super.putInt(index, value);
    }

    @Override
    public void putByte(int index, byte value) {
        touch();
        super.putByte(index, value);
    }

    @Override
    public void putBytes(int index, DirectBuffer from, int fromIndex, int length) {
        touch();
        super.putBytes(index, from, fromIndex, length);
    }

    @Override
    public void getBytes(int index, MutableDirectBuffer to, int toIndex, int length) {
        touch();
        super.getBytes(index, to, toIndex, length);
    }

    private void touch() {
        if (process != null) { // not yet, while it is wrapped
            process.touched();
        }
    }
}
