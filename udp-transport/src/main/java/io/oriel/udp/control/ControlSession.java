// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.UdpAliveDecoder;
import io.oriel.engine.protocol.UdpByeDecoder;
import io.oriel.engine.protocol.UdpControlDecoder;
import io.oriel.udp.datagram.Bye;
import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The control path of one link over datagrams that may be lost: messages in order and once, and whether the peer lives. By
 * the agent.
 */
public final class ControlSession {
    private static final long FIRST_RETRY_NS = Duration.ofMillis(20).toNanos();
    private static final long MAX_RETRY_NS = Duration.ofMillis(500).toNanos();

    /** In the shorter time-out of both sides: a network that loses one datagram in twenty loses all of them in none of many hours. */
    private static final int SIGNS_OF_LIFE = 16;

    /** When a peer that is given up is told so: it may hear though it is not heard. */
    private static final long[] RESETS_NS = {0, 20_000_000, 100_000_000};

    /** Which part of the time-out this side may be late without thinking that it was away. */
    private static final int AWAY_PARTS = 4;

    private final ControlLoop loop;
    private final ControlChannel channel;
    private final Ends ends;
    private final long deadPeerNs;
    private final long signPeriodNs;
    private final String patience;
    private final OutgoingMessages outgoing = new OutgoingMessages();
    private final IncomingMessages incoming = new IncomingMessages();
    private final UdpControlDecoder control = new UdpControlDecoder();
    private final UdpByeDecoder bye = new UdpByeDecoder();
    private final UdpAliveDecoder alive = new UdpAliveDecoder();

    private long heardNs;
    private long lookedNs;
    private long signs;
    private long retryNs = FIRST_RETRY_NS;
    private long unreceivedNs;
    private @Nullable SessionHandler handler;
    private boolean isClosed;
    private boolean isByeTold;
    private boolean isByeAccepted;
    private boolean hasSaidBye;
    private boolean owesReceipt;
    private ControlLoop.@Nullable Timer retry;
    private ControlLoop.@Nullable Timer sign;
    private ControlLoop.@Nullable Timer deadline;

    /**
     * Who talks to whom.
     *
     * @param key     which datagrams to this side carry
     * @param peerKey which datagrams to the peer carry
     * @param peer    where it takes them
     */
    public record Ends(long key, long peerKey, InetSocketAddress peer) {}

    /**
     * Creates a session that keeps what comes, and is silent until it is opened.
     *
     * @param loop       the agent
     * @param channel    to the peer
     * @param ends       of the link
     * @param deadPeerNs after which a peer that is not heard is dead
     * @param peersNs    after which the peer takes this side for dead
     */
    public ControlSession(ControlLoop loop, ControlChannel channel, Ends ends, long deadPeerNs, long peersNs) {
        this.loop = loop;
        this.channel = channel;
        this.ends = ends;
        this.deadPeerNs = deadPeerNs;
        signPeriodNs = Math.min(deadPeerNs, peersNs) / SIGNS_OF_LIFE;
        patience = Duration.ofNanos(deadPeerNs).toMillis() + " ms";
    }

    /** Returns where the peer takes datagrams. */
    public InetSocketAddress peer() {
        return ends.peer();
    }

    /** Returns which datagrams to the peer carry. */
    public long peerKey() {
        return ends.peerKey();
    }

    /**
     * Begins to give signs of life and to miss the peer's, and delivers what has come.
     *
     * @param sessionHandler hears of everything
     */
    public void open(SessionHandler sessionHandler) {
        handler = sessionHandler;
        heardNs = loop.nanoTime();
        lookedNs = heardNs;
        giveSign();
        deadline = loop.scheduleSurely(deadPeerNs, this::lookWhetherDead);
        deliver();
        giveReceipt();
    }

