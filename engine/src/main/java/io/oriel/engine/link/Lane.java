// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.engine.protocol.CreditWord;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint's part of a link: by its id frames come to the endpoint, and it addresses those that go to the peer's. Each
 * frame that goes tells the peer's credit, which is also shown beside the frames.
 *
 * <p>It is all that stays of a closed endpoint, for as long as frames for it may still come. By the domain's owner, unless a
 * method says otherwise.
 */
public final class Lane {
    private final Port port;
    private final int id;
    private final int generation;

    // Written by the agent, before the state of the endpoint that tells of it.
    private volatile @Nullable LinkLife life;
    private volatile @Nullable OutboundFrames outbound;
    private volatile boolean over;
    private @Nullable PeerAcknowledgements peers;
    private @Nullable LinkLanes carrier;
    private @Nullable Link link;
    private int peerId;
    private int peerGeneration;
    private long peerWord;

    // Written by the domain's owner.
    private @Nullable LaneUser user;
    private long granted;
    private long failedSequence;
    private boolean hasFailed;
    private boolean isAttended;
    private boolean isClosed;
    private long emptyPollsWhenOver = -1;

    Lane(Port port, int id, int generation) {
        this.port = port;
        this.id = id;
        this.generation = generation;
    }

    /**
     * Gives the lane to an endpoint, which hears of it from now on.
     *
     * @param by the endpoint
     */
    public void use(LaneUser by) {
        user = by;
    }

    /** Returns the id that the peer's frames name. */
    public int id() {
        return id;
    }

    /** Returns the generation of the id. */
    public int generation() {
        return generation;
    }

    // The peer, by the agent.

    /** The lane leads to an endpoint of a link's peer from now on. */
    void attach(LinkLife of, OutboundFrames frames, PeerAcknowledgements awaited, LinkLanes carriedBy, Link medium) {
        over = false;
        life = of;
        peers = awaited;
        carrier = carriedBy;
        link = medium;
        outbound = frames;
    }

    /** Names the peer's endpoint. */
    void leadTo(int endpointId, int endpointGeneration) {
        peerId = endpointId;
        peerGeneration = endpointGeneration;
        peerWord = FrameWord.of(0, 0, endpointId, endpointGeneration);
    }

    /** Takes the attachment back: the connection was not made. */
    public void giveUp() {
        outbound = null;
    }

    /** The peer knows of the end: it has sent its last frame. */
    public void over() {
        over = true; // Pairs with #isOver: the frames are in the log.
    }

    // Frames that go.

    /** Returns the largest payload of a frame, in bytes. */
    public int maxPayloadLength() {
        return outbound().maxPayloadLength();
    }

    /** Begins a post: what goes directly goes whole, if nothing else waits on the link. */
    public void beginPost() {
        outbound().beginPost(carrier().isIdle());
    }

    /**
     * Takes bytes that go directly of those that may move in one call, unless nothing else waits.
     *
     * @param bytes how many
     * @return false if no more may go now
     */
    public boolean spend(long bytes) {
        return outbound().spend(bytes);
    }

    /**
     * Claims a frame, to be filled and committed.
     *
     * @param length bytes of its payload
     * @return false if there is no room now
     */
    public boolean tryClaim(int length) {
        return outbound().tryClaim(length);
    }

    /** Returns the buffer of the claim. */
    public MutableDirectBuffer buffer() {
        return outbound().buffer();
    }

    /** Returns where the claimed bytes begin. */
    public int offset() {
        return outbound().offset();
    }

    /**
     * Commits the claimed frame.
     *
     * @param type  of {@link FrameWord}
     * @param flags of {@link FrameWord}
     * @return its sequence
     */
    public long commit(int type, int flags) {
        return outbound().commit(FrameWord.of(type, flags, 0, 0) | peerWord, granted);
    }

    /**
     * Lets {@link LaneUser#onExecuted} be called when the peer has executed a frame.
     *
     * @param sequence of the frame
     */
    public void await(long sequence) {
        PeerAcknowledgements to = peers;
        if (to != null) {
            to.await(sequence, this);
        }
    }

    /**
     * Tells whether the peer has executed a frame.
     *
     * @param sequence of the frame
     * @return true if so
     */
    public boolean isExecuted(long sequence) {
        return outbound().executed() >= sequence;
    }

