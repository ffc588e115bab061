// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.memory.Exposure;
import io.oriel.engine.transport.LinkMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** One slot of the table, as its owner writes it. See {@link DirectLayout}. */
public final class WindowSlot implements Exposure {
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

    @Override
    public int slot() {
        return index;
    }

    @Override
    public long stamp() {
        return stamp;
    }

    @Override
    public void show(long token, long regionId, long start, long length, int rights) {
        own.putLong(offset + DirectLayout.TOKEN, token);
        own.putLong(offset + DirectLayout.REGION_ID, regionId);
        own.putLong(offset + DirectLayout.START, start);
        own.putLong(offset + DirectLayout.WINDOW_LENGTH, length);
        own.putInt(offset + DirectLayout.RIGHTS, rights);
        own.putLong(offset + DirectLayout.ENDPOINT, endpoint);
        own.putLongRelease(offset + DirectLayout.STAMP, stamp); // Pairs with DirectAccess#hold: the grant is complete.
    }

    @Override
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

    @Override
    public boolean isQuiet(long revoked) {
        // Pairs with DirectAccess#leave: the copy is complete.
        return guards.isQuiet(peer.getLongVolatile(DirectLayout.HAZARD_OFFSET), revoked) || memory.isPeerGone();
    }

    @Override
    public void forget() {
        table.giveBack(this);
    }
}
