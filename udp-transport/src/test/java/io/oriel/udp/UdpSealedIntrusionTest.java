// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.protocol.UdpSealedHelloDecoder;
import io.oriel.engine.protocol.UdpSealedWelcomeDecoder;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramHandler;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.meeting.ListenerWords;
import io.oriel.udp.meeting.Reply;
import io.oriel.udp.meeting.Security;
import io.oriel.udp.relay.Passage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody who has no key says something at the wrong moment to adapters that seal. */
@Timeout(60)
class UdpSealedIntrusionTest {
    /** So many take longer than a refusal of anybody's is doubted: one comes each 50 ms. */
    private static final int HELLOS = 20;

    private static final int COPIED_EXCHANGES = 20;

    private final Random random = SeededRandom.create(UdpSealedIntrusionTest.class);
    private final TestKeys keys = new TestKeys();
    private final TappedPair tapped;
    private final UdpPair pair;
    private final DatagramWriter writer = new DatagramWriter(); // used by the relay's thread

    UdpSealedIntrusionTest() {
        keys.make("keys", TestKeys.draw("key"));
        tapped = new TappedPair(new Random(random.nextLong()), config -> keys.seal(config, "keys"));
        pair = tapped.pair;
    }

    @AfterEach
    void close() {
        tapped.close();
        keys.close();
    }

    private static Datagram read(Passage passage) {
        Datagram datagram = new Datagram(passage.length());
        datagram.clear().put(passage.bytes());
        return datagram;
    }

    private static boolean isOf(Passage passage, int templateId) {
        Datagram datagram = read(passage);
        return datagram.isSound() && datagram.templateId() == templateId;
    }

    private static Passage answer(Passage to, ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(bytes);
        return new Passage(bytes, null, to.to());
    }

    private static long dialKey(Passage welcome) {
        return ByteBuffer.wrap(welcome.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong(DatagramLayout.BODY_OFFSET);
    }

    private static long cookie(Passage hello) {
        return ByteBuffer.wrap(hello.bytes())
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(DatagramLayout.BODY_OFFSET + Integer.BYTES + Long.BYTES);
    }

    /** The listener itself says, sealed, that there is a link, for a second; anybody says meanwhile that there is to be none. */
    @Test
    void refusesADiallerInTheListenersPlace() throws IOException {
        AtomicInteger hellos = new AtomicInteger();
        Security security =
                Security.open(keys.seal(OrielConfig.defaults(), "keys").udp(), text -> {});
        ControlSocket listener = ControlSocket.bind(pair.two.loop, new InetSocketAddress(pair.two.address, 0));
        ListenerWords words = security.words().listen(new Cookies(System::nanoTime));
        pair.two.loop.runByAgent(() -> start(listener, (datagram, source) -> {
            ListenerWords.Heard heard = words.hear(listener, datagram, source);
            if (heard != null) {
                long key = Objects.requireNonNull(LinkReader.greeting(heard.datagram()))
                        .key();
                answerHello(listener, key, hellos.incrementAndGet(), heard.reply(), source);
            }
        }));

        CompletableFuture<Void> connected = pair.one.connector.connect(pair.one.endpoint, listener.address());

        assertThatThrownBy(() -> UdpPair.get(connected)).hasMessageContaining("in earnest");
        assertThat(hellos).hasValue(HELLOS);
        pair.two.loop.runByAgent(listener::close);
    }

    private static void start(ControlSocket socket, DatagramHandler handler) {
        try {
            socket.start(handler, () -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answerHello(
            ControlSocket listener, long key, int number, Reply reply, InetSocketAddress source) {
        DatagramWriter answers = listener.writer();
        if (number < HELLOS) {
            listener.send(reply.answer(answers.exists(key, new LinkReader.Exists(1, 2)), answers), source);
        } else {
            listener.send(reply.answer(refusal(answers, key, "in earnest"), answers), source);
        }
        if (number == 1) {
            listener.send(refusal(answers, key, "by somebody"), source);
        }
    }

    private static ByteBuffer refusal(DatagramWriter writer, long key, String reason) {
        LinkReader.Refusal refusal = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, reason);
        return writer.refused(key, refusal, DatagramLayout.HELLO_LENGTH);
    }

    /** Somebody who sees everything sends a copy from its own address, which arrives first. */
    @Test
    void takesNoCopyFromElsewhereInPlaceOfTheOriginal() throws UnknownHostException {
        tapped.relay.copyFrom(InetAddress.getByAddress(new byte[] {127, 0, 0, 3}));

        tapped.connect();

        for (int count = 0; count < COPIED_EXCHANGES; count++) {
            pair.exchange();
        }
    }

    /** As a listener does itself, when cookies have just changed: the hello of the first one has been taken. */
    @Test
    void givesADiallerAnotherCookieWhileTheWelcomeIsLost() {
        long other = random.nextLong();
        AtomicBoolean isTaken = new AtomicBoolean();
        tapped.relay.lose(passage -> {
            if (isOf(passage, UdpSealedHelloDecoder.TEMPLATE_ID) && cookie(passage) == other) {
                isTaken.set(true);
            }
            return isOf(passage, UdpSealedWelcomeDecoder.TEMPLATE_ID) && !isTaken.get();
        });
        tapped.relay.forge(passage -> isOf(passage, UdpSealedWelcomeDecoder.TEMPLATE_ID) && !isTaken.get()
                ? List.of(answer(passage, writer.cookie(dialKey(passage), other)))
                : List.of());

        tapped.connect();

        assertThat(isTaken).isTrue();
        pair.exchange();
    }
}
