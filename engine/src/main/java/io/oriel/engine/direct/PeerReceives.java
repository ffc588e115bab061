// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.protocol.Limits;
import io.oriel.engine.transport.LinkMemory;
import java.util.concurrent.Executor;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The Receives that the peer of one endpoint shows, and the way to place messages there. By the domain's owner.
 *
 * <p>A message whose Receive lies in a region that is not mapped yet travels in frames; the region is mapped for the next.
 */
public final class PeerReceives {
    private static final int KEPT = 8;
    private static final int MAX_RING_LENGTH = ReceiveRingLayout.length(Limits.MAX_QUEUE_DEPTH);
    private static final LinkMemory.Part RING = new LinkMemory.Part(0, MAX_RING_LENGTH, 0, MAX_RING_LENGTH);

    private final DirectLink link;
    private final DirectAccess access;
    private final UnsafeBuffer ring;
    private final int mask;
    private final long tag;
    private final Executor workers;

    // The regions used last: they stay mapped.
    private final long[] keptIds = new long[KEPT];
    private final @Nullable UnsafeBuffer[] kept = new UnsafeBuffer[KEPT];
    private int nextKept;
    private PeerRegions.@Nullable Arrival asked;

    // Of the message that was begun last.
    private @Nullable UnsafeBuffer memory;
    private long start;

    private PeerReceives(DirectLink link, UnsafeBuffer ring, int capacity, long peerUser, Executor workers) {
        this.link = link;
        this.ring = ring;
        this.workers = workers;
        access = link.access();
        mask = capacity - 1;
        tag = ReceiveRing.tag(peerUser);
    }

    /**
     * Maps the ring of a peer, with the regions that it names already. On a worker.
     *
     * @param link     to the peer
     * @param ringId   of the ring; not to be trusted
     * @param peerUser the peer's endpoint, see {@link DirectLayout#user}
     * @param workers  map regions later
     * @return null if there is no ring of that id that we understand
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if something cannot be mapped
     */
    public static @Nullable PeerReceives open(DirectLink link, long ringId, long peerUser, Executor workers) {
        UnsafeBuffer ring = link.memory().mapRegion(ringId, false, RING);
        if (ring == null
                || ring.capacity() < ReceiveRingLayout.RECEIVES_OFFSET
                || ring.getLongAcquire(ReceiveRingLayout.MAGIC_OFFSET)
                        != ReceiveRingLayout.MAGIC // Pairs with ReceiveRing.
                || ring.getInt(ReceiveRingLayout.VERSION_OFFSET) != DirectLayout.VERSION) {
            return null;
        }
        int capacity = ring.getInt(ReceiveRingLayout.CAPACITY_OFFSET);
        int room = (ring.capacity() - ReceiveRingLayout.RECEIVES_OFFSET) / ReceiveRingLayout.RECEIVE_LENGTH;
        if (Integer.bitCount(capacity) != 1 || capacity < 1 || capacity > room) {
            return null;
        }
        PeerReceives receives = new PeerReceives(link, ring, capacity, peerUser, workers);
        receives.mapShown(capacity);
        link.regions().add(ringId, ring); // the domain's owner may let go of it from now on
        return receives;
    }

    private void mapShown(int capacity) {
        for (int index = 0; index < capacity && nextKept < KEPT - 1; index++) {
            int at = ReceiveRingLayout.receiveOffset(index, mask);
            boolean isShown = ring.getLongAcquire(at + ReceiveRingLayout.NUMBER)
                    != ReceiveRing.HIDDEN; // Pairs with ReceiveRing#show.
            long id = ring.getLong(at + ReceiveRingLayout.REGION_ID);
            if (isShown && !isKept(id)) {
                keep(id, link.regions().open(id, true, receiveAt(at)));
            }
        }
    }

    /** The whole region, for later Receives there; what the peer does not say is not touched. */
    private LinkMemory.Part receiveAt(int at) {
        return LinkMemory.Part.whole(
                ring.getLong(at + ReceiveRingLayout.OFFSET), ring.getLong(at + ReceiveRingLayout.LENGTH));
    }

