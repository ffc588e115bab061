// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

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

    /** What an end looks at that was let go of: nothing is bound there. */
    private static final UnsafeBuffer NOTHING_BOUND = new UnsafeBuffer(new byte[DirectLayout.LENGTH]);

    private final LinkMemory memory;
    private final Guards guards;
    private UnsafeBuffer own;
    private UnsafeBuffer peer;
    private long count;

    // Where both are. They were found long enough here: an access does not look again.
    private byte @Nullable [] ownArray;
    private byte @Nullable [] peerArray;
    private long hazardAt;
    private long peerAt;

    DirectAccess(LinkMemory memory, Guards guards) {
        this.memory = memory;
        this.guards = guards;
        own = memory.own();
        peer = memory.peer();
        find();
    }

    private void find() {
        if (own.capacity() < DirectLayout.LENGTH || peer.capacity() < DirectLayout.LENGTH) {
            throw new IllegalArgumentException("both ends need " + DirectLayout.LENGTH + " bytes, and have "
                    + own.capacity() + " and " + peer.capacity());
        }
        ownArray = own.byteArray();
        peerArray = peer.byteArray();
        hazardAt = own.addressOffset() + DirectLayout.HAZARD_OFFSET;
        peerAt = peer.addressOffset();
    }

    /** The memory of both ends is about to go: nothing is granted any more. */
    void letGo() {
        own = NOTHING_BOUND;
        peer = NOTHING_BOUND;
        find();
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
        return isGranted(target, user, right, at, size) && hold(target);
    }

    /**
     * Tells whether a binding grants something, as long as it is not taken back; then its memory and start are known.
     *
     * @param target the binding
     * @param user   this side's endpoint, see {@link DirectLayout#user}
     * @param right  one of the ALLOW flags of {@link io.oriel.api.OpFlags}
     * @param at     bytes from the binding's start
     * @param size   bytes of the whole request from there
     * @return false if it does not
     */
    public boolean isGranted(PeerBinding target, long user, int right, long at, long size) {
        return (target.isConfirmed || learn(target, user))
                && guards.isGranted(target.rights, right)
                && guards.isInside(at, size, target.length);
    }

    /** Looks at what a binding grants, inside an access of its own; false if that is nothing. */
    private boolean learn(PeerBinding target, long user) {
        if (!hold(target)) {
            return false;
        }
        try {
            return confirm(target, user);
        } finally { // a file of the peer's that is cut short is an Error
            leave();
        }
    }

    /**
     * Begins an access that is granted, as {@link #isGranted} said: the last before the copy.
     *
     * @param target the binding
     * @return false if it was taken back: nothing is to be touched, and nothing is to be left
     */
    public boolean hold(PeerBinding target) {
        LinkMemory steps = memory;
        count++;
        boolean held = false;
        try {
            steps.beforeStep();
            setHazard(target.stamp);
            // Pairs with WindowSlot#revoke: either it sees our hazard, or we see the slot changed.
            guards.accessFence();
            steps.beforeStep();
            held = guards.isCurrent(stampShown(target), target.stamp);
            steps.beforeStep();
        } finally {
            if (!held) {
                leave();
            }
        }
        return held;
    }

    private void setHazard(long name) {
        UnsafeApi.putLong(ownArray, hazardAt, name);
    }

    private long stampShown(PeerBinding target) {
        return UnsafeApi.getLongVolatile(peerArray, peerAt + offsetOf(target)); // Pairs with WindowSlot#show.
    }

    /** Tells where a slot is; no number leads out of the table. */
    private static int offsetOf(PeerBinding target) {
        return DirectLayout.slotOffset(target.slot & (DirectLayout.SLOTS - 1));
    }

    /**
     * Goes on with a request after {@link #leave}.
     *
     * @param target the binding that was entered
     * @return false if it was taken back meanwhile
     */
    public boolean enterAgain(PeerBinding target) {
        return holdAgain(peer, offsetOf(target), target.stamp, target.stamp);
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
            memory.beforeStep();
            setHazard(hazard);
            guards.accessFence(); // Pairs with ReceiveRing: either it sees our hazard, or we see the entry changed.
            // Pairs with ReceiveRing#show: the entry is complete.
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
            memory.beforeStep();
            setHazard(hazard);
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
        memory.beforeStep();
        UnsafeApi.putLongRelease(ownArray, hazardAt, NOTHING); // Pairs with WindowSlot#isQuiet: the copy is complete.
    }

    /** Reads the grant. It stays as it is under this stamp, so that once is enough. */
    private boolean confirm(PeerBinding target, long user) {
        UnsafeBuffer mapped = target.memory;
        int offset = offsetOf(target);
        long start = peer.getLong(offset + DirectLayout.START) - target.mappedFrom; // a huge number may become any
        long length = peer.getLong(offset + DirectLayout.WINDOW_LENGTH);
        if (mapped == null
                || peer.getLong(offset + DirectLayout.REGION_ID) != target.regionId
                || !guards.isToken(peer.getLong(offset + DirectLayout.TOKEN), target.token)
                || !guards.isFor(peer.getLong(offset + DirectLayout.ENDPOINT), user)
                || start < 0
                || length < 0
                || length > mapped.capacity()
                || start > mapped.capacity() - length) {
            return false;
        }
        target.start = start;
        target.length = length;
        target.rights &= peer.getInt(offset + DirectLayout.RIGHTS); // not more than the memory was mapped for
        target.isConfirmed = true;
        return true;
    }
}
