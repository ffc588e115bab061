// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.RegionMemory;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The memory that two processes in the heap see of each other. */
final class HeapMemory implements LinkMemory {
    private final HeapProcess process;
    private final UnsafeBuffer own;
    private final UnsafeBuffer peer;
    private final Regions peerRegions;
    private final BooleanSupplier isPeerGone;

    /** The regions of one port, by id. */
    static final class Regions {
        private final Map<Long, UnsafeBuffer> byId = new HashMap<>();
        private long lastId;

        RegionMemory allocate(int length) {
            UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocate(length));
            long id = ++lastId;
            byId.put(id, buffer);
            return new RegionMemory() {
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
                    byId.remove(id);
                }
            };
        }

        int count() {
            return byId.size();
        }

        @Nullable
        UnsafeBuffer find(long id) {
            return byId.get(id);
        }
    }

    HeapMemory(HeapProcess process, ByteBuffer own, ByteBuffer peer, Regions peerRegions, BooleanSupplier isPeerGone) {
        this.process = process;
        this.own = new TouchedBuffer(own, process);
        this.peer = new TouchedBuffer(peer, process);
        this.peerRegions = peerRegions;
        this.isPeerGone = isPeerGone;
    }

    /** Makes what one end writes. */
    static ByteBuffer newPiece() {
        return ByteBuffer.allocateDirect(DirectLayout.LENGTH);
    }

    @Override
    public UnsafeBuffer own() {
        return own;
    }

    @Override
    public UnsafeBuffer peer() {
        return peer;
    }

    @Override
    public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
        process.failures().map();
        UnsafeBuffer region = peerRegions.find(regionId);
        if (region == null) {
            return null;
        }
        Part within = part.within(region.capacity());
        ByteBuffer bytes = Objects.requireNonNull(region.byteBuffer());
        return new TouchedBuffer(bytes.slice((int) within.start(), (int) within.length()), process);
    }

    @Override
    public void beforeStep() {
        process.touched();
    }

    @Override
    public boolean isPeerGone() {
        return isPeerGone.getAsBoolean();
    }
}
