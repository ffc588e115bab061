// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.peer;

import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.memory.ShmLinkMemory;
import org.jspecify.annotations.Nullable;

/** Finds out whether the peer of a link that has ended may still be copying. By the agent. */
public final class PeerWatch {
    private final ProcessHome home;
    private final PeerDirectory peer;
    private final @Nullable ShmLinkMemory memory;

    /**
     * Creates a watch that has not begun.
     *
     * @param home    of this process
     * @param peer    the directory of its process
     * @param memory  that the peer may be inside of; null if there is none
     */
    public PeerWatch(ProcessHome home, PeerDirectory peer, @Nullable ShmLinkMemory memory) {
        this.home = home;
        this.peer = peer;
        this.memory = memory;
    }

    /** Tells whether the two adapters of the link are in one process. */
    public boolean isPeerInThisProcess() {
        return peer.process().isSameProcess(home.process().name()); // checked when the directory was opened
    }

    /**
     * The peer's socket has ended.
     *
     * @param onDeath is run once its process is dead, or has had long enough to show that
     */
    public void onEnd(Runnable onDeath) {
        if (isPeerInThisProcess()) {
            // Asking for a lock of our own would lose it. Nobody dies alone in a process: the peer's thread may go on
            // copying, and its hazard tells.
            onDeath.run();
        } else {
            DeathWatch.begin(home, peer.life(), this::noteGone, () -> {
                beginIfInside();
                onDeath.run();
            });
        }
    }

    /** The peer copies nothing any more: its process is dead for certain, or it has let go of the link. */
    public void noteGone() {
        if (memory != null) {
            memory.peerGone();
        }
    }

    /** Nobody will tell of the peer's end any more; if it is stopped inside our memory we must see it ourselves. */
    public void beginIfInside() {
        if (memory != null && !isPeerInThisProcess() && memory.isPeerInside()) {
            DeathWatch.beginWhile(home, peer.life(), memory::isPeerInside, this::noteGone);
        }
    }
}
