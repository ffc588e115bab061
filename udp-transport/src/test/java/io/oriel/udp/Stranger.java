// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.engine.protocol.UdpCookieDecoder;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.hello.Cookies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** Says hello to a listener as it likes, from a socket of its own. */
final class Stranger implements AutoCloseable {
    private static final int PATIENCE_MS = 10_000;

    private final DatagramChannel channel;
    private final InetSocketAddress listener;
    private final DatagramWriter writer = new DatagramWriter();
    private final Datagram datagram = new Datagram();
    private int answerLength;

    Stranger(InetSocketAddress listener) {
        this.listener = listener;
        try {
            channel = DatagramChannel.open();
            channel.bind(new InetSocketAddress(listener.getAddress(), 0));
            channel.connect(listener);
            channel.socket().setSoTimeout(PATIENCE_MS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes an offer that names the stranger's own socket. */
    LinkOffer offer(int termLength) {
        return offer(RandomNumbers.nextLong(), termLength);
    }

    /** Makes an offer of an adapter that may have said hello before. */
    LinkOffer offer(long adapterId, int termLength) {
        try {
            return offer(adapterId, (InetSocketAddress) channel.getLocalAddress(), termLength);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes an offer of an adapter that may be another's. */
    LinkOffer offer(long adapterId, InetSocketAddress own, int termLength) {
        return new LinkOffer(
                LinkOffer.PROTOCOL_VERSION,
                LinkOffer.LAYOUT_VERSION,
                adapterId,
                RandomNumbers.nextLong(),
                new LinkOffer.Stream(0, 1, termLength, 1408),
                own,
                own,
                2_000);
    }

    /** Says hello as a dialler does that has no other dial. */
    void sayLeadingHello(LinkOffer offer, long cookie) {
        send(writer.hello(new LinkReader.Hello(offer, cookie, listener.getAddress(), true)));
    }

    void sayHello(LinkOffer offer, long cookie) {
        sayHello(offer, cookie, listener.getAddress());
    }

    void sayHello(LinkOffer offer, long cookie, InetAddress dialled) {
        send(writer.hello(new LinkReader.Hello(offer, cookie, dialled, false)));
    }

    void withdraw(LinkOffer offer) {
        send(writer.reset(offer.key()));
    }

    /** Says anything. */
    void say(ByteBuffer datagram) {
        send(datagram);
    }

    private void send(ByteBuffer message) {
        try {
            int sent = channel.write(message);
            assert sent > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gets the cookie of a hello. */
    long cookie(LinkOffer offer) {
        sayHello(offer, Cookies.NONE);
        Datagram answer = answer();
        if (answer.templateId() != UdpCookieDecoder.TEMPLATE_ID) {
            throw new AssertionError("answered by " + answer.templateId());
        }
        return LinkReader.cookie(answer).orElseThrow();
    }

    /** Waits for an answer. */
    Datagram answer() {
        try {
            byte[] room = new byte[datagram.clear().capacity()];
            DatagramPacket packet = new DatagramPacket(room, room.length);
            channel.socket().receive(packet);
            answerLength = packet.getLength();
            datagram.clear().put(room, 0, answerLength);
            if (!datagram.isSound()) {
                throw new AssertionError("a damaged answer");
            }
            return datagram;
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no answer", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How long the last answer was. */
    int answerLength() {
        return answerLength;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
