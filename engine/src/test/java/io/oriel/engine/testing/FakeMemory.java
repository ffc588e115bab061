// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.RegionMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The memory of a link whose peer is the test. */
public final class FakeMemory implements LinkMemory {
    /** Where an end of a link says what it is copying. */
    public static final int HAZARD_OFFSET = 128;

    private final UnsafeBuffer own = new UnsafeBuffer(ByteBuffer.allocateDirect(DirectLayout.LENGTH));
    private final UnsafeBuffer peer = new UnsafeBuffer(ByteBuffer.allocateDirect(DirectLayout.LENGTH));
    private final Map<Long, UnsafeBuffer> peerRegions = new HashMap<>();
    private final List<Long> mapped = new ArrayList<>();
    private boolean isOutOfRoom;
    private boolean peerGone;

    /** Creates memory of zeros. */
    public FakeMemory() {}

    /** Lets a region of the peer be mapped. */
    public void addPeerRegion(RegionMemory memory) {
        peerRegions.put(memory.id(), memory.buffer());
    }

    /** The peer deregisters a region. */
    public void removePeerRegion(RegionMemory memory) {
        peerRegions.remove(memory.id());
    }

    /** Lets mapping fail, or work again. */
    public void outOfRoom(boolean value) {
        isOutOfRoom = value;
    }

    /** Returns the ids that were mapped, in order. */
    public List<Long> mapped() {
        return mapped;
    }

    /** The peer begins an access, or ends it with 0. */
    public void peerHazard(long tag) {
        peer.putLong(HAZARD_OFFSET, tag);
    }

    /** The peer's process has ended. */
    public void endPeer() {
        peerGone = true;
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
        mapped.add(regionId);
        if (isOutOfRoom) {
            throw new NdException(NdStatus.INSUFFICIENT_RESOURCES, "no room to map " + regionId);
        }
        UnsafeBuffer region = peerRegions.get(regionId);
        if (region == null) {
            return null;
        }
        Part within = part.within(region.capacity());
        return new UnsafeBuffer(region, (int) within.start(), (int) within.length());
    }

    @Override
    public boolean isPeerGone() {
        return peerGone;
    }
}
