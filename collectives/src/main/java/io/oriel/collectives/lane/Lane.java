// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.api.Adapter;
import io.oriel.api.Endpoint;
import io.oriel.api.RemoteWindow;
import io.oriel.collectives.data.Slab;
import org.jspecify.annotations.Nullable;

/**
 * One rank as another sees it: messages to it and from it. By the domain's owner.
 *
 * <p>To send: {@link #hasRoom}, the payload into {@link #staging} at {@link #stagingAt}, {@link #commit}. To receive: {@link
 * #find}, the payload from {@link #slab} at {@link #at}, {@link #take}.
 */
public final class Lane {
    /** Bytes that are set aside before anybody asks for them, unless somebody waits for what is behind them. */
    private static final int FAR_AHEAD = 1 << 20;

    private final int rank;
    private final Endpoint endpoint;
    private final Outgoing outgoing;
    private final Incoming incoming;
    private final Stash stash;
    private final Views views;
    private final Sorter sorter;

    // The message that was found last.
    private Stash.@Nullable Entry stashed;
    private Slab slab;
    private int at;
    private int length;
    private int marks;

    private boolean full;
    private boolean ended;

    /**
     * Creates the lane of two ranks that have met.
     *
     * @param rank     of the other, in the world
     * @param adapter  of this side
     * @param endpoint connected to the other
     * @param window   that the other has granted on its memory for this side
     * @param own      memory of this side for all others
     * @param base     where the part for the other begins
     * @param pool     for messages that are not wanted yet
     * @param sorter   decides on them
     * @param start    sequence of the last message before the first, in both directions
     */
    @SuppressWarnings("checkstyle:ParameterNumber") // the ends of both directions
    public Lane(
            int rank,
            Adapter adapter,
            Endpoint endpoint,
            RemoteWindow window,
            Slab own,
            int base,
            StashPool pool,
            Sorter sorter,
            long start) {
        this.rank = rank;
        this.endpoint = endpoint;
        this.sorter = sorter;
        incoming = new Incoming(own, base, start);
        outgoing = new Outgoing(adapter, endpoint, window, incoming);
        stash = new Stash(pool);
        views = new Views(endpoint);
        slab = own;
    }

    /**
     * Returns who is at the other end.
     *
     * @return the rank in the world
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns the way to the other end.
     *
     * @return the endpoint
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Tells whether the other's memory is reached by this process itself.
     *
     * @return false if the adapter has to be polled for anything to move
     */
    public boolean isDirect() {
        return outgoing.isDirect();
    }

    // To the other rank.

    /**
     * Tells whether a message can be sent now.
     *
     * @return false if the other rank has to take one first
     */
    public boolean hasRoom() {
        return outgoing.hasRoom() || (dropsUnwanted() && outgoing.hasRoom());
    }

    /** Removes unwanted messages from the head of the ring: the other rank may need their slots. */
    private boolean dropsUnwanted() {
        long before = incoming.consumed();
        for (int dropped = 0; dropped < LaneLayout.SLOTS && isUnwantedReady(); dropped++) { // more may come meanwhile
            outgoing.releaseIncoming();
        }
        return incoming.consumed() > before;
    }

    private boolean isUnwantedReady() {
        if (!incoming.isReady()) {
            return false;
        }
        int bytes = Flag.length(incoming.flag());
        return !sorter.keeps(this, incoming.key(), incoming.slab(), incoming.payloadAt(bytes), bytes);
    }

    /**
     * Returns the memory for the payload of the next message.
     *
     * @return the same always
     */
    public Slab staging() {
        return outgoing.slab();
    }

    /**
     * Returns where the payload of the next message is to be put.
     *
     * @param bytes of the payload
     * @return an index in {@link #staging}
     */
    public int stagingAt(int bytes) {
        return outgoing.payloadAt(bytes);
    }

    /**
     * Sends the message whose payload is there. There must be room.
     *
     * @param key   of the message
     * @param bytes of the payload
     * @param with  bits of {@link Flag}
     * @return false if it is to be tried again, or the other end is gone
     */
    public boolean commit(long key, int bytes, int with) {
        return outgoing.commit(key, bytes, with);
    }

    /**
     * Tells whether the other rank has taken all that was sent.
     *
     * @return true also if nothing was
     */
    public boolean isDrained() {
        return outgoing.isDrained();
    }

    /**
     * Tells the other rank, which may read this one's memory, that there are messages for which there is no room yet.
     *
     * @param messages how many
     * @return false if it has to be tried again
     */
    public boolean tellHeldBack(int messages) {
        return !outgoing.isDirect() || outgoing.tellHeldBack(messages);
    }

    // From the other rank.

    /**
     * Tells whether the other rank has something to tell for which there was no room.
     *
     * @return false also if it has just come
     */
    public boolean isHeldBack() {
        return incoming.isHeldBack();
    }

