// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.LinkStateDecoder;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.control.Bye;
import io.oriel.udp.control.ControlSession;
import io.oriel.udp.control.Datagram;
import io.oriel.udp.control.SessionHandler;
import io.oriel.udp.frame.FrameLayout;
import io.oriel.udp.frame.FrameSum;
import io.oriel.udp.frame.OwnState;
import io.oriel.udp.frame.PeerState;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a link between hosts: frames in two Aeron streams, words in frames of its own, control messages in datagrams.
 *
 * <p>Used by the domain's owner (frames, words) and by the agent (everything else).
 */
final class UdpLink implements Link, FragmentHandler, KeyHolder, SessionHandler {
    private static final long WORD_OF_STATE = FrameWord.of(LinkStateDecoder.TEMPLATE_ID, 0, 0, 0);
    private static final long NOT_AWAITED = -1;

    private final UdpPort port;
    private final PortPump pump;
    private final LinkMaking.Offers offers;
    private final LinkStreams streams;
    private final ControlSession session;
    private final CounterSet counters;

    // Used by the domain's owner alone.
    private final ExclusivePublication publication;
    private final Image image;
    private final BufferClaim claim = new BufferClaim();
    private final FrameSum ownSum = new FrameSum();
    private final FrameSum peerSum = new FrameSum();
    private final OwnState state;
    private final PeerState peerState = new PeerState();
    private final long firstSequence;
    private final long firstPeerSequence;
    private @Nullable FrameHandler frameHandler;
    private long sent;
    private long received;
    private int polled;
    private boolean isBroken;
    private boolean isBlocked;
    private long awaitedFrames = NOT_AWAITED;

    // Written by the agent.
    private volatile long lastAcknowledgement;

    // Used by the agent alone.
    private @Nullable LinkHandler handler;
    private boolean isPeerGone;
    private boolean isClosed;
    private boolean isReleased;

    UdpLink(UdpPort port, LinkMaking.Offers offers, LinkStreams streams, ControlSession session) {
        this.port = port;
        this.offers = offers;
        this.streams = streams;
        this.session = session;
        pump = port.portPump();
        publication = streams.publication();
        image = streams.image();
        counters = streams.counters();
        state = new OwnState(maxPayloadLength());
        firstSequence = offers.own().stream().firstSequence();
        firstPeerSequence = offers.peer().stream().firstSequence();
    }

    @Override
    public int maxPayloadLength() {
        return publication.maxPayloadLength() - FrameLayout.HEADER_LENGTH;
    }

    @Override
    public boolean tryClaim(int length) {
        long position = publication.tryClaim(length + FrameLayout.HEADER_LENGTH, claim);
        return position > 0 || tryClaimAgain(position, length);
    }

    private boolean tryClaimAgain(long position, int length) {
        if (position == Publication.MAX_POSITION_EXCEEDED) {
            breakStream();
        }
        return position == Publication.ADMIN_ACTION
                && publication.tryClaim(length + FrameLayout.HEADER_LENGTH, claim) > 0;
    }

    @Override
    public MutableDirectBuffer claimedBuffer() {
        return claim.buffer();
    }

    @Override
    public int claimedOffset() {
        return claim.offset() + FrameLayout.HEADER_LENGTH;
    }

    @Override
    public void commit(long word) {
        state.toldBy(word);
        publish(word);
    }

    private void publish(long word) {
        MutableDirectBuffer buffer = claim.buffer();
        claim.reservedValue(word);
        buffer.putLong(FrameLayout.SEQUENCE_OFFSET, firstSequence + sent, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(FrameLayout.RESERVED_OFFSET, 0);
        int sum = ownSum.of(buffer, 0, claim.length() + DataHeaderFlyweight.HEADER_LENGTH);
        buffer.putInt(FrameLayout.CRC_OFFSET, sum, ByteOrder.LITTLE_ENDIAN);
        claim.commit();
        sent++;
        pump.committed();
    }

    @Override
    public int poll(FrameHandler frames, int limit) {
        if (state.isNew()) {
            tellState();
        }
        if (frameHandler != frames) { // storing a reference costs a barrier of the collector
            frameHandler = frames;
        }
        polled = 0;
        int fragments = isBroken ? 0 : image.poll(this, limit);
        while (polled == 0 && fragments > 0 && !isBroken) { // nothing but state: what follows may be a frame
            fragments = image.poll(this, limit);
        }
        if (awaitedFrames != NOT_AWAITED && received >= awaitedFrames) {
            awaitedFrames = NOT_AWAITED;
            port.home().loop().execute(this::takeBye);
        }
        return polled;
    }

    /** What was noted since a frame told it goes in a frame of its own. */
    private void tellState() {
        isBlocked = !tryClaim(state.length());
        if (!isBlocked) {
            state.write(claimedBuffer(), claimedOffset());
            publish(WORD_OF_STATE);
        }
    }

    /** Tells whether the next poll has something to tell. */
    boolean hasToTell() {
        return state.isNew() && !isBroken;
    }

    /** Tells whether it could not be told for want of room. */
    boolean isBlocked() {
        return isBlocked;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        // Lengths first: a driver that is not ours may have put anything into its log.
        int frameOffset = offset - DataHeaderFlyweight.HEADER_LENGTH;
        int frameLength = length + DataHeaderFlyweight.HEADER_LENGTH;
        if (isBroken
                || length < FrameLayout.HEADER_LENGTH
                || frameOffset < 0
                || frameLength > buffer.capacity() - frameOffset
                || getInt(buffer, frameOffset + FrameLayout.CRC_OFFSET) != peerSum.of(buffer, frameOffset, frameLength)
                || buffer.getLong(frameOffset + FrameLayout.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN)
                        != firstPeerSequence + received) {
            breakStream();
            return;
        }
        received++;
        long word = header.reservedValue();
        int payloadOffset = frameOffset + FrameLayout.PAYLOAD_OFFSET;
        int payloadLength = length - FrameLayout.HEADER_LENGTH;
        FrameHandler frames = frameHandler;
        if (FrameWord.type(word) != LinkStateDecoder.TEMPLATE_ID) {
            polled++;
            if (frames != null) {
                frames.onFrame(word, buffer, payloadOffset, payloadLength);
            }
        } else if (!peerState.read(buffer, payloadOffset, payloadLength)) {
            breakStream();
        }
    }

    private static int getInt(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN);
    }