    /**
     * Sends a message; it arrives in order and once, or the peer is dead.
     *
     * @param message of the engine
     */
    public void send(byte[] message) {
        if (!hasSaidBye && !isClosed) {
            outgoing.add(message, null);
            sendWhatMayGo();
            if (outgoing.areTooMany()) { // later, because a message of the peer's may be what has led here
                loop.executeSurely(() -> giveUp("the peer takes none of too many messages"));
            }
        }
    }

    /**
     * Tells the peer that this side closes the link: behind all that was sent before.
     *
     * @param last word of this side
     */
    public void bye(Bye last) {
        if (!hasSaidBye && !isClosed) {
            hasSaidBye = true;
            outgoing.add(new byte[0], last);
            sendWhatMayGo();
        }
    }

    /** {@return whether the peer has said bye}, and if so, says that all that came before was taken. */
    public boolean acceptBye() {
        if (isByeTold && !isByeAccepted) {
            isByeAccepted = true;
            incoming.take();
            owesReceipt = true;
            giveReceipt();
        }
        return isByeTold;
    }

    /**
     * Takes a datagram with this side's key from the peer's address.
     *
     * @param datagram sound
     */
    public void onDatagram(Datagram datagram) {
        if (isClosed) {
            return;
        }
        switch (datagram.templateId()) {
            case UdpControlDecoder.TEMPLATE_ID -> onControl(datagram);
            case UdpByeDecoder.TEMPLATE_ID -> onBye(datagram);
            case UdpAliveDecoder.TEMPLATE_ID -> onAlive(datagram);
            default -> {
                return; // a handshake's, which is over
            }
        }
        if (!isClosed) {
            deliver();
            giveReceipt();
        }
    }

    private void onControl(Datagram datagram) {
        if (!datagram.holds(UdpControlDecoder.BLOCK_LENGTH, 0)) {
            return;
        }
        control.wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        heard(control.received());
        owesReceipt = true;
        long sequence = control.sequence();
        if (!isClosed && incoming.isWanted(sequence)) {
            byte[] message = new byte[datagram.length() - datagram.blockLength()];
            datagram.buffer().getBytes(datagram.offset() + datagram.blockLength(), message);
            incoming.put(new OutgoingMessages.Message(sequence, message, null));
        }
    }

    private void onBye(Datagram datagram) {
        if (!datagram.holds(UdpByeDecoder.BLOCK_LENGTH, 0)) {
            return;
        }
        bye.wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        heard(bye.received());
        owesReceipt = true;
        if (!isClosed && incoming.isWanted(bye.sequence())) {
            Bye last = new Bye(bye.frames(), bye.acknowledgement());
            incoming.put(new OutgoingMessages.Message(bye.sequence(), new byte[0], last));
        }
    }

    private void onAlive(Datagram datagram) {
        if (datagram.holds(UdpAliveDecoder.BLOCK_LENGTH, 0)) {
            alive.wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
            heard(alive.received());
        }
    }

    /** The peer does not know this link. */
    public void onReset() {
        if (isClosed || handler == null) {
            return;
        }
        if (hasSaidBye) {
            end();
            handler().onByeTaken();
        } else {
            die("the peer does not know the link: it was restarted");
        }
    }

    private void heard(long received) {
        heardNs = loop.nanoTime();
        if (outgoing.received(received)) {
            retryNs = FIRST_RETRY_NS;
            unreceivedNs = 0;
            cancel(retry);
            retry = null;
            sendWhatMayGo();
            if (hasSaidBye && outgoing.isEmpty()) {
                end();
                handler().onByeTaken();
            }
        }
    }

    private void deliver() {
        OutgoingMessages.Message message;
        while (handler != null && !isClosed && !isByeTold && (message = incoming.next()) != null) {
            Bye last = message.bye();
            if (last == null) {
                incoming.take();
                deliver(message.control());
            } else {
                isByeTold = true; // taken when all frames before it have come
                handler().onBye(last);
            }
        }
    }

