// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * This end's way into the peer's memory. By the domain's owner: it is in one access at a time, so a link needs one hazard.
 *
 * <p>An access begins with {@link #enter} or {@link #enterAgain}; if that succeeds, at most {@value #MAX_CHUNK} bytes are
 * copied, and {@link #leave} follows, whatever happens.
 */
public final class DirectAccess {
    /** Bytes copied under one hazard: how long an Invalidate may have to wait. */
    public static final int MAX_CHUNK = 64 * 1024;

    private static final long NOTHING = 0;

    private final UnsafeBuffer own;
    private final UnsafeBuffer peer;
    private final Guards guards;
    private long count;

    DirectAccess(LinkMemory memory, Guards guards) {
        own = memory.own();
        peer = memory.peer();
        this.guards = guards;
    }

    /**
     * Begins an access.
     *
     * @param target the binding
     * @param user   this side's endpoint, see {@link DirectLayout#user}
     * @param right  one of the ALLOW flags of {@link io.oriel.api.OpFlags}
     * @param at     bytes from the binding's start
     * @param size   bytes of the whole request from there
     * @return false if the binding does not grant that: nothing was touched, and nothing is to be left
     */
    public boolean enter(PeerBinding target, long user, int right, long at, long size) {
        if (!hold(peer, DirectLayout.slotOffset(target.slot), target.stamp, target.stamp)) {
            return false;
        }
        boolean granted = false;
        try {
            granted = (target.isConfirmed || confirm(target, user))
                    && guards.isGranted(target.rights, right)
                    && guards.isInside(at, size, target.length);
        } finally { // a file of the peer's that is cut short is an Error
            if (!granted) {
                leave();
            }
        }
        return granted;
    }

    /**
     * Goes on with a request after {@link #leave}.
     *
     * @param target the binding that was entered
     * @return false if it was taken back meanwhile
     */
    public boolean enterAgain(PeerBinding target) {
        return holdAgain(peer, DirectLayout.slotOffset(target.slot), target.stamp, target.stamp);
    }

    /**
     * Begins an access to what an entry of the peer's shows.
     *
     * @param table    of the entry
     * @param offset   of the word that changes when the entry is taken back
     * @param expected what the word must be
     * @param hazard   names the entry
     * @return false if it is another: nothing is to be left
     */
    boolean hold(UnsafeBuffer table, int offset, long expected, long hazard) {
        count++;
        boolean held = false;
        try {
            own.putLong(DirectLayout.HAZARD_OFFSET, hazard);
            guards.accessFence(); // Pairs with WindowSlot#revoke: either it sees our hazard, or we see the entry
            // changed.
            // Pairs with WindowSlot#show and ReceiveRing#show: the entry is complete.
            held = guards.isCurrent(table.getLongVolatile(offset), expected);
        } finally {
            if (!held) {
                leave();
            }
        }
        return held;
    }

    /**
     * Goes on after {@link #leave}, as {@link #hold}.
     *
     * @param table    of the entry
     * @param offset   of its word
     * @param expected what the word must be
     * @param hazard   names the entry
     * @return false if it was taken back meanwhile
     */
    boolean holdAgain(UnsafeBuffer table, int offset, long expected, long hazard) {
        count++;
        boolean held = false;
        try {
            own.putLong(DirectLayout.HAZARD_OFFSET, hazard);
            guards.accessFence(); // as in hold
            held = guards.isStillCurrent(table.getLongVolatile(offset), expected);
        } finally {
            if (!held) {
                leave();
            }
        }
        return held;
    }

    /** Tells whether a range lies in what an entry shows. */
    boolean isInside(long offset, long size, long length) {
        return guards.isInside(offset, size, length);
    }

    /** Returns how many accesses were begun, those included that were not granted. */
    public long count() {
        return count;
    }

    /** Ends an access. */
    public void leave() {
        own.putLongRelease(DirectLayout.HAZARD_OFFSET, NOTHING); // Pairs with WindowSlot#isQuiet: the copy is complete.
    }

    /** Reads the grant. It stays as it is under this stamp, so that once is enough. */
    private boolean confirm(PeerBinding target, long user) {
        UnsafeBuffer memory = target.memory;
        int offset = DirectLayout.slotOffset(target.slot);
        long start = peer.getLong(offset + DirectLayout.START);
        long length = peer.getLong(offset + DirectLayout.WINDOW_LENGTH);
        if (memory == null
                || peer.getLong(offset + DirectLayout.REGION_ID) != target.regionId
                || !guards.isToken(peer.getLong(offset + DirectLayout.TOKEN), target.token)
                || !guards.isFor(peer.getLong(offset + DirectLayout.ENDPOINT), user)
                || start < 0
                || length < 0
                || length > memory.capacity()
                || start > memory.capacity() - length) {
            return false;
        }
        target.start = start;
        target.length = length;
        target.rights &= peer.getInt(offset + DirectLayout.RIGHTS); // not more than the memory was mapped for
        target.isConfirmed = true;
        return true;
    }
}
