// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealBuffers;
import io.oriel.udp.seal.SealLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** Seals all that a private media driver sends, and opens all that it receives, by the links whose streams they are. By the domain's owner. */
public final class SealedStreams {
    /** For so long the driver still sends for a stream that it has been told to close. */
    private static final long LINGER_NS = Duration.ofSeconds(1).toNanos();

    private static final int SESSION_IN_FRAME = 12; // and in Aeron's setup
    private static final int SESSION_IN_STATUS = 8; // and where something is asked for again

    private final SealBuffers buffers = new SealBuffers();
    private final Int2ObjectHashMap<LinkSeal> links = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<LinkSeal> ownStreams = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<LinkSeal> peerStreams = new Int2ObjectHashMap<>();
    private final ArrayDeque<Ended> ended = new ArrayDeque<>(); // the earliest first
    private @Nullable LinkSeal opened;

    private record Ended(LinkSeal seal, long endNs) {}

    /** Creates seals of no link. */
    public SealedStreams() {}

    /** Begins to open what is sealed for a link, whose peer takes frames at an address. */
    LinkSeal begin(LinkKeys keys, InetSocketAddress peerData, NanoClock clock) {
        forgetEnded(clock.nanoTime());
        LinkSeal seal =
                new LinkSeal(keys.session(), peerData, keys.ownStream(clock, buffers), keys.peerStream(clock, buffers));
        links.put(seal.session(), seal);
        return seal;
    }

    /** Opens nothing for a link any more; what the driver still says is sealed for a while. */
    void end(LinkSeal seal, NanoClock clock) {
        long nowNs = clock.nanoTime();
        links.remove(seal.session());
        ended.add(new Ended(seal, nowNs));
        forgetEnded(nowNs);
    }

    /** Erases the keys of links that ended a while ago. */
    void eraseEnded(NanoClock clock) {
        if (!ended.isEmpty()) {
            forgetEnded(clock.nanoTime());
        }
    }

    /** Erases the keys of all links: the driver has been closed. */
    void erase() {
        links.values().forEach(LinkSeal::erase);
        ended.forEach(each -> each.seal.erase());
    }

    private void forgetEnded(long nowNs) {
        Ended first;
        while ((first = ended.peek()) != null && nowNs - first.endNs > LINGER_NS) {
            ended.remove();
            LinkSeal seal = first.seal;
            ownStreams.values().removeIf(each -> each == seal);
            peerStreams.values().removeIf(each -> each == seal);
            if (opened == seal) {
                opened = null;
            }
            seal.erase();
        }
    }

    /** A stream of this side's is sealed by its link, unless another link has its session: peers choose sessions. */
    boolean addOwn(int sessionId, LinkSeal seal) {
        LinkSeal present = ownStreams.putIfAbsent(sessionId, seal);
        return present == null || present == seal;
    }

    /** What is said of a stream of the peer's is sealed by its link. */
    void addPeer(int sessionId, LinkSeal seal) {
        peerStreams.put(sessionId, seal);
    }

    /** Tells whether what was opened last is of the link of one of this side's streams. */
    boolean isOpenedOfOwn(int sessionId) {
        return opened != null && ownStreams.get(sessionId) == opened;
    }

    /** Tells whether what was opened last is of a link. */
    boolean isOpened(@Nullable LinkSeal seal) {
        return opened != null && opened == seal;
    }

    /** Seals frames, or a stream's set-up; null if they are to be lost. */
    @Nullable
    ByteBuffer sealFrames(ByteBuffer datagram) {
        LinkSeal seal = ownStreams.get(getInt(datagram, SESSION_IN_FRAME));
        return seal == null ? null : seal.own().seal(datagram);
    }

    /** Seals what is said of the peer's stream; null if it is to be lost. */
    @Nullable
    ByteBuffer sealStatus(ByteBuffer datagram) {
        LinkSeal seal = peerStreams.get(getInt(datagram, SESSION_IN_STATUS));
        return seal == null ? null : seal.peer().seal(datagram);
    }

    private static int getInt(ByteBuffer datagram, int offset) {
        int number = datagram.getInt(datagram.position() + offset);
        return datagram.order() == ByteOrder.LITTLE_ENDIAN ? number : Integer.reverseBytes(number);
    }

    /**
     * Opens what comes of the peer's stream, where it lies, up to the position; false if it is to be dropped. A copy that another host
     * sends must not use up the counter of the original.
     */
    boolean openFrames(ByteBuffer received, InetSocketAddress from) {
        LinkSeal seal = sealOf(received);
        boolean isOpen = seal != null
                && seal.peerData().getAddress().equals(from.getAddress()) // frames leave from any port
                && seal.peer().open(received);
        opened = isOpen ? seal : null;
        return isOpen;
    }

    /** Opens what the peer says of this side's stream, where it lies, up to the position; false if it is to be dropped. */
    boolean openStatus(ByteBuffer received, InetSocketAddress from) {
        LinkSeal seal = sealOf(received);
        boolean isOpen =
                seal != null && seal.peerData().equals(from) && seal.own().open(received);
        opened = isOpen ? seal : null;
        return isOpen;
    }

    private @Nullable LinkSeal sealOf(ByteBuffer received) {
        return SealLayout.isSealed(received, received.position()) ? links.get(SealLayout.session(received)) : null;
    }
}
