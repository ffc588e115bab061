// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.keys.Identities;
import io.oriel.udp.meeting.DialWords;
import io.oriel.udp.meeting.ListenerWords;
import io.oriel.udp.meeting.Security;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Datagrams of a handshake that somebody forges who has seen the hello, and has no key. {@link HandshakeFlood} measures what they cost
 * the agent.
 */
@Timeout(60)
class UdpForgedRepliesTest {
    private static final int FORGED = 50;
    private static final int HELLOS = 16;
    private static final int REPLY_LENGTH = 240;
    private static final int HELLO_LENGTH = 620;

    private final Random random = SeededRandom.create(UdpForgedRepliesTest.class);
    private final TestKeys keys = new TestKeys();
    private final DatagramWriter writer = new DatagramWriter();
    private final Datagram received = new Datagram();
    private final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 5);
    private final LinkOffer offer = new LinkOffer(
            LinkOffer.PROTOCOL_VERSION,
            LinkOffer.LAYOUT_VERSION,
            1,
            2,
            new LinkOffer.Stream(0, 4, 1 << 20, 1408),
            address,
            address,
            2_000);

    @AfterEach
    void close() {
        keys.close();
    }

    private Security security(boolean hasIdentities) {
        keys.make("keys", TestKeys.draw("key"));
        OrielConfig config = keys.seal(OrielConfig.defaults(), "keys");
        if (hasIdentities) {
            keys.identify("own", Identities.draw());
            config = keys.seal(OrielConfig.defaults(), "keys", "own");
        }
        return Security.open(config.udp(), text -> {});
    }

    private byte[] forged(int length) {
        byte[] message = new byte[length];
        random.nextBytes(message);
        return message;
    }

    private Datagram received(ByteBuffer datagram) {
        received.clear().put(datagram);
        assertThat(received.isSound()).isTrue();
        return received;
    }

    private void assertCostsNoAgreement(Supplier<ByteBuffer> forger, Predicate<Datagram> isDropped) {
        try (CountedAgreement counted = CountedAgreement.open()) {
            assertThat(counted.isConfigured()).isTrue();
            for (int count = 0; count < FORGED; count++) {
                assertThat(isDropped.test(received(forger.get()))).isTrue();
            }
            assertThat(CountedAgreement.count()).as("agreements on keys").isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void makeADiallerAgreeOnNoKeys(boolean hasIdentities) {
        DialWords dial = security(hasIdentities).words().dial();
        for (int hello = 1; hello <= HELLOS; hello++) {
            LinkReader.Hello said = new LinkReader.Hello(offer, hello, address.getAddress(), true);
            assertThat(dial.hello(said, writer).remaining())
                    .isEqualTo(dial.hello(said, writer).limit());
            if (hello == 1 || hello == HELLOS) {
                assertCostsNoAgreement(
                        () -> writer.sealedWelcome(offer.key(), forged(REPLY_LENGTH)),
                        datagram -> dial.heard(datagram) == null);
                assertCostsNoAgreement(
                        () -> writer.sealedAnswer(offer.key(), forged(REPLY_LENGTH)),
                        datagram -> dial.heard(datagram) == null);
            }
        }
    }

    /** Who has got a cookie costs it more than who has none. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void makeAListenerAgreeOnNoKeys(boolean hasIdentities) throws IOException {
        Cookies cookies = new Cookies(System::nanoTime);
        ListenerWords words = security(hasIdentities).words().listen(cookies);
        int version = hasIdentities ? 0x102 : 2;
        try (SelectorLoop loop = SelectorLoop.start(error -> {})) {
            ControlSocket listener =
                    ControlSocket.bind(loop, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress source = listener.address();
            assertCostsNoAgreement(
                    () -> writer.knock(version, offer.key()),
                    datagram -> words.hear(listener, datagram, source) == null);
            assertCostsNoAgreement(
                    () -> writer.sealedHello(version, offer.key(), 1, "key", forged(HELLO_LENGTH)),
                    datagram -> words.hear(listener, datagram, source) == null);
            assertCostsNoAgreement(
                    () -> writer.sealedHello(
                            version, offer.key(), cookies.of(source, offer.key()), "key", forged(HELLO_LENGTH)),
                    datagram -> words.hear(listener, datagram, source) == null);
            listener.discard();
        }
    }
}
