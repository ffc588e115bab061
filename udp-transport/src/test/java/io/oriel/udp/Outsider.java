// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.protocol.UdpCookieDecoder;
import io.oriel.engine.protocol.UdpRefusedDecoder;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.seal.SealLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Random;

/** Who knows where everybody is, but sees nothing of what they say and has no key: sends anything, and looks at what comes back. */
final class Outsider implements AutoCloseable {
    private static final int SEAL_VERSION = 2;
    private static final int IDENTITY_VERSION = 0x102;
    private static final int MAX_LENGTH = 1_500;
    private static final int HELLO_MESSAGE_LENGTH = 600;
    private static final List<String> KEY_IDS = List.of("key", "another", "no/id", "");

    private final Random random;
    private final InetSocketAddress listener;
    private final List<InetSocketAddress> sockets;
    private final boolean returnsCookies;
    private final DatagramChannel channel;
    private final DatagramWriter writer = new DatagramWriter();
    private final Datagram answer = new Datagram();
    private final long helloKey;
    private long cookie;
    private long sent;
    private long knocks;
    private long hellos;
    private long cookies;
    private long refusals;

    /**
     * Creates one with a socket of its own.
     *
     * @param sockets        that it sends to, besides the listener
     * @param returnsCookies whether it says hello with the cookie of its address
     */
    Outsider(Random random, InetSocketAddress listener, List<InetSocketAddress> sockets, boolean returnsCookies) {
        this.random = random;
        this.listener = listener;
        this.sockets = sockets;
        this.returnsCookies = returnsCookies;
        helloKey = random.nextLong();
        try {
            channel = DatagramChannel.open();
            channel.bind(new InetSocketAddress(listener.getAddress(), 0));
            channel.configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends some, to everybody. */
    void send(int count) {
        for (int each = 0; each < count; each++) {
            switch (random.nextInt(8)) {
                case 0 -> knock();
                case 1 -> sayHello();
                default -> {
                    int chosen = random.nextInt(sockets.size() + 1);
                    send(ByteBuffer.wrap(forged()), chosen == 0 ? listener : sockets.get(chosen - 1));
                }
            }
        }
    }

    private void knock() {
        knocks++;
        int version = random.nextInt(4) == 0 ? IDENTITY_VERSION : SEAL_VERSION;
        send(writer.knock(version, random.nextBoolean() ? helloKey : random.nextLong()), listener);
    }

    private void sayHello() {
        byte[] message = new byte[HELLO_MESSAGE_LENGTH];
        random.nextBytes(message);
        String keyId = KEY_IDS.get(random.nextInt(KEY_IDS.size()));
        hellos++;
        send(
                writer.sealedHello(
                        random.nextInt(4) == 0 ? IDENTITY_VERSION : SEAL_VERSION,
                        helloKey,
                        returnsCookies ? cookie : random.nextLong(),
                        keyId,
                        message),
                listener);
    }

    private byte[] forged() {
        byte[] bytes = new byte[random.nextInt(MAX_LENGTH)];
        random.nextBytes(bytes);
        switch (random.nextInt(4)) {
            case 0 -> likeSealed(bytes);
            case 1 -> bytes = bytes(writer.reset(random.nextLong()));
            case 2 -> {
                // Half of a knock, or a hello with something else behind it.
                bytes = bytes(random.nextBoolean() ? writer.knock(SEAL_VERSION, helloKey) : writer.alive(helloKey, 1));
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
            }
            default -> {
                // any bytes
            }
        }
        return bytes;
    }

    private static byte[] bytes(ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(bytes);
        return bytes;
    }

    private void likeSealed(byte[] bytes) {
        if (bytes.length >= SealLayout.OVERHEAD) {
            bytes[SealLayout.VERSION_OFFSET] = SealLayout.VERSION;
            bytes[SealLayout.LANE_OFFSET] = (byte) random.nextInt(3);
            bytes[SealLayout.EPOCH_OFFSET] = 0;
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(SealLayout.COUNTER_OFFSET, random.nextInt(1_000_000));
        }
    }

    private void send(ByteBuffer datagram, InetSocketAddress to) {
        try {
            int length = datagram.remaining();
            if (channel.send(datagram, to) == length) { // otherwise the socket had no room
                sent++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Looks at all that has come back: cookies, and refusals for who has returned one; none is longer than what it answers. */
    void takeAnswers() {
        try {
            while (channel.receive(answer.clear()) instanceof InetSocketAddress from) {
                assertThat(from).as("who answers").isEqualTo(listener);
                assertThat(answer.isSound()).isTrue();
                assertThat(DatagramLayout.BODY_OFFSET + answer.length())
                        .isLessThanOrEqualTo(DatagramLayout.HELLO_LENGTH);
                if (answer.templateId() == UdpCookieDecoder.TEMPLATE_ID) {
                    cookies++;
                    if (LinkReader.dialKey(answer).orElseThrow() == helloKey) {
                        cookie = LinkReader.cookie(answer).orElseThrow();
                    }
                } else {
                    assertThat(returnsCookies)
                            .as("a refusal of who has no cookie")
                            .isTrue();
                    assertThat(answer.templateId()).isEqualTo(UdpRefusedDecoder.TEMPLATE_ID);
                    refusals++;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(cookies).isLessThanOrEqualTo(knocks + hellos);
        assertThat(refusals).isLessThanOrEqualTo(hellos);
    }

    long sent() {
        return sent;
    }

    long cookies() {
        return cookies;
    }

    long refusals() {
        return refusals;
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
