// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.transport.RegionMemory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory as a port allocates it, with an id of its own. */
public final class MappedMemory implements RegionMemory {
    private static final AtomicLong LAST_ID = new AtomicLong();

    private final UnsafeBuffer buffer;
    private final long id = LAST_ID.incrementAndGet();
    private final Runnable onRelease;

    /** Allocates zeros. */
    public MappedMemory(int length, Runnable onRelease) {
        buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
        this.onRelease = onRelease;
    }

    @Override
    public UnsafeBuffer buffer() {
        return buffer;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public void release() {
        onRelease.run();
    }
}
