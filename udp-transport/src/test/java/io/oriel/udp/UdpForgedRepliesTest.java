// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.handshake.Handshake;
import io.oriel.udp.handshake.KeyPair;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.keys.Identities;
import io.oriel.udp.meeting.DialWords;
import io.oriel.udp.meeting.ListenerWords;
import io.oriel.udp.meeting.Security;
import io.oriel.udp.seal.Aes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Datagrams of a handshake that somebody forges who has seen the hello, and has no key. The processor time of each is printed with
 * {@code -Doriel.test.forged=20000}.
 */
@Timeout(60)
class UdpForgedRepliesTest {
    private static final int FORGED = Integer.getInteger("oriel.test.forged", 100);
    private static final int HELLOS = 16;
    private static final int REPLY_LENGTH = 240;
    private static final int HELLO_LENGTH = 620;
    private static final double NS_PER_US = 1_000;

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

    /** What a forged welcome would cost without the outer seal of the real one. */
    private void printCostOfAgreement(boolean hasIdentities) {
        KeyPair own = hasIdentities ? Identities.draw().own() : null;
        List<Handshake> hellos = new ArrayList<>();
        for (int hello = 0; hello < HELLOS; hello++) {
            Handshake handshake = Handshake.dialler(Aes.of("SunJCE"), new byte[32], own, new byte[0]);
            assertThat(handshake.writeHello(new byte[HELLO_LENGTH])).isNotEmpty();
            hellos.add(handshake);
        }
        long beforeNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        int rounds = Math.max(1, FORGED / HELLOS);
        for (int count = 0; count < rounds; count++) {
            byte[] message = forged(REPLY_LENGTH);
            for (Handshake each : hellos) {
                assertThatThrownBy(() -> each.copy().readWelcome(message)).isInstanceOf(GeneralSecurityException.class);
            }
        }
        long costNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - beforeNs;
        System.out.printf(
                "without the outer seal, with %d hellos, identities %s: %.1f us%n",
                HELLOS, hasIdentities, costNs / NS_PER_US / rounds);
    }

    private void costLittle(String what, Supplier<ByteBuffer> forger, Predicate<Datagram> isDropped) {
        try (CountedAgreement agreement = CountedAgreement.open()) {
            assertThat(agreement.getName()).isNotEmpty();
            long costNs = 0;
            for (int count = 0; count < FORGED; count++) {
                Datagram datagram = received(forger.get());
                long beforeNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                assertThat(isDropped.test(datagram)).isTrue();
                costNs += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - beforeNs;
            }
            System.out.printf("%s: %.1f us of processor time each%n", what, costNs / NS_PER_US / FORGED);
            assertThat(CountedAgreement.count()).as("agreements on keys").isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void makeADiallerAgreeOnNoKeys(boolean hasIdentities) {
        printCostOfAgreement(hasIdentities);
        DialWords dial = security(hasIdentities).words().dial();
        for (int hello = 1; hello <= HELLOS; hello++) {
            LinkReader.Hello said = new LinkReader.Hello(offer, hello, address.getAddress(), true);
            assertThat(dial.hello(said, writer).remaining())
                    .isEqualTo(dial.hello(said, writer).limit());
            if (hello == 1 || hello == HELLOS) {
                String of = " with " + hello + " hellos, identities " + hasIdentities;
                costLittle(
                        "forged welcome to a dial" + of,
                        () -> writer.sealedWelcome(offer.key(), forged(REPLY_LENGTH)),
                        datagram -> dial.heard(datagram) == null);
                costLittle(
                        "forged answer to a dial" + of,
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
            String of = " at a listener, identities " + hasIdentities;
            costLittle(
                    "request for a cookie" + of,
                    () -> writer.knock(version, offer.key()),
                    datagram -> words.hear(listener, datagram, source) == null);
            costLittle(
                    "forged hello without cookie" + of,
                    () -> writer.sealedHello(version, offer.key(), 1, "key", forged(HELLO_LENGTH)),
                    datagram -> words.hear(listener, datagram, source) == null);
            costLittle(
                    "forged hello with a cookie" + of,
                    () -> writer.sealedHello(
                            version, offer.key(), cookies.of(source, offer.key()), "key", forged(HELLO_LENGTH)),
                    datagram -> words.hear(listener, datagram, source) == null);
            listener.discard();
        }
    }
}
