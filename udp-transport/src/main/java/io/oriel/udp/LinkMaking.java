// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.UdpReadyDecoder;
import io.oriel.udp.aeron.DataPlane;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.control.ControlSession;
import io.oriel.udp.control.KeyHolder;
import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.LengthTrial;
import io.oriel.udp.seal.Hkdf;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A link in the making, from both offers on: each side awaits the other's stream before that is added, so that nothing has
 * to be tried twice. By the agent, but for the streams.
 */
final class LinkMaking implements KeyHolder, LinkStreams.Handler {
    private static final long READY_PERIOD_NS = Duration.ofMillis(50).toNanos();

    /** A length that tries nothing. */
    private static final int SHORTEST = 0;

    private final UdpPort port;
    private final Offers offers;
    private final Maker maker;
    private final LinkStreams streams;
    private final ControlChannel channel;
    private final ControlSession session;
    private final LengthTrial trial;
    private boolean isAwaiting;
    private boolean isPeerReady;
    private boolean isPublished;
    private boolean isDone;
    private ControlLoop.@Nullable Timer ready;

    /**
     * What both sides have said.
     *
     * @param own       this side's
     * @param peer      the peer's
     * @param isDialler whether this side said hello
     * @param keys      of the link; null if it is not sealed
     */
    record Offers(
            LinkOffer own,
            LinkOffer peer,
            boolean isDialler,
            @Nullable LinkKeys keys) {
        /** Returns who is at the other end, as far as the making proves it. */
        LinkTable.PeerName peerName() {
            LinkKeys.Name key = keys == null ? LinkKeys.Name.NONE : keys.key();
            LinkKeys.Name identity = keys == null ? LinkKeys.Name.NONE : keys.peer();
            return new LinkTable.PeerName(peer.adapterId(), peer.control(), key, identity);
        }

        /** Computes what only the two ends can compute; others who see everything can, too, where nothing is sealed. */
        long proof(byte[] mark) {
            if (keys != null) {
                return keys.proof(mark);
            }
            ByteBuffer both = ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong((isDialler ? own : peer).key())
                    .putLong((isDialler ? peer : own).key());
            return ByteBuffer.wrap(Hkdf.extract(both.array(), mark)).getLong();
        }
    }

    /** Who wants the link. One of these is called, once, on the agent. */
    interface Maker {
        void made(UdpLink link);

        /** This side cannot make it; the peer does not know yet. */
        void failed(LinkReader.Refusal why);

        /** The peer has given up, or does not know of it. */
        void givenUp(LinkReader.Refusal why);
    }

    LinkMaking(UdpPort port, Offers offers, Maker maker) {
        this.port = port;
        this.offers = offers;
        this.maker = maker;
        trial = new LengthTrial(offers.own().stream().mtuLength());
        streams = newStreams();
        channel = port.channels().begin(offers.keys(), offers.peer().control());
        session = newSession();
    }

    private LinkStreams newStreams() {
        DataPlane.Parts parts = port.plane().requireParts();
        LinkStreams.Ends ends = new LinkStreams.Ends(
                port.adapterId(),
                parts.data().address(),
                offers.own().stream(),
                offers.peer().adapterId(),
                offers.peer().data(),
                offers.peer().stream(),
                port.home().firstPosition().applyAsLong(offers.own().stream().termLength()));
        return new LinkStreams(parts.driver(), ends, offers.keys(), this);
    }

    private ControlSession newSession() {
        ControlSession.Ends ends = new ControlSession.Ends(
                offers.own().key(), offers.peer().key(), offers.peer().control());
        long deadPeerNs = port.home().config().timeouts().deadPeer().toNanos();
        long peersNs = TimeUnit.MILLISECONDS.toNanos(offers.peer().deadPeerMs());
        return new ControlSession(port.home().loop(), channel, ends, deadPeerNs, peersNs);
    }

    void start() {
        port.keys().put(offers.own().key(), this);
        if (offers.isDialler()) {
            port.pump().meet(() -> port.pump().begin(streams));
        }
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
        if (datagram.templateId() != UdpReadyDecoder.TEMPLATE_ID) {
            session.onDatagram(datagram); // which keeps it
            return;
        }
        LinkReader.Ready said = LinkReader.ready(datagram);
        if (said == null) {
            port.countDropped();
        } else if (!isDone) {
            onReady(said);
        }
    }

    private void onReady(LinkReader.Ready said) {
        boolean isNews = trial.came(said.length(), said.arrived());
        if (!isPeerReady) {
            isPeerReady = true;
            if (!offers.isDialler()) {
                port.pump().meet(() -> port.pump().begin(streams));
            }
        }
        if (isAwaiting && isNews) {
            sendReady(SHORTEST);
        }
        publish();
    }

    @Override
    public void onSubscribed() {
        port.home().loop().executeSurely(() -> {
            if (!isDone) {
                isAwaiting = true;
                tryLengths();
            }
        });
    }

    /** Until the link is made: whatever is lost comes again. */
    private void tryLengths() {
        if (isDone) {
            return;
        }
        if (isPublished) {
            sendReady(SHORTEST);
        } else {
            for (int length : trial.nextRound()) {
                sendReady(length);
            }
        }
        ready = port.home().loop().scheduleSurely(READY_PERIOD_NS, this::tryLengths);
        publish();
    }

    private void sendReady(int length) {
        LinkOffer peer = offers.peer();
        channel.send(channel.writer().ready(peer.key(), trial.arrivedHere(), length), peer.control());
    }

    private void publish() {
        int length = trial.length();
        if (isAwaiting && isPeerReady && !isPublished && length > 0) {
            isPublished = true;
            port.pump().meet(() -> streams.publish(length));
        }
    }

    private void cancelReady() {
        if (ready != null) {
            ready.cancel();
        }
    }

    @Override
    public void onConnected() {
        port.home().loop().executeSurely(this::open);
    }

    private void open() {
        if (isDone) {
            return;
        }
        if (!port.home().security().knows(offers.keys())) {
            fail(new LinkReader.Refusal(
                    NdStatus.CONNECTION_REFUSED,
                    "the key with which the link was made, or the peer, was taken away meanwhile"));
            return;
        }
        UdpLink link;
        try {
            link = new UdpLink(port, offers, streams, session);
            port.open(link);
        } catch (Throwable e) {
            fail(LinkReader.Refusal.of(e));
            throw e;
        }
        isDone = true;
        cancelReady();
        maker.made(link);
    }

    @Override
    public void onFailed(NdException failure) {
        port.home().loop().executeSurely(() -> fail(LinkReader.Refusal.of(failure)));
    }

    @Override
    public void onReset() {
        if (!isDone) {
            end();
            maker.givenUp(new LinkReader.Refusal(
                    NdStatus.CONNECTION_ABORTED, "the peer gave up while the link was made", true));
        }
    }

    /** Tells whether the peer takes frames. */
    boolean isPeerReady() {
        return isPeerReady;
    }

    private void fail(LinkReader.Refusal why) {
        if (!isDone) {
            end();
            maker.failed(why);
        }
    }

    /** Ends without a link and without a word to its maker; the peer is told. Idempotent. */
    void abandon() {
        if (!isDone) {
            end();
            tellEnd();
        }
    }

    /** Tells the peer that this side has given up: it may try again. */
    void tellEnd() {
        channel.send(channel.writer().reset(offers.own().key()), offers.peer().control());
    }

    private void end() {
        isDone = true;
        cancelReady();
        session.close();
        port.keys().remove(offers.own().key());
        port.channels().end(offers.keys());
        port.pump().meet(() -> port.pump().end(streams, true));
    }
}
