// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Listener;
import io.oriel.engine.protocol.UdpCookieDecoder;
import io.oriel.engine.protocol.UdpRefusedDecoder;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers without a key speak to adapters that seal what they say. */
@Timeout(60)
class UdpSealedStrangersTest {
    private static final int TRIES = 1_000;
    private static final int SEAL_VERSION = 1;
    private static final int MESSAGE_LENGTH = 600;
    private static final int TERM_LENGTH = 64 * 1024;

    private final Random random = SeededRandom.create(UdpSealedStrangersTest.class);
    private final ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
    private final TestKeys keys = new TestKeys();
    private final DatagramWriter writer = new DatagramWriter();

    @SuppressWarnings("NullAway.Init") // Set by each test.
    private UdpPair pair;

    private Listener listener;

    @BeforeEach
    void open() {
        keys.make("keys", TestKeys.draw("key"));
        pair = UdpPair.open(
                config -> keys.seal(config, "keys"), InetAddress.getLoopbackAddress(), new RelayedSide(relay));
        listener = pair.two.adapter.createListener();
        listener.bind(new InetSocketAddress(pair.two.address, 0));
        listener.listen(1);
    }

    @AfterEach
    void close() {
        listener.close();
        pair.close();
        relay.close();
        keys.close();
    }

    private ByteBuffer hello(long key, long cookie, String keyId) {
        byte[] message = new byte[MESSAGE_LENGTH];
        random.nextBytes(message);
        return writer.sealedHello(SEAL_VERSION, key, cookie, keyId, message);
    }

    private static long cookie(Datagram answer) {
        assertThat(answer.templateId()).isEqualTo(UdpCookieDecoder.TEMPLATE_ID);
        return LinkReader.cookie(answer).orElseThrow();
    }

    @Test
    void getACookieAndNothingElseBeforeTheyHaveReturnedIt() {
        try (Stranger stranger = new Stranger(listener.localAddress())) {
            stranger.say(writer.knock(SEAL_VERSION, 7));
            long cookie = cookie(stranger.answer());
            assertThat(stranger.answerLength()).isLessThan(DatagramLayout.HELLO_LENGTH);

            stranger.say(hello(7, cookie + 1, "key"));
            assertThat(cookie(stranger.answer())).isEqualTo(cookie);
            stranger.say(hello(8, cookie, "key"));
            assertThat(cookie(stranger.answer())).isNotEqualTo(cookie);

            LinkOffer offer = stranger.offer(TERM_LENGTH);
            assertThat(stranger.cookie(offer)).isNotZero(); // as it is: the answer is the same
        }
    }

    @Test
    void areRefusedWithNoMoreThanTheySent() {
        try (Stranger stranger = new Stranger(listener.localAddress())) {
            stranger.say(writer.knock(SEAL_VERSION, 7));
            long cookie = cookie(stranger.answer());
            for (String keyId : List.of("key", "another", "no/id", "")) {
                ByteBuffer hello = hello(7, cookie, keyId);
                int length = hello.remaining();
                stranger.say(hello);
                assertRefused(stranger, length);
            }
            LinkOffer offer = stranger.offer(TERM_LENGTH);
            stranger.sayHello(offer, stranger.cookie(offer));
            assertRefused(stranger, DatagramLayout.HELLO_LENGTH);
        }
    }

    private static void assertRefused(Stranger stranger, int length) {
        Datagram answer = stranger.answer();
        assertThat(answer.templateId()).isEqualTo(UdpRefusedDecoder.TEMPLATE_ID);
        assertThat(Objects.requireNonNull(LinkReader.refused(answer)).reason()).isNotEmpty();
        assertThat(stranger.answerLength()).isLessThanOrEqualTo(length);
    }

    @Test
    void takeNoRoom() {
        try (Stranger stranger = new Stranger(listener.localAddress())) {
            for (int count = 0; count < TRIES; count++) {
                stranger.say(writer.knock(SEAL_VERSION, count));
                stranger.say(hello(count, count, "key"));
            }
        }

        pair.connect();
        pair.exchange();
    }

    /** Also with old datagrams of the link, as they were and with changed headers. */
    @Test
    void areHeardByNobodyWhoIsConnectedAndGetNoAnswer() throws IOException {
        Set<InetSocketAddress> sockets = ConcurrentHashMap.newKeySet();
        ConcurrentLinkedQueue<byte[]> seen = new ConcurrentLinkedQueue<>();
        relay.lose(passage -> {
            sockets.add(passage.to());
            seen.add(passage.bytes().clone());
            return false;
        });
        pair.connect();
        pair.exchange();
        assertThat(sockets).hasSizeGreaterThanOrEqualTo(4); // for control and for frames, of both

        try (DatagramChannel stranger = DatagramChannel.open()) {
            stranger.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            stranger.configureBlocking(false);
            List<byte[]> known = new ArrayList<>(seen);
            for (int count = 0; count < TRIES; count++) {
                for (InetSocketAddress each : sockets) {
                    int sent = stranger.send(ByteBuffer.wrap(forged(known)), each);
                    assertThat(sent).isNotNegative();
                }
                if (count % 100 == 0) {
                    pair.exchange();
                }
            }
            pair.loopFor(Duration.ofMillis(500));
            pair.exchange();

            assertThat(stranger.receive(ByteBuffer.allocate(65536))).isNull();
        }
        assertThat(pair.one.endpoint.isConnected()).isTrue();
        assertThat(pair.two.endpoint.isConnected()).isTrue();
    }

    private byte[] forged(List<byte[]> known) {
        byte[] old = known.get(random.nextInt(known.size())).clone();
        switch (random.nextInt(5)) {
            case 0 -> old[random.nextInt(Math.min(old.length, 16))] ^= (byte) (1 + random.nextInt(255));
            case 1 -> old[random.nextInt(old.length)] ^= (byte) (1 + random.nextInt(255));
            case 2 -> random.nextBytes(old);
            case 3 -> {
                ByteBuffer reset = writer.reset(random.nextLong());
                old = new byte[reset.remaining()];
                reset.get(old);
            }
            default -> {
                // as it was
            }
        }
        return old;
    }
}
