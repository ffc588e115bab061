// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** A link whose peer is the test: it writes the frames and words that arrive, and looks at those that leave. */
public final class FakeLink implements Link {
    /** What lies around frames: no byte of a frame should be it. */
    public static final byte POISON = PoisonedBuffer.POISON;

    private static final int NO_CLAIM = -1;

    private final Queue<Frame> arriving = new ArrayDeque<>();
    private final List<Frame> committed = new ArrayList<>();
    private final List<byte[]> controls = new ArrayList<>();
    private final CounterSet counters = CounterSet.inHeap(LinkCounter.values().length);
    private final int maxPayloadLength;
    private final PoisonedBuffer arrival;
    private final PoisonedBuffer claim;
    private @Nullable LinkMemory memory;
    private int claimed = NO_CLAIM;
    private long room = Long.MAX_VALUE;
    private long acknowledgement;
    private long published;
    private long credit;
    private long heard = ALWAYS_HEARD;
    private int announcements;
    private boolean unannounced;
    private boolean letGo;
    private boolean isDialler = true;
    private boolean closed;
    private @Nullable Error claimFailure;
    private @Nullable Error announcementFailure;
    private @Nullable Error controlFailure;
    private @Nullable Error creditFailure;

    /** What is in a log. */
    @SuppressWarnings("ArrayRecordComponent") // carried, never compared
    public record Frame(long word, byte[] payload) {}

    /** Creates a link with frames of this size. */
    public FakeLink(int maxPayloadLength) {
        this.maxPayloadLength = maxPayloadLength;
        arrival = new PoisonedBuffer(Math.max(maxPayloadLength, MAX_CONTROL_LENGTH));
        claim = new PoisonedBuffer(maxPayloadLength);
    }

    // For the test.

    /** Lets both ends see memory of each other, before the link is used. */
    public void memory(LinkMemory value) {
        memory = value;
    }

    /** Lets a frame of the peer arrive. */
    public void arrive(long word, byte[] payload) {
        arriving.add(new Frame(word, payload));
    }

    /** Sets how many frames fit the log before it is full. */
    public void room(long frames) {
        room = frames;
    }

    /** Lets the next claim throw. */
    public void failClaim(Error failure) {
        claimFailure = failure;
    }

    /** Lets the next announcement throw. */
    public void failAnnouncement(Error failure) {
        announcementFailure = failure;
    }

    /** Lets the next control message throw. */
    public void failControl(Error failure) {
        controlFailure = failure;
    }

    /** Lets the next attempt to show an endpoint's credit throw. */
    public void failCreditSight(Error failure) {
        creditFailure = failure;
    }

    /** Sets the peer's acknowledgement word. */
    public void acknowledgement(long word) {
        acknowledgement = word;
    }

    /** Sets the credit word of every endpoint of the peer. */
    public void grantCredit(long word) {
        credit = word;
    }

    /** Lets the peer be heard, on a link where that is needed to know its credit. */
    public void hear() {
        heard++;
    }

    @Override
    public long heard() {
        return heard;
    }

    /** Takes the frames that were committed. */
    public List<Frame> takeCommitted() {
        List<Frame> taken = List.copyOf(committed);
        committed.clear();
        return taken;
    }

    /** Takes the control messages that were sent. */
    public List<byte[]> takeControls() {
        List<byte[]> taken = List.copyOf(controls);
        controls.clear();
        return taken;
    }

    /** Returns the acknowledgement word that was published last. */
    public long published() {
        return published;
    }

    /** Tells whether the domain has let go of it. */
    public boolean isLetGo() {
        return letGo;
    }

    /** Tells how often the peer would have been woken if it slept. */
    public int takeAnnouncements() {
        int taken = announcements;
        announcements = 0;
        return taken;
    }

    /** Tells whether something was published that the peer would not be woken for. */
    public boolean hasUnannounced() {
        return unannounced;
    }

    /** Tells whether the engine has closed the link. */
    public boolean isClosed() {
        return closed;
    }

    // For the engine.

    @Override
    public int maxPayloadLength() {
        return maxPayloadLength;
    }

    @Override
    public boolean tryClaim(int length) {
        requireNoClaim();
        require(length >= 0 && length <= maxPayloadLength, "a claim of " + length + " bytes");
        Error failure = claimFailure;
        claimFailure = null;
        throwIfAny(failure);
        if (room == 0) {
            return false;
        }
        claimed = length;
        claim.place(length);
        return true;
    }

    @Override
    public MutableDirectBuffer claimedBuffer() {
        require(claimed != NO_CLAIM, "no claim");
        return claim.buffer();
    }

    @Override
    public int claimedOffset() {
        require(claimed != NO_CLAIM, "no claim");
        return claim.offset();
    }

    @Override
    public void commit(long word) {
        require(claimed != NO_CLAIM, "no claim");
        committed.add(new Frame(word, claim.take()));
        unannounced = true;
        claimed = NO_CLAIM;
        room--;
    }

    @Override
    public int poll(FrameHandler handler, int limit) {
        requireNoClaim();
        int count = 0;
        for (Frame frame; count < limit && (frame = arriving.poll()) != null; count++) {
            arrival.place(frame.payload());
            handler.onFrame(frame.word(), arrival.buffer(), arrival.offset(), frame.payload().length);
            arrival.take();
        }
        return count;
    }

    @Override
    public void publishAcknowledgement(long word) {
        requireNoClaim();
        published = word;
        unannounced = true;
    }

    @Override
    public void announce() {
        requireNoClaim();
        Error failure = announcementFailure;
        announcementFailure = null;
        throwIfAny(failure);
        announcements++;
        unannounced = false;
    }

    @Override
    public void showCredit(int endpointId, int peerEndpointId) {
        Error failure = creditFailure;
        creditFailure = null;
        throwIfAny(failure);
    }

    @Override
    public long acknowledgement() {
        requireNoClaim();
        return acknowledgement;
    }

    @Override
    public long credit(int peerEndpointId) {
        requireNoClaim();
        require(peerEndpointId >= 0 && peerEndpointId < Port.MAX_ENDPOINTS, "an endpoint that cannot be");
        return credit;
    }

    @Override
    public @Nullable LinkMemory memory() {
        return memory;
    }

    @Override
    public void letGo() {
        claimed = NO_CLAIM; // what was thrown amid a claim has broken the link
        letGo = true;
    }

    @Override
    public CounterSet counters() {
        return counters;
    }

    @Override
    public void sendControl(DirectBuffer buffer, int offset, int length) {
        require(length >= 0 && length <= MAX_CONTROL_LENGTH, "a control message of " + length + " bytes");
        require(!closed, "a control message on a closed link");
        Error failure = controlFailure;
        controlFailure = null;
        throwIfAny(failure);
        byte[] message = new byte[length];
        buffer.getBytes(offset, message);
        controls.add(message);
    }

    @Override
    public boolean isDialler() {
        return isDialler;
    }

    /** Makes it one that the peer has dialled; before it is used. */
    public FakeLink accepted() {
        isDialler = false;
        return this;
    }

    @Override
    public String explain() {
        return "a fake, because this is a test";
    }

    @Override
    public void close() {
        closed = true;
    }

    private static void throwIfAny(@Nullable Error failure) {
        if (failure != null) {
            throw failure;
        }
    }

    private void requireNoClaim() {
        require(claimed == NO_CLAIM, "a claim was not committed");
        require(!letGo, "used after it was let go");
    }

    private static void require(boolean kept, String broken) {
        if (!kept) {
            throw new AssertionError("the rules of Link are broken: " + broken);
        }
    }
}