    /** Wakes a peer that sleeps, if there is something new for it: at the end of each post. */
    public void announce() {
        outbound().announce();
    }

    /** Has the endpoint attended to in each progress of the link, until it says that it needs nothing. */
    public void lookAfter() {
        carrier().lookAfter(this);
    }

    /** Nothing on the link can be trusted: the peer broke the protocol, or something went wrong amid a frame. */
    public void breakLink() {
        outbound().breakLink();
    }

    /** Returns how many frames were sent on the link; 0 before there is one. */
    public long framesSent() {
        OutboundFrames frames = outbound;
        return frames == null ? 0 : frames.sent();
    }

    // Frames that failed.

    /**
     * A frame of the peer's could not be executed: it is not acknowledged until {@link #commitFailure}. One that failed before,
     * of which the peer was not told yet, counts no more.
     *
     * @param sequence of the frame
     */
    public void fail(long sequence) {
        hasFailed = true;
        failedSequence = sequence;
        outbound().hold(sequence);
        lookAfter();
    }

    /** Returns the frame whose failure has still to be told; 0 if there is none. */
    public long failedSequence() {
        return failedSequence;
    }

    /** Tells whether the peer was told of a failure, or is going to be. */
    public boolean hasFailed() {
        return hasFailed;
    }

    /** Commits the claimed frame, which tells the peer of the failure. */
    public void commitFailure() {
        failedSequence = 0;
        long unused = outbound().commitFailure(FrameWord.of(FrameWord.TYPE_FAILURE, 0, 0, 0) | peerWord, granted);
    }

    // Credit.

    /**
     * Tells the peer's endpoint with each frame from now on how many Sends of its life may go.
     *
     * @param sends how many
     */
    public void tellCredit(long sends) {
        granted = sends;
    }

    /**
     * Shows the same beside the frames as well.
     *
     * @param sends how many
     */
    public void showCredit(long sends) {
        granted = sends;
        port.publishCredit(id, CreditWord.of(generation, sends));
    }

    /** Wakes a peer that may sleep for want of credit; if that fails it might sleep for ever. */
    public void wakePeer() {
        Link to = link;
        if (to != null && outbound != null) {
            try {
                to.announce();
            } catch (Throwable e) {
                breakLink();
                throw e;
            }
        }
    }

    /** Returns how many Sends of this endpoint's life may go, as far as the peer's endpoint shows it beside the frames. */
    public long peersCredit() {
        Link from = link;
        return from == null ? 0 : CreditWord.posted(from.credit(peerId), peerGeneration);
    }

    // For the link.

    /** Returns what addresses a frame to the peer's endpoint. */
    long peerWord() {
        return peerWord;
    }

    /** Tells whether a link carries its frames. */
    boolean isOn(LinkLife of) {
        return life == of && (isClosed || outbound != null);
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

    /** Tells whether the peer has still to be told that a frame came after the end: the first time, once closed. */
    boolean refuses() {
        boolean first = !hasFailed;
        hasFailed = true;
        return first;
    }

    /** Hands the lane, which has got its peer, to what carries it. */
    void enter() {
        LinkLanes by = carrier;
        if (by != null) {
            by.add(this);
        }
    }

    /** Begins to be attended to; false if it is already. */
    boolean beginAttention() {
        boolean first = !isAttended;
        isAttended = true;
        return first;
    }

    /** Returns whom to attend to, also a closed endpoint that has still to tell the peer something. */
    LaneUser attended() {
        LaneUser by = user;
        if (by == null) {
            throw new IllegalStateException("nobody uses lane " + id);
        }
        return by;
    }

    void endAttention() {
        isAttended = false;
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
        if (!isAttended) {
            release();
        }
    }

    /** Keeps nothing but what is needed to tell frames that come too late from those for nobody. */
    private void release() {
        user = null;
        outbound = null;
        peers = null;
        carrier = null;
        link = null;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Tells whether no frame for it can come any more. */
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

    private OutboundFrames outbound() {
        OutboundFrames frames = outbound;
        if (frames == null) {
            throw new IllegalStateException("the endpoint has no peer");
        }
        return frames;
    }

    private LinkLanes carrier() {
        LinkLanes by = carrier;
        if (by == null) {
            throw new IllegalStateException("the endpoint has no peer");
        }
        return by;
    }
}
