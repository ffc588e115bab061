// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.shm.directory.PeerDirectory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The memory of one link: a file of each end's, and the peer's regions. */
public final class ShmLinkMemory implements LinkMemory {
    private static final byte[] NOTHING = {};

    private final ControlLoop loop;
    private final PeerDirectory directory;
    private final UnsafeBuffer own;
    private final UnsafeBuffer peer;
    private volatile boolean isPeerGone;

    // Used by the domain's owner, and by a worker when it has let go.
    private final List<ByteBuffer> unused = new ArrayList<>();

    // Used by the agent alone.
    private @Nullable UnsafeBuffer watched;

    private ShmLinkMemory(
            ControlLoop loop, PeerDirectory directory, UnsafeBuffer own, UnsafeBuffer peer, UnsafeBuffer watched) {
        this.loop = loop;
        this.directory = directory;
        this.own = own;
        this.peer = peer;
        this.watched = watched;
    }

    /**
     * Shows the memory of a link whose sides both want direct access.
     *
     * @param loop      has workers
     * @param directory of the peer's process
     * @param words     of the link
     * @return the memory
     */
    public static ShmLinkMemory of(ControlLoop loop, PeerDirectory directory, LinkWords words) {
        PeerLinkFile peer = words.peerLink();
        return new ShmLinkMemory(loop, directory, words.own().direct(), peer.direct(), peer.directApart());
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
    public boolean isWritable() {
        return directory.isWritable();
    }

    @Override
    public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
        return loop.callBlocking(() -> MappedRegion.map(directory, regionId, isWritable, part));
    }

    @Override
    public void unmapRegion(UnsafeBuffer region) {
        ByteBuffer bytes = region.byteBuffer();
        if (bytes == null) {
            return; // it was let go before
        }
        try {
            unused.add(bytes);
        } catch (OutOfMemoryError e) {
            return; // the collector unmaps it
        }
        region.wrap(NOTHING);
    }

    /** Unmaps the regions that the domain's owner has let go of. May block. */
    public void unmapRegions() {
        unused.forEach(IoUtil::unmap);
        unused.clear();
    }

    @Override
    public boolean isPeerGone() {
        return isPeerGone;
    }

    /** Tells whether the peer is, by what it shows, copying from or to this side's memory. On the agent. */
    public boolean isPeerInside() {
        UnsafeBuffer shown = watched;
        return !isPeerGone && shown != null && DirectLayout.isHazardSet(shown);
    }

    /** The peer is not inside and never will be: nobody looks at what it shows any more. On the agent. */
    public void endWatch() {
        watched = null;
    }

    /** The peer's process has died, or has let go of the link. On the agent. */
    public void peerGone() {
        isPeerGone = true;
    }
}