    /** A stream can be used no more: a frame is missing or damaged, or it has carried all that its positions can count. */
    private void breakStream() {
        if (!isBroken) {
            isBroken = true;
            counters.increment(LinkCounter.FRAMES_REFUSED);
            port.home().loop().execute(this::failBroken);
        }
    }

    private void failBroken() {
        if (!isPeerGone && !isClosed) {
            port.keys().reset(key(), session.peer());
            session.close();
            die();
        }
    }

    @Override
    public void publishAcknowledgement(long word) {
        state.acknowledge(word);
    }

    @Override
    public long acknowledgement() {
        peerState.acknowledge(lastAcknowledgement);
        return peerState.acknowledgement();
    }

    @Override
    public boolean isAcknowledgementNew() {
        return peerState.isAcknowledgementNew();
    }

    @Override
    public long credit(int peerEndpointId) {
        return peerState.credit(peerEndpointId);
    }

    @Override
    public @Nullable LinkMemory memory() {
        return null;
    }

    /** The peer is woken by what comes; here it is sent. */
    @Override
    public void announce() {
        pump.flush();
    }

    /** Returns what this end has to tell. By the domain's owner. */
    OwnState state() {
        return state;
    }

    @Override
    public CounterSet counters() {
        return counters;
    }

    // On the agent.

    /** Hands the link to its user, and delivers what has come meanwhile. */
    void open(LinkHandler linkHandler) {
        handler = linkHandler;
        session.open(this);
    }

    /** Returns which datagrams to this end carry. */
    long key() {
        return offers.own().key();
    }

    long peerAdapterId() {
        return offers.peer().adapterId();
    }

    @Override
    public InetSocketAddress peerAddress() {
        return session.peer();
    }

    @Override
    public long peerKey() {
        return session.peerKey();
    }

    @Override
    public void onDatagram(Datagram datagram) {
        session.onDatagram(datagram);
    }

    @Override
    public void onReset() {
        session.onReset();
    }

    @Override
    public void showCredit(int endpointId, int peerEndpointId) {
        port.command(() -> port.show(this, endpointId, peerEndpointId));
    }

    @Override
    public void sendControl(DirectBuffer buffer, int offset, int length) {
        if (length < 0 || length > MAX_CONTROL_LENGTH) {
            throw new IllegalArgumentException("length must be in 0.." + MAX_CONTROL_LENGTH + ", was " + length);
        }
        byte[] message = new byte[length];
        buffer.getBytes(offset, message);
        session.send(message);
    }

    @Override
    public void onControl(DirectBuffer buffer, int offset, int length) {
        if (!isClosed) {
            handler().onControl(buffer, offset, length);
        }
    }

    /** The peer's frames may come later than its word that they were the last. */
    @Override
    public void onBye(Bye bye) {
        lastAcknowledgement = bye.acknowledgement();
        if (isClosed) {
            session.acceptBye();
            return;
        }
        port.command(() -> awaitedFrames = bye.frames());
        port.home().loop().schedule(port.home().config().timeouts().deadPeer().toNanos(), this::giveUpFrames);
    }

    private void takeBye() {
        if (!isPeerGone && !isClosed) {
            session.acceptBye();
            isPeerGone = true;
            port.links().forget(this);
            handler().onPeerClosed();
        } else if (!isReleased) {
            session.acceptBye();
        }
    }

    private void giveUpFrames() {
        if (!isPeerGone && !isClosed) {
            session.acceptBye();
            die();
        }
    }

    @Override
    public void onByeTaken() {
        release(false);
    }

    @Override
    public void onDead(String reason) {
        if (!isPeerGone) {
            die();
        }
    }

    private void die() {
        isPeerGone = true;
        port.links().forget(this);
        if (!isClosed) {
            handler().onPeerDied();
        }
    }

    private LinkHandler handler() {
        LinkHandler current = handler;
        if (current == null) {
            throw new IllegalStateException("the link has not been opened");
        }
        return current;
    }

    @Override
    public boolean isDialler() {
        return offers.isDialler();
    }

    @Override
    public String explain() {
        return "UDP: the peer takes frames at " + offers.peer().data() + " and control messages at "
                + offers.peer().control();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        port.links().forget(this);
        if (isPeerGone) {
            release(true);
        } else {
            session.bye(new Bye(sent, state.acknowledgement()));
        }
    }

    /** Ends what is left of a closed link whose peer has not answered in time. */
    void abandon() {
        release(true);
    }

    private void release(boolean isGone) {
        if (!isReleased) {
            isReleased = true;
            session.close();
            port.release(this, streams, isGone);
        }
    }
}