    /** A message that could not be handled is lost, and the link with it. */
    private void deliver(byte[] message) {
        try {
            handler().onControl(new UnsafeBuffer(message), 0, message.length);
        } catch (Throwable e) {
            die("a message could not be handled: " + e);
            throw e;
        }
    }

    private void sendWhatMayGo() {
        OutgoingMessages.Message message;
        while (handler != null && !isClosed && (message = outgoing.next()) != null) {
            Bye last = message.bye();
            owesReceipt = false;
            DatagramWriter writer = channel.writer();
            channel.send(
                    last == null
                            ? writer.control(ends.peerKey(), message.sequence(), incoming.taken(), message.control())
                            : writer.bye(ends.peerKey(), message.sequence(), incoming.taken(), last),
                    ends.peer());
        }
        if (retry == null && outgoing.isOnTheWay()) {
            retry = loop.scheduleSurely(retryNs, this::sendAgain);
        }
    }

    private void sendAgain() {
        retry = null;
        if (isClosed) {
            return;
        }
        unreceivedNs += retryNs;
        if (unreceivedNs >= deadPeerNs) { // the frames of a peer that hears nothing of this may still come
            giveUp("the peer did not take a message for " + patience);
            return;
        }
        retryNs = Math.min(2 * retryNs, Math.min(MAX_RETRY_NS, signPeriodNs));
        outgoing.sendAgain();
        sendWhatMayGo();
    }

    /** Says what has come, unless something that was sent meanwhile has said so. */
    private void giveReceipt() {
        if (owesReceipt && handler != null && !isClosed) {
            sendAlive();
        }
    }

    private void sendAlive() {
        owesReceipt = false;
        channel.send(channel.writer().alive(ends.peerKey(), incoming.taken()), ends.peer());
    }

    private void giveSign() {
        if (!isClosed) {
            noteFrames();
            sendAlive();
            sign = loop.scheduleSurely(signPeriodNs, this::giveSign);
        }
    }

    /** Frames that came since this was asked last. */
    private void noteFrames() {
        long now = handler().signs();
        if (now != signs) {
            signs = now;
            heardNs = loop.nanoTime();
        }
    }

    private void lookWhetherDead() {
        if (isClosed) {
            return;
        }
        channel.receive(); // this side may have been away, and what came meanwhile waits
        if (isClosed) {
            return;
        }
        noteFrames();
        long nowNs = loop.nanoTime();
        if (nowNs - lookedNs > deadPeerNs + deadPeerNs / AWAY_PARTS) {
            // Away for so long that nobody knows whether the peer was away as well: it gets its time once more.
            heardNs = nowNs;
        }
        lookedNs = nowNs;
        long leftNs = heardNs + deadPeerNs + signPeriodNs - nowNs; // a sign that was due just then may be on its way
        if (leftNs > 0) {
            deadline = loop.scheduleSurely(leftNs, this::lookWhetherDead);
        } else {
            giveUp("the peer was not heard for " + patience);
        }
    }

    private void giveUp(String why) {
        if (isClosed) {
            return;
        }
        if (hasSaidBye) {
            end();
            handler().onByeTaken();
        } else {
            breakOff();
            handler().onDead(why);
        }
    }

    private SessionHandler handler() {
        SessionHandler current = handler;
        if (current == null) {
            throw new IllegalStateException("the session has not been opened");
        }
        return current;
    }

    private void die(String reason) {
        end();
        handler().onDead(reason);
    }

    /** Ends without the peer's consent, and tells it if it can hear. */
    public void breakOff() {
        end();
        for (long delayNs : RESETS_NS) {
            loop.scheduleSurely(delayNs, () -> channel.send(channel.writer().reset(ends.key()), ends.peer()));
        }
    }

    /** Says nothing any more, and hears nothing. Idempotent. */
    public void close() {
        end();
    }

    private void end() {
        isClosed = true;
        cancel(retry);
        cancel(sign);
        cancel(deadline);
    }

    private static void cancel(ControlLoop.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
