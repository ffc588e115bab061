// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.agrona.MutableDirectBuffer;

/**
 * Puts the frames of one end of a link into the medium: numbers them, and tells with each what is acknowledged. By the
 * domain's owner.
 *
 * <p>At most {@value #MAX_BYTES_PER_TURN} bytes move in one call of the application's, whatever waits: the rest in later ones. Where
 * the adapter has several endpoints, at most {@value #MAX_BESIDE_OTHERS} of them are placed, and for some turns after a short message
 * {@value #MAX_BESIDE_SHORT}: so long the next one may have to wait.
 */
final class OutboundFrames {
    private static final int MAX_BYTES_PER_TURN = 1 << 20;
    private static final int MAX_BESIDE_OTHERS = 1 << 16;
    private static final int MAX_BESIDE_SHORT = 1 << 13;
    private static final int TURNS_BESIDE_SHORT = 32;

    /** Less is not worth a beginning. */
    private static final int LEAST_PART = 1 << 10;

    private static final VarHandle SENT;

    static {
        try {
            SENT = MethodHandles.lookup().findVarHandle(OutboundFrames.class, "sent", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Link link;
    private final Port port;
    private final BooleanSupplier isShared;
    private final LinkLife life;
    private final OwnAcknowledgements own;
    private final int maxPayloadLength;
    private long sent = CounterStart.value();
    private long executed = sent;
    private long budget;
    private boolean alone;

    // What may still be placed in this turn and the posts after it, beside other endpoints.
    private boolean hasTurnBegun = true;
    private int left;
    private int turnsBesideShort;

    private boolean claimed;
    private boolean unannounced;

    /** Begins with frame 1; {@code isShared} tells whether the adapter has several endpoints. */
    OutboundFrames(Link link, Port port, BooleanSupplier isShared, LinkLife life, OwnAcknowledgements own) {
        this.link = link;
        this.port = port;
        this.isShared = isShared;
        this.life = life;
        this.own = own;
        maxPayloadLength = link.maxPayloadLength();
    }

    /** Refills the budget of bytes, for a turn of the link's. */
    void beginTurn() {
        budget = MAX_BYTES_PER_TURN;
        alone = false;
        hasTurnBegun = true;
    }

    /** Refills the budget of bytes, for a post: what goes directly goes whole, if nothing else waits on the link. */
    void beginPost(boolean nothingWaits) {
        budget = MAX_BYTES_PER_TURN;
        alone = nothingWaits;
        if (claimed) { // the post before has left its frame half made
            life.breakLink();
        }
    }

    /** Lets everything go that there is room for: the last turn. */
    void beginLastTurn() {
        budget = Long.MAX_VALUE;
    }

    /** Tells whether nothing was moved in this turn. */
    boolean isBudgetUntouched() {
        return budget == MAX_BYTES_PER_TURN;
    }

    /** A short message was sent, and others may follow. */
    void shortSent() {
        turnsBesideShort = TURNS_BESIDE_SHORT;
    }

    /** Takes bytes that go directly of the budget, unless nothing else waits; false if it is used up. */
    boolean spend(long bytes) {
        boolean isLeft = alone || (budget > 0 && !life.isBroken());
        budget -= alone ? 0 : bytes;
        return isLeft;
    }

    /** As {@link #spend}, of a Send that is placed; returns how many bytes may go, 0 for none. */
    int takePlaced(int wanted) {
        if (!isShared.getAsBoolean()) {
            return spend(wanted) ? wanted : 0;
        }
        if (budget <= 0 || life.isBroken()) {
            return 0;
        }
        int taken = besideOthers(wanted);
        budget -= taken;
        return taken;
    }

    private int besideOthers(int wanted) {
        if (hasTurnBegun) {
            hasTurnBegun = false;
            left = turnsBesideShort > 0 ? MAX_BESIDE_SHORT : MAX_BESIDE_OTHERS;
            turnsBesideShort = Math.max(0, turnsBesideShort - 1);
        }
        int taken = left < Math.min(wanted, LEAST_PART) ? 0 : Math.min(wanted, left);
        left -= taken;
        return taken;
    }

    int maxPayloadLength() {
        return maxPayloadLength;
    }

    /** Claims a frame; false if there is no room now. */
    boolean tryClaim(int length) {
        if (budget <= 0 || life.isBroken() || sent - executed >= FrameWord.MAX_UNACKNOWLEDGED) {
            return false;
        }
        if (!link.tryClaim(length)) {
            link.counters().increment(LinkCounter.BACK_PRESSURE);
            port.kick();
            return false;
        }
        budget -= length;
        claimed = true;
        return true;
    }

    MutableDirectBuffer buffer() {
        return link.claimedBuffer();
    }

    int offset() {
        return link.claimedOffset();
    }

    /** Commits the claimed frame; returns its sequence. */
    long commit(long word, long credit) {
        link.commit(FrameWord.with(word, credit, own.acknowledged()));
        claimed = false;
        long sequence = sent + 1;
        SENT.setRelease(this, sequence); // Pairs with #lastSequence: the frame is in the log.
        unannounced = true;
        return sequence;
    }

    /** Commits the claimed frame, which tells of a failure; returns its sequence. */
    long commitFailure(long word, long credit) {
        own.failureSent();
        return commit(word, credit);
    }

    /** A frame of the peer's has failed. */
    void hold(long sequence) {
        own.hold(sequence);
    }

    /** Wakes a peer that sleeps, if there is something new for it: once at the end of each post and each progress. */
    void announce() {
        if (unannounced) {
            unannounced = false;
            link.announce();
        }
    }

    /** Acknowledges beside the frames what was executed, if that has changed. */
    void publishAcknowledgement() {
        if (!claimed && own.publish()) {
            unannounced = true;
        }
    }

    /** Returns how many frames were sent. */
    long sent() {
        return sent;
    }

    /** Returns how many frames were sent. From any thread. */
    long lastSequence() {
        return (long) SENT.getAcquire(this); // Pairs with #commit.
    }

    /** Returns how many of them the peer has executed. */
    long executed() {
        return executed;
    }

    /** The peer has executed all frames up to one. */
    void executed(long upTo) {
        executed = upTo;
    }

    /** Tells whether a post has left its frame half made, or nothing is published any more. */
    boolean isClaimed() {
        return claimed;
    }

    /** Publishes nothing any more. */
    void end() {
        claimed = true;
    }

    void breakLink() {
        life.breakLink();
    }
}