    private boolean isKept(long id) {
        for (long each : keptIds) {
            if (each == id) {
                return true;
            }
        }
        return false;
    }

    /**
     * Begins to place a message: at most {@value DirectAccess#MAX_CHUNK} bytes, then {@link #leave}.
     *
     * @param index of the Send, and so of its Receive
     * @param total bytes of the whole message
     * @return false if it cannot be placed: it has to go in frames, and nothing is to be left
     */
    public boolean begin(long index, long total) {
        takeArrival();
        int at = ReceiveRingLayout.receiveOffset(index, mask);
        if (!access.hold(ring, at, index + 1, tag)) {
            return false;
        }
        long regionId;
        UnsafeBuffer found;
        boolean granted = false;
        try {
            regionId = ring.getLong(at + ReceiveRingLayout.REGION_ID);
            found = find(regionId);
            granted = found != null && isGranted(at, total, found);
        } finally {
            if (!granted) {
                access.leave();
            }
        }
        if (found == null && !isKept(regionId)) {
            ask(
                    regionId,
                    receiveAt(at)); // which may make a thread, or fail to: not while the peer would have to wait for us
        }
        return granted;
    }

    /**
     * Goes on with the message that was begun last, after {@link #leave}: as many bytes again.
     *
     * @param index of the Send
     * @return false if it cannot be placed any more: it has to go in frames, from its beginning
     */
    public boolean goOn(long index) {
        return memory != null && access.holdAgain(ring, ReceiveRingLayout.receiveOffset(index, mask), index + 1, tag);
    }

    /** Returns the memory in which the message is placed. */
    public UnsafeBuffer memory() {
        UnsafeBuffer into = memory;
        if (into == null) {
            throw new IllegalStateException("no message was begun");
        }
        return into;
    }

    /** Returns where in that memory the message begins. */
    public long start() {
        return start;
    }

    /** Ends what {@link #begin} or {@link #goOn} began. */
    public void leave() {
        access.leave();
    }

    /** Tells whether a whole message lies in what is shown, and notes where. */
    private boolean isGranted(int at, long total, UnsafeBuffer found) {
        long offset = ring.getLong(at + ReceiveRingLayout.OFFSET);
        long length = ring.getLong(at + ReceiveRingLayout.LENGTH);
        if (!access.isInside(0, total, length)
                || offset < 0
                || length > found.capacity()
                || offset > found.capacity() - length) {
            return false;
        }
        memory = found;
        start = offset;
        return true;
    }

    private @Nullable UnsafeBuffer find(long id) {
        for (int slot = 0; slot < KEPT; slot++) {
            if (keptIds[slot] == id) {
                return kept[slot];
            }
        }
        UnsafeBuffer known = link.regions().find(id, true);
        if (known != null) {
            keep(id, known);
        }
        return known;
    }

    /** Lets a region be mapped for a later message, one at a time. */
    private void ask(long id, LinkMemory.Part part) {
        if (asked == null) {
            try {
                asked = link.regions().ask(id, part, workers);
            } catch (RuntimeException | OutOfMemoryError e) {
                asked = null; // no thread, or no more: this message goes in frames, the next asks again
            }
        }
    }

    private void takeArrival() {
        PeerRegions.Arrival arrival = asked;
        if (arrival != null && arrival.isOver()) {
            keep(arrival.id, arrival.memory());
            release();
        }
    }

    /** Asks for nothing any more. */
    public void release() {
        PeerRegions.Arrival arrival = asked;
        if (arrival != null) {
            asked = null;
            link.regions().forget(arrival);
        }
    }

    private void keep(long id, @Nullable UnsafeBuffer memory) {
        keptIds[nextKept] = id;
        kept[nextKept] = memory;
        nextKept = (nextKept + 1) % KEPT;
    }
}
