// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.Uninterruptibly;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.ProcessName;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The memory of one link: a file of each end's, and the peer's regions. */
public final class ShmLinkMemory implements LinkMemory {
    private final ControlLoop loop;
    private final BaseDirectory base;
    private final ProcessName peerProcess;
    private final UnsafeBuffer own;
    private final UnsafeBuffer peer;
    private volatile boolean isPeerGone;

    private ShmLinkMemory(ProcessHome home, ProcessName peerProcess, UnsafeBuffer own, UnsafeBuffer peer) {
        loop = home.loop();
        base = home.base();
        this.peerProcess = peerProcess;
        this.own = own;
        this.peer = peer;
    }

    /**
     * Shows the memory of a link whose sides both want direct access.
     *
     * @param home        of this process
     * @param peerProcess the peer's
     * @param own         this end's file
     * @param peer        the peer's file
     * @return the memory
     */
    public static ShmLinkMemory of(ProcessHome home, ProcessName peerProcess, LinkFile own, PeerLinkFile peer) {
        return new ShmLinkMemory(home, peerProcess, own.direct(), peer.direct());
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
    public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable) {
        return Uninterruptibly.call(loop, () -> MappedRegion.map(base, peerProcess, regionId, isWritable));
    }

    @Override
    public boolean isPeerGone() {
        return isPeerGone;
    }

    /** Tells whether the peer is, by what it shows, copying from or to this side's memory. From any thread. */
    public boolean isPeerInside() {
        return !isPeerGone && DirectLayout.isHazardSet(peer);
    }

    /** The peer's process has died, or has let go of the link. On the agent. */
    public void peerGone() {
        isPeerGone = true;
    }
}