    /**
     * Looks for the oldest message of a key that was not taken.
     *
     * @param key of the message
     * @return true if it is there
     */
    public boolean find(long key) {
        if (!stash.isEmpty() && isStashed(key)) {
            return true;
        }
        for (int looked = 0; looked < LaneLayout.SLOTS && incoming.isReady(); looked++) { // more may come meanwhile
            if (incoming.key() == key) {
                point(incoming.flag());
                return true;
            }
            if (!setAside()) {
                return false;
            }
        }
        return false;
    }

    private void point(long flag) {
        stashed = null;
        slab = incoming.slab();
        length = Flag.length(flag);
        at = incoming.payloadAt(length);
        marks = Flag.marks(flag);
    }

    /**
     * Looks among the messages that were set aside.
     *
     * @param key of the message
     * @return true if it is there, and found
     */
    public boolean isStashed(long key) {
        Stash.Entry entry = stash.find(key);
        if (entry == null) {
            return false;
        }
        stashed = entry;
        slab = entry.slab;
        at = 0;
        length = entry.length;
        marks = entry.marks;
        return true;
    }

    /** Takes the message that is ready out of the ring, because it stands before others; false if there is no memory for it. */
    private boolean setAside() {
        long key = incoming.key();
        point(incoming.flag());
        full = sorter.keeps(this, key, slab, at, length) && !stash.add(key, marks, slab, at, length);
        if (full) {
            return false;
        }
        take();
        return true;
    }

    /** Takes out of the ring what is there, so that nothing that came behind stays unseen, unless the lane is full. */
    public void setAllAside() {
        boolean goesOn = true;
        for (int taken = 0; goesOn && taken < LaneLayout.SLOTS && incoming.isReady(); taken++) { // as in find
            goesOn = setAside();
        }
    }

    /**
     * Tells whether the message that stands before others is not wanted, and could not be set aside.
     *
     * @return false if there was memory for all
     */
    public boolean isFull() {
        return full;
    }

    /** Frees the place of the message that was found last. */
    public void take() {
        Stash.Entry entry = stashed;
        if (entry != null) {
            stashed = null;
            stash.remove(entry);
            return;
        }
        full = false;
        outgoing.releaseIncoming();
    }

    /**
     * Returns the memory of the message found last.
     *
     * @return the memory, until {@link #take}
     */
    public Slab slab() {
        return slab;
    }

    /**
     * Returns where its payload begins.
     *
     * @return an index in {@link #slab}
     */
    public int at() {
        return at;
    }

    /**
     * Returns how long its payload is.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }

    /**
     * Tells whether it has a mark.
     *
     * @param bit of {@link Flag}
     * @return true if it is set
     */
    public boolean isMarked(int bit) {
        return (marks & bit) != 0;
    }

    /** Sets aside what is ready, as long as it is not much: who is ahead may have to go on, who is far ahead has to wait. */
    public void setSomeAside() {
        outgoing.tellConsumedIfDue(); // again, if it was refused
        boolean goesOn = stash.bytes() < FAR_AHEAD;
        for (int taken = 0; goesOn && taken < LaneLayout.SLOTS && incoming.isReady(); taken++) { // as in find
            goesOn = setAside() && stash.bytes() < FAR_AHEAD;
        }
    }

    /**
     * Forgets messages that were set aside and that nobody will want.
     *
     * @param sorted decides: those that it does not keep are forgotten
     */
    public void forget(Sorter sorted) {
        stash.removeAll(entry -> !sorted.keeps(this, entry.key, entry.slab, 0, entry.length));
    }

    /**
     * Returns what the other rank has shown of its memory.
     *
     * @return the same always
     */
    public Views views() {
        return views;
    }

    // Its life.

    /** The endpoint has ended. */
    public void end() {
        ended = true;
    }

    /** Ends the connection: the other rank accesses no memory of this one any more. */
    public void disconnect() {
        ended = true;
        endpoint.close();
    }

    /**
     * Tells whether the endpoint has ended.
     *
     * @return true after {@link #end}
     */
    public boolean isEnded() {
        return ended;
    }

    /**
     * Tells whether the other rank writes nothing more. What it has written is in the ring by then.
     *
     * @return true if it has left or died
     */
    public boolean isGone() {
        return ended || outgoing.isRefused() || incoming.hasLeft();
    }

    /**
     * Tells whether the other rank has said that it leaves.
     *
     * @return false if it is there, or has died
     */
    public boolean hasLeft() {
        return incoming.hasLeft();
    }

    /**
     * Says that this rank leaves; the completion is {@link #isLeaving}.
     *
     * @return false if it is to be tried again, or the other end is gone
     */
    public boolean leave() {
        return outgoing.tellLeft();
    }

    /**
     * Tells whether a completion is that of {@link #leave}.
     *
     * @param requestContext of the completion
     * @return true if it is
     */
    public static boolean isLeaving(long requestContext) {
        return requestContext == Outgoing.LEAVING;
    }

    /**
     * Reads what the other process counts while it runs.
     *
     * @return the count; the same for ever if it cannot be read without that process
     */
    public long readPulse() {
        return outgoing.readPulse();
    }
}
