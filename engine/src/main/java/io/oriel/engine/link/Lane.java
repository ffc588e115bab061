// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint's part of a link: frames go by it to the peer's endpoint. Each tells the peer's credit, which is also shown
 * beside the frames. By the domain's owner, unless a method says otherwise.
 */
public final class Lane {
    private final Port port;
    private final Addressee addressee;

    // Written by the agent, before the state of the endpoint that tells of it.
    private volatile @Nullable OutboundFrames outbound;
    private @Nullable PeerAcknowledgements peers;
    private @Nullable LinkLanes carrier;
    private @Nullable Link link;
    private int peerId;
    private int peerGeneration;
    private long peerWord;

    // Written by the domain's owner.
    private long granted = CounterStart.value();

    Lane(Port port, Addressee addressee) {
        this.port = port;
        this.addressee = addressee;
    }

    /** Returns to whom the peer's frames come. */
    Addressee addressee() {
        return addressee;
    }

    /**
     * Gives the lane to an endpoint, which hears of it from now on.
     *
     * @param by the endpoint
     */
    public void use(LaneUser by) {
        addressee.use(by);
    }

    /** Returns the id that the peer's frames name. */
    public int id() {
        return addressee.id();
    }

    /** Returns the generation of the id. */
    public int generation() {
        return addressee.generation();
    }

    /** It leads to an endpoint of a link's peer from now on. On the agent. */
    void attach(LinkLife life, OutboundFrames frames, PeerAcknowledgements awaited, LinkLanes carriedBy, Link medium) {
        peers = awaited;
        carrier = carriedBy;
        link = medium;
        outbound = frames;
        addressee.attach(life, carriedBy, frames.lastSequence());
    }

    /** Names the peer's endpoint. On the agent. */
    void leadTo(int endpointId, int endpointGeneration) {
        peerId = endpointId;
        peerGeneration = endpointGeneration;
        peerWord = FrameWord.of(0, 0, endpointId, endpointGeneration);
        addressee.leadTo(peerWord);
    }

    /** Takes the attachment back: the connection was not made. On the agent. */
    public void giveUp() {
        addressee.giveUp();
        outbound = null;
    }

    /** The peer knows of the end: it has sent its last frame. On the agent. */
    public void over() {
        addressee.over();
    }

    /** Returns the largest payload of a frame, in bytes. */
    public int maxPayloadLength() {
        return outbound().maxPayloadLength();
    }

    /** Begins a post: what goes directly goes whole, if nothing else waits on the link. */
    public void beginPost() {
        outbound().beginPost(carrier().isIdle());
    }

    /** Says that a short message was sent, and others may follow: what is long goes in shorter turns for a while. */
    public void shortSent() {
        outbound().shortSent();
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
     * As {@link #spend}, of a Send that is placed: beside other endpoints it goes in shorter turns.
     *
     * @param wanted how many would go
     * @return how many may go now; 0 if none
     */
    public int takePlaced(int wanted) {
        return outbound().takePlaced(wanted);
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
            to.await(sequence, addressee);
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

    /** Tells the medium that several requests are about to be posted. They begin at their posts all the same. */
    public void startBatch() {
        Link by = link;
        if (by != null && outbound != null) {
            by.startBatch();
        }
    }

    /** Tells the medium that they are posted. */
    public void submitBatch() {
        Link by = link;
        if (by != null && outbound != null) {
            by.submitBatch();
        }
    }

    /** Has the endpoint attended to in each progress of the link, until it says that it needs nothing. */
    public void lookAfter() {
        carrier().lookAfter(addressee);
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

    /**
     * A frame of the peer's could not be executed: it is not acknowledged until {@link #commitFailure}. One that failed before,
     * of which the peer was not told yet, counts no more.
     *
     * @param sequence of the frame
     */
    public void fail(long sequence) {
        addressee.fail(sequence);
        outbound().hold(sequence);
        lookAfter();
    }

    /** Returns the frame whose failure has still to be told; 0 if there is none. */
    public long failedSequence() {
        return addressee.failedSequence();
    }

    /** Tells whether the peer was told of a failure, or is going to be. */
    public boolean hasFailed() {
        return addressee.hasFailed();
    }

    /** Commits the claimed frame, which tells the peer of the failure. */
    public void commitFailure() {
        addressee.failureTold();
        long unused = outbound().commitFailure(FrameWord.of(FrameWord.TYPE_FAILURE, 0, 0, 0) | peerWord, granted);
    }

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
        port.publishCredit(id(), CreditWord.of(generation(), sends));
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

    /**
     * Returns the credit that the peer's endpoint publishes beside the frames.
     *
     * @param known the credit known before
     * @return Sends of this endpoint's life that may go; the known credit if the peer's endpoint has published none
     */
    public long peersCredit(long known) {
        Link from = link;
        return from == null ? known : CreditWord.posted(from.credit(peerId), peerGeneration, known);
    }

    /**
     * Returns a number that changes when the peer is heard, for {@link #peersCredit} may be out of date while it is not.
     *
     * @return {@link Link#ALWAYS_HEARD} if the credit never is
     */
    public long peerHeard() {
        Link from = link;
        return from == null ? Link.ALWAYS_HEARD : from.heard();
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

    /**
     * The word in which an endpoint shows how many Receives it has posted: which of the endpoints of that id it is, then how
     * many. A medium may show a former endpoint's word for a while after a new connection was made.
     *
     * <pre>
     *     63       62         55 54                      0
     *  +-----------+-------------+-------------------------+
     *  | published | generation  | Receives posted         |
     *  +-----------+-------------+-------------------------+
     * </pre>
     *
     * <p>The count has its low bits, see {@link FrameWord#expand}. A word of 0 was never published.
     */
    static final class CreditWord {
        private static final int POSTED_BITS = 55;
        private static final long POSTED_MASK = (1L << POSTED_BITS) - 1;
        private static final int PUBLISHED = 1 << 8;

        private CreditWord() {}

        /**
         * Makes a word.
         *
         * @param generation of the endpoint's id, 8 bits
         * @param posted     Receives in the endpoint's life
         * @return the word
         */
        static long of(int generation, long posted) {
            return ((long) (PUBLISHED | generation) << POSTED_BITS) | (posted & POSTED_MASK);
        }

        /**
         * Returns the credit of an endpoint.
         *
         * @param word       any
         * @param generation of the endpoint's id
         * @param known      the credit known before
         * @return the count nearest to the known one; the known one if the word is another endpoint's
         */
        static long posted(long word, int generation, long known) {
            boolean isPublished = word >>> POSTED_BITS == (PUBLISHED | generation);
            return isPublished ? FrameWord.expand(word, POSTED_BITS, known) : known;
        }
    }
}
