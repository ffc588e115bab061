// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.api.OpFlags;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkMemory;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The direct paths of one link: what this end shows the peer, and its own way into the peer's memory. */
public final class DirectLink {
    private static final int CHANGES = OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;

    private final LinkMemory memory;
    private final WindowSlots windows;
    private final DirectAccess access;
    private final PeerRegions regions;

    /** Creates the paths; guards are of all accesses. */
    DirectLink(LinkMemory memory, Guards guards) {
        this.memory = memory;
        windows = new WindowSlots(memory, guards);
        access = new DirectAccess(memory, guards);
        regions = new PeerRegions(memory);
    }

    /**
     * Creates the paths of a link.
     *
     * @param link any
     * @return null if its ends share no memory
     */
    public static @Nullable DirectLink of(Link link) {
        LinkMemory memory = link.memory();
        return memory == null ? null : over(memory);
    }

    /**
     * Creates the paths of a link whose ends share memory.
     *
     * @param memory of the link
     * @return the paths, with nothing shown yet
     */
    public static DirectLink over(LinkMemory memory) {
        return new DirectLink(memory, Guards.ALL);
    }

    /**
     * Prepares the use of a binding whose descriptor was just opened: maps what it is of. A control call of the domain's owner.
     *
     * @param target what the descriptor says, which is not to be trusted
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if that cannot be mapped
     */
    public void open(PeerBinding target) {
        if (!target.isDirect()) {
            return;
        }
        if (!memory.isWritable()) {
            target.rights &= ~CHANGES; // nothing is stored directly into memory that is mapped for reading
            if (target.rights == 0) {
                target.renounce();
                return;
            }
        }
        if (DirectLayout.isSlot(target.slot)) {
            regions.open(target, (target.rights & CHANGES) != 0);
        } else {
            target.refuse();
        }
    }

    /**
     * Lets go of a link whose connections have all ended, with what is mapped for it. By the domain's owner.
     *
     * @param link   any
     * @param direct its paths; null if it has none
     */
    public static void letGo(Link link, @Nullable DirectLink direct) {
        if (direct == null || direct.isQuiet()) {
            if (direct != null) {
                direct.access.letGo();
                direct.regions.letGo();
            }
            link.letGo();
        }
    }

    /**
     * Tells whether the peer is in no access: then it never will be in one again, since nothing is shown to it any more. What
     * waits for a peer that was stopped inside has to see its hazard for as long as it is there.
     */
    private boolean isQuiet() {
        VarHandle.fullFence(); // Pairs with DirectAccess#hold: either it sees that all is taken back, or we see its
        // hazard.
        return !DirectLayout.isHazardSet(memory.peer()) || memory.isPeerGone();
    }

    /** Returns the memory that both ends see. */
    public LinkMemory memory() {
        return memory;
    }

    /**
     * Tells whether the peer reaches a window through mapped memory. Where it maps memory to read it, a window that does not grant Read
     * is reached through the responder alone: the peer would else be told of a file whose bytes it may not read.
     *
     * @param rights ALLOW flags of {@link OpFlags} that the window grants
     * @return false if the window needs no slot
     */
    public boolean isReached(int rights) {
        return memory.isWritable() || (rights & OpFlags.ALLOW_READ) != 0;
    }

    /**
     * Takes a slot for a binding that is about to be made.
     *
     * @param endpoint of the peer's, which may use it: {@link DirectLayout#user}
     * @return the slot, with a new stamp, not shown; null if all are in use
     */
    public @Nullable WindowSlot reserve(long endpoint) {
        return windows.reserve(endpoint);
    }

    /** Returns the way into the peer's memory. */
    public DirectAccess access() {
        return access;
    }

    /** Returns what this end shows the peer. */
    WindowSlots windows() {
        return windows;
    }

    /** Returns the peer's regions. */
    PeerRegions regions() {
        return regions;
    }
}
