// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.LinkStateDecoder;
import io.oriel.engine.protocol.NextStreamDecoder;
import io.oriel.engine.transport.FrameHandler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one link, in a stream each way, the engine's and the link's own. By the domain's owner.
 */
public final class LinkFrames implements PeerStream.Reader {
    private static final long WORD_OF_STATE = FrameWord.of(LinkStateDecoder.TEMPLATE_ID, 0, 0, 0);
    private static final long WORD_OF_QUESTION = FrameWord.of(LinkStateDecoder.TEMPLATE_ID, FrameWord.FLAG_ASKS, 0, 0);
    private static final long RETRY_NS = 1_000_000;
    private static final VarHandle SIGNS;

    static {
        try {
            SIGNS = MethodHandles.lookup().findVarHandle(LinkFrames.class, "signs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final OwnStream stream;
    private final StreamChange change;
    private final CounterSet counters;
    private final Runnable onBroken;
    private final PeerStream peers;
    private final OwnState state;
    private final PeerState peerState = new PeerState();
    private final Answers answers;
    private @Nullable FrameHandler frameHandler;

    @SuppressWarnings("UnusedVariable") // through SIGNS
    private long signs;

    private int polled;
    private int pollLimit;
    private boolean isBroken;
    private boolean isBlocked;

    /**
     * What frames are known by.
     *
     * @param first     sequence of this side's frames
     * @param firstPeer sequence of the peer's
     * @param isGuarded true if the peer's get into the log with the right sums alone
     */
    public record Numbering(long first, long firstPeer, boolean isGuarded) {}

    /**
     * What frames go and come by.
     *
     * @param publication this side's stream
     * @param image       the peer's stream
     * @param maker       of further ones
     */
    public record Streams(ExclusivePublication publication, Image image, StreamMaker maker) {}

    /**
     * Begins with empty streams.
     *
     * @param streams     the first
     * @param numbering   of the frames
     * @param answers     of the peer
     * @param counters    of the link
     * @param onCommitted gets the length of each committed frame
     * @param onBroken    run once, when a stream can be used no more
     */
    public LinkFrames(
            Streams streams,
            Numbering numbering,
            Answers answers,
            CounterSet counters,
            IntConsumer onCommitted,
            Runnable onBroken) {
        peers = new PeerStream(streams.image(), numbering, this);
        stream = new OwnStream(streams.publication(), numbering.first(), onCommitted);
        change = new StreamChange(stream, streams.maker());
        this.answers = answers;
        this.counters = counters;
        this.onBroken = onBroken;
        state = new OwnState(maxPayloadLength());
    }

    /**
     * Returns the largest frame.
     *
     * @return bytes of its payload
     */
    public int maxPayloadLength() {
        return stream.maxPayloadLength();
    }

    /**
     * Claims room for a frame.
     *
     * @param length bytes of its payload
     * @return false if there is none
     */
    public boolean tryClaim(int length) {
        return stream.tryClaim(length) || hasNoRoom();
    }

    /** Notes why there is no room, if it is for good; false. */
    private boolean hasNoRoom() {
        if (stream.isOver()) {
            endStream();
        }
        return false;
    }

    /**
     * Returns what holds the claimed payload.
     *
     * @return the buffer
     */
    public MutableDirectBuffer claimedBuffer() {
        return stream.claimedBuffer();
    }

    /**
     * Returns where the claimed payload begins.
     *
     * @return an offset
     */
    public int claimedOffset() {
        return stream.claimedOffset();
    }

    /**
     * Commits the claimed frame of the engine, which goes with the next {@link #submit} at the latest.
     *
     * @param word of the frame
     */
    public void commit(long word) {
        state.toldBy(word);
        answers.sent();
        stream.publish(word);
    }

    /**
     * Lets go what was committed.
     *
     * @return false if there is no room now; to be called again
     */
    public boolean submit() {
        return isBroken || stream.submit() || hasNoRoomAgain();
    }

    private boolean hasNoRoomAgain() {
        boolean unused = hasNoRoom();
        return isBroken;
    }

    /**
     * Takes frames of the engine in order, and tells what has to be told.
     *
     * @param frames takes them
     * @param limit  after which no further bundle is taken
     * @return how many there were
     */
    public int poll(FrameHandler frames, int limit) {
        if (frameHandler != frames) { // storing a reference costs a barrier of the collector
            frameHandler = frames;
        }
        polled = 0;
        pollLimit = limit;
        if (isBroken) {
            return 0;
        }
        int bundles = peers.poll(limit);
        while (polled == 0 && bundles > 0 && !isBroken) { // nothing but state: what follows may be a frame
            bundles = peers.poll(limit);
        }
        if (bundles == 0 && areStreamsGone()) {
            endStream(); // the driver has given one of them up, and what comes later is of another
            return 0;
        }
        SIGNS.setRelease(this, peers.received()); // Pairs with #signs.
        if (stream.isHalfUsed() || change.isDue()) {
            changeStreams();
        }
        if (answers.isQuestionDue()) {
            ask();
        } else if (state.isDue(polled > 0)) {
            tellState(WORD_OF_STATE);
        }
        return polled;
    }

    private boolean areStreamsGone() {
        return peers.isClosed() || stream.isClosed();
    }

    private void changeStreams() {
        if (stream.isHalfUsed()) {
            change.want();
        }
        change.progress();
        Image next = change.takeNextImage();
        if (next != null) {
            peers.goOnIn(next);
        }
        boolean unused = hasNoRoom();
    }

    /**
     * Notes what is to be acknowledged, and tells it at once if it is much: who sends frames in a stream waits for it.
     *
     * @param word of the engine
     */
    public void acknowledge(long word) {
        state.acknowledge(word);
        if (state.isMuchAcknowledged()) {
            tellState(WORD_OF_STATE);
        }
    }

    /** What was noted since a frame told it goes in a frame of its own. */
    private void tellState(long word) {
        isBlocked = !stream.claimOwn(state.length()) && !hasNoRoom();
        if (!isBlocked) {
            state.write(claimedBuffer(), claimedOffset());
            stream.publish(word);
        }
    }

    /**
     * Shows the peer by one frame more what it may have missed, and has it tell what may have been lost here; or finds that
     * the streams carry nothing any more, though the control path may.
     */
    private void ask() {
        if (answers.isGivenUp()) {
            endStream();
        } else {
            answers.asked();
            tellState(WORD_OF_QUESTION);
        }
    }

    /**
     * Tells for how many nanoseconds the next poll has nothing to tell by itself.
     *
     * @return 0 if it has now
     */
    public long idleNs() {
        if (isBroken) {
            return Long.MAX_VALUE;
        }
        if (state.isNew()) {
            return isBlocked ? RETRY_NS : 0;
        }
        return change.isDue() || stream.isWaiting() ? Math.min(RETRY_NS, answers.idleNs()) : answers.idleNs();
    }

    @Override
    public void onFrame(long word, DirectBuffer buffer, int offset, int length) {
        if (isBroken) {
            return; // by one before it in its bundle
        }
        answers.came();
        int type = FrameWord.type(word);
        if (type < NextStreamDecoder.TEMPLATE_ID) { // those from there on are the link's own
            polled++;
            answers.cameFromEngine();
            answers.acknowledged(word);
            FrameHandler frames = frameHandler;
            if (frames != null) {
                frames.onFrame(word, buffer, offset, length);
            }
        } else if (type == LinkStateDecoder.TEMPLATE_ID) {
            onState(word, buffer, offset, length);
        } else if (!change.take(buffer, offset, length)) {
            onNonsense();
        }
    }

    @Override
    public boolean isEnough() {
        return isBroken || polled >= pollLimit;
    }

    /** A frame is missing or damaged. */
    @Override
    public void onNonsense() {
        if (!isBroken) {
            counters.increment(LinkCounter.FRAMES_REFUSED);
            endStream();
        }
    }

    private void onState(long word, DirectBuffer buffer, int offset, int length) {
        if (!peerState.read(buffer, offset, length)) {
            onNonsense();
            return;
        }
        answers.acknowledged(peerState.acknowledged());
        if ((FrameWord.flags(word) & FrameWord.FLAG_ASKS) != 0) {
            state.answer();
        }
    }

    private void endStream() {
        if (!isBroken) {
            isBroken = true;
            onBroken.run();
        }
    }

    /**
     * Returns the credit of one of the peer's endpoints, for a Send that has none left.
     *
     * @param endpointId the peer's
     * @return its word; 0 before
     */
    public long credit(int endpointId) {
        answers.awaitCredit();
        return peerState.credit(endpointId);
    }

    /**
     * Returns what this side has to tell.
     *
     * @return the same for the life of the link
     */
    public OwnState state() {
        return state;
    }

    /**
     * Returns what the peer has told.
     *
     * @return the same for the life of the link
     */
    public PeerState peerState() {
        return peerState;
    }

    /**
     * Returns how many frames were sent, those of the link's own included.
     *
     * @return ever-growing
     */
    public long sent() {
        return stream.sent();
    }

    /**
     * Returns how many of the peer's frames had come when it was polled last. From any thread.
     *
     * @return ever-growing
     */
    public long signs() {
        return (long) SIGNS.getAcquire(this); // Pairs with #poll.
    }

    /**
     * Returns how many of the peer's frames have come.
     *
     * @return ever-growing
     */
    public long received() {
        return peers.received();
    }

    /** Returns what takes the peer's bundles apart. */
    PeerStream peers() {
        return peers;
    }
}
