// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.Connector;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.control.ControlSession;
import io.oriel.udp.control.KeyHolder;
import io.oriel.udp.control.SessionHandler;
import io.oriel.udp.datagram.Bye;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.flow.Outbox;
import io.oriel.udp.frame.Answers;
import io.oriel.udp.frame.LinkFrames;
import io.oriel.udp.meeting.Security;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a link between hosts: frames in two Aeron streams, words in frames of its own, control messages in datagrams.
 *
 * <p>Used by the domain's owner (frames, words) and by the agent (everything else).
 */
final class UdpLink implements Link, KeyHolder, SessionHandler, Outbox.Frames {
    private static final long NOT_AWAITED = -1;

    private final UdpPort port;
    private final PortPump pump;
    private final LinkMaking.Offers offers;
    private final LinkStreams streams;
    private final ControlSession session;
    private final CounterSet counters;

    // Used by the domain's owner alone.
    private final LinkFrames frames;
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
        pump = port.pump();
        counters = streams.counters();
        frames = new LinkFrames(
                new LinkFrames.Streams(streams.publication(), streams.image(), streams.maker()),
                new LinkFrames.Numbering(
                        offers.own().stream().firstSequence(),
                        offers.peer().stream().firstSequence(),
                        streams.isGuarded()),
                new Answers(streams.clock(), deadPeerNs(port)),
                counters,
                this::committed,
                () -> port.home().loop().executeSurely(this::failBroken));
    }

    private void committed(int length) {
        pump.committed(this, length);
    }

    private static long deadPeerNs(UdpPort port) {
        return port.home().config().timeouts().deadPeer().toNanos();
    }

    @Override
    public int maxPayloadLength() {
        return frames.maxPayloadLength();
    }

    @Override
    public boolean tryClaim(int length) {
        return frames.tryClaim(length);
    }

    @Override
    public MutableDirectBuffer claimedBuffer() {
        return frames.claimedBuffer();
    }

    @Override
    public int claimedOffset() {
        return frames.claimedOffset();
    }

    @Override
    public void commit(long word) {
        frames.commit(word);
    }

    @Override
    public boolean submit() {
        return frames.submit();
    }

    @Override
    public int poll(FrameHandler frameHandler, int limit) {
        int polled = frames.poll(frameHandler, limit);
        if (awaitedFrames != NOT_AWAITED && frames.received() >= awaitedFrames) {
            awaitedFrames = NOT_AWAITED;
            port.home().loop().executeSurely(this::takeBye);
        }
        return polled;
    }

    /** Returns what the domain's owner moves. */
    LinkFrames frames() {
        return frames;
    }

    /** Ends if it is sealed by a key that was taken away. On the agent. */
    void endUnlessKnown(Security security) {
        if (!security.knows(offers.keys())) {
            failBroken();
        }
    }

    private void failBroken() {
        if (!isPeerGone && !isClosed && port.isUsable()) { // else all links have ended with the driver
            session.breakOff();
            die();
        }
    }

    @Override
    public void publishAcknowledgement(long word) {
        frames.acknowledge(word);
    }

    @Override
    public long acknowledgement() {
        frames.peerState().acknowledge(lastAcknowledgement);
        return frames.peerState().acknowledgement();
    }

    @Override
    public boolean isAcknowledgementNew() {
        return frames.peerState().isAcknowledgementNew();
    }

    @Override
    public long credit(int peerEndpointId) {
        return frames.credit(peerEndpointId);
    }

    @Override
    public long heard() {
        return frames.received();
    }

    @Override
    public @Nullable LinkMemory memory() {
        return null;
    }

    /** The peer is woken by what comes; here it is sent. If there is nothing, it may wait for credit. */
    @Override
    public void announce() {
        if (!pump.announce()) {
            frames.state().hasten();
        }
    }

    @Override
    public void startBatch() {
        pump.startBatch();
    }

    @Override
    public void submitBatch() {
        pump.flush();
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

    /** Returns who has the other end. */
    LinkTable.PeerName peerName() {
        return offers.peerName();
    }

    /** Computes what only the two ends of this link can compute. */
    long proof(byte[] mark) {
        return offers.proof(mark);
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
        port.pump().command(() -> port.show(this, endpointId, peerEndpointId));
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
        port.pump().command(() -> awaitedFrames = bye.frames());
        port.home().loop().scheduleSurely(deadPeerNs(port), this::giveUpFrames);
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
            session.breakOff();
            die();
        }
    }

    @Override
    public void onByeTaken() {
        release(false);
    }

    @Override
    public long signs() {
        return frames.signs();
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
    public InetSocketAddress local(InetSocketAddress dialled) {
        InetAddress meant = port.home().announcement().meant(dialled.getAddress(), port.address());
        return new InetSocketAddress(meant, dialled.getPort());
    }

    @Override
    public String explain() {
        int wanted = offers.own().stream().mtuLength();
        int length = streams.mtuLength();
        LinkKeys keys = offers.keys();
        return (keys == null ? "UDP" : keys.explain())
                + ": the peer takes frames at " + offers.peer().data() + " and control messages at "
                + offers.peer().control()
                + (length == wanted
                        ? ""
                        : "; datagrams have " + length + " bytes, because those of " + wanted + " do not arrive there");
    }

    @Override
    public Optional<Connector.Peer> peerProcess() {
        String identity = offers.peerName().identity().text();
        return identity.isEmpty()
                ? Optional.empty()
                : Optional.of(new Connector.Peer(0, "", Connector.Access.COPIED, identity));
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        port.links().forget(this);
        if (isPeerGone || session.acceptBye()) { // who closes, too, takes nothing that was still to come
            release(true);
        } else {
            session.bye(new Bye(frames.sent(), frames.state().acknowledgement()));
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
            port.channels().end(offers.keys());
            port.release(this, streams, isGone);
        }
    }
}
