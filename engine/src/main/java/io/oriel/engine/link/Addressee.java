// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import org.jspecify.annotations.Nullable;

/**
 * To whom frames with one id come: an endpoint, and for as long as frames for it may still come what stays of it once it is
 * closed. By the domain's owner, unless a method says otherwise.
 */
final class Addressee {
    private final int id;
    private final int generation;

    // Written by the agent, before the state of the endpoint that tells of it.
    private volatile @Nullable LinkLife life;
    private volatile boolean hasPeer;
    private volatile boolean over;
    private @Nullable LinkLanes carrier;
    private long peerWord;
    private long sentBefore;

    // Written by the domain's owner.
    private @Nullable LaneUser user;
    private long failedSequence;
    private boolean hasFailed;
    private final Ring.Place<Addressee> attention = new Ring.Place<>(this);
    private boolean isClosed;
    private long emptyPollsWhenOver = -1;

    Addressee(int id, int generation) {
        this.id = id;
        this.generation = generation;
    }

    int id() {
        return id;
    }

    int generation() {
        return generation;
    }

    /** Gives it to an endpoint, which hears of frames from now on. */
    void use(LaneUser by) {
        user = by;
    }

    /** Attaches a link on which framesSent frames were sent before. Threading: control agent. */
    void attach(LinkLife of, LinkLanes by, long framesSent) {
        over = false;
        sentBefore = framesSent;
        carrier = by;
        life = of;
        hasPeer = true;
    }

    /** Names the peer's endpoint, in a word to be put beside frames. On the agent. */
    void leadTo(long word) {
        peerWord = word;
    }

    /** Takes the attachment back: the connection was not made. On the agent. */
    void giveUp() {
        hasPeer = false;
    }

    /** The peer knows of the end: it has sent its last frame. On the agent. */
    void over() {
        over = true; // Pairs with #isOver: the frames are in the log.
    }

    /** Returns what addresses a frame to the peer's endpoint. */
    long peerWord() {
        return peerWord;
    }

    /** Tells whether this endpoint can have sent a frame to a peer's endpoint: the peer reuses ids and generations. */
    boolean mayHaveSent(long sequence, long toPeerWord) {
        return peerWord == toPeerWord && sequence > sentBefore;
    }

    /** Tells whether frames come by a link. */
    boolean isOn(LinkLife of) {
        return life == of && (isClosed || hasPeer);
    }

    /** Returns the endpoint; null once it is closed. */
    @Nullable
    LaneUser user() {
        return isClosed ? null : user;
    }

    /** The peer has executed the oldest frame that was awaited. */
    void executed() {
        LaneUser by = user();
        if (by != null) {
            by.onExecuted();
        }
    }

    /** A frame could not be executed: it is not acknowledged until {@link #failureTold}. */
    void fail(long sequence) {
        hasFailed = true;
        failedSequence = sequence;
    }

    /** Returns the frame whose failure has still to be told; 0 if there is none. */
    long failedSequence() {
        return failedSequence;
    }

    boolean hasFailed() {
        return hasFailed;
    }

    void failureTold() {
        failedSequence = 0;
    }

    /** Tells whether the peer has still to be told that a frame came after the end: the first time, once closed. */
    boolean refuses() {
        boolean first = !hasFailed;
        hasFailed = true;
        return first;
    }

    /** Hands it, which has got its peer, to what carries it. */
    void enter() {
        LinkLanes by = carrier;
        if (by != null) {
            by.add(this);
        }
    }

    /** Returns its place among those that have something left to do. */
    Ring.Place<Addressee> attention() {
        return attention;
    }

    /** Returns whom to attend to, also a closed endpoint that has still to tell the peer something. */
    LaneUser attended() {
        LaneUser by = user;
        if (by == null) {
            throw new IllegalStateException("nobody has id " + id);
        }
        return by;
    }

    /** It has nothing left to do. */
    void endAttention() {
        if (isClosed) {
            release();
        }
    }

    /** The endpoint is closed. */
    void close() {
        isClosed = true;
        LinkLanes by = carrier;
        if (by != null) {
            by.remove(this);
        }
        if (!attention.isTaken()) {
            release();
        }
    }

    /** Keeps nothing but what is needed to tell frames that come too late from those for nobody. */
    private void release() {
        user = null;
        carrier = null;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Tells whether no frame can come any more. */
    boolean isOver() {
        LinkLife of = life;
        if (of == null || of.isGone()) {
            return true;
        }
        if (!over) { // Pairs with #over.
            return false;
        }
        if (emptyPollsWhenOver < 0) {
            emptyPollsWhenOver = of.emptyPolls();
        }
        return of.emptyPolls() > emptyPollsWhenOver;
    }
}
