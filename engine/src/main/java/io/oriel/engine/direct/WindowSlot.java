// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One slot of the table, as its owner writes it; it serves many bindings in turn, each with a stamp of its own. By the
 * domain's owner. See {@link DirectLayout}.
 */
public final class WindowSlot {
    private static final long NOT_BOUND = 0;

    private final WindowSlots table;
    private final LinkMemory memory;
    private final UnsafeBuffer own;
    private final UnsafeBuffer peer;
    private final Guards guards;
    private final int index;
    private final int offset;
    private long stamp;
    private long endpoint;

    /** Its neighbour among those that are free, or that rest. */
    @Nullable
    WindowSlot next;

    WindowSlot(WindowSlots table, LinkMemory memory, Guards guards, int index) {
        this.table = table;
        this.memory = memory;
        this.guards = guards;
        this.index = index;
        own = memory.own();
        peer = memory.peer();
        offset = DirectLayout.slotOffset(index);
    }

    void begin(long stamped, long forEndpoint) {
        stamp = stamped;
        endpoint = forEndpoint;
    }

    /** Returns where the peer finds the binding. */
    public int slot() {
        return index;
    }

    /** Returns the stamp of the present binding, which no other has on the link; never 0. */
    public long stamp() {
        return stamp;
    }

    /**
     * Shows the binding: the peer may use it from now on.
     *
     * @param token    of the binding
     * @param regionId by which the peer maps the memory
     * @param start    bytes from the region's start
     * @param length   bytes
     * @param rights   ALLOW flags of {@link io.oriel.api.OpFlags}
     */
    public void show(long token, long regionId, long start, long length, int rights) {
        own.putLong(offset + DirectLayout.TOKEN, token);
        own.putLong(offset + DirectLayout.REGION_ID, regionId);
        own.putLong(offset + DirectLayout.START, start);
        own.putLong(offset + DirectLayout.WINDOW_LENGTH, length);
        own.putInt(offset + DirectLayout.RIGHTS, rights);
        own.putLong(offset + DirectLayout.ENDPOINT, endpoint);
        own.putLongRelease(offset + DirectLayout.STAMP, stamp); // Pairs with DirectAccess#hold: the grant is complete.
    }

    /**
     * Takes the binding back: no access begins any more.
     *
     * @return true if none goes on; false if one may, until {@link #isQuiet}
     */
    public boolean revoke() {
        own.putLongRelease(offset + DirectLayout.STAMP, NOT_BOUND);
        guards.ownerFence(); // Pairs with DirectAccess#hold: either it sees the slot changed, or we see its hazard.
        boolean quiet = isQuiet(stamp);
        if (quiet) {
            table.giveBack(this);
        } else {
            table.letRest(this);
        }
        return quiet;
    }

    /**
     * Tells whether no access under a binding that was taken back goes on.
     *
     * @param revoked stamp of that binding
     * @return true if so: then none ever will
     */
    public boolean isQuiet(long revoked) {
        // Pairs with DirectAccess#leave: the copy is complete.
        return guards.isQuiet(peer.getLongVolatile(DirectLayout.HAZARD_OFFSET), revoked) || memory.isPeerGone();
    }

    /** Gives up a stamp that was never shown. */
    public void forget() {
        table.giveBack(this);
    }
}
