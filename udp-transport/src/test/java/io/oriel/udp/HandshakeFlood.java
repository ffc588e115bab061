// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.protocol.UdpKnockDecoder;
import io.oriel.engine.protocol.UdpSealedHelloDecoder;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.keys.Identities;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Floods both sides of a handshake with forged datagrams, and measures the processor time of the agent for each of them. The adapter
 * that is flooded listens, connects to a host that does not answer, and has a link, over which messages go meanwhile.
 *
 * <p>The attacker has no key. It sees the hello of the dialler, and sends from the address of the dialled listener.
 */
public final class HandshakeFlood implements AutoCloseable {
    /** So many fit the buffer of a socket under Linux's default limits. */
    private static final int BATCH = 32;

    private static final int VERSION = 0x102;
    private static final int MAX_HELLOS = 16;
    private static final int REPLY_LENGTH = 240;
    private static final int HELLO_LENGTH = 620;
    private static final double NS_PER_US = 1_000;

    private final Random random = SeededRandom.create(HandshakeFlood.class);
    private final TestKeys keys = new TestKeys();
    private final DatagramWriter writer = new DatagramWriter();
    private final Datagram received = new Datagram();
    private final DatagramChannel stranger;
    private final DatagramChannel silent;
    private final UdpPair pair;
    private final Listener listener;
    private final CompletableFuture<Void> dialled;
    private final long agent;
    private final long strangersKey = random.nextLong();
    private InetSocketAddress dial = new InetSocketAddress(0);
    private long helloKey;
    private long cookies;
    private long strangersCookie;

    /**
     * One sort of forged datagrams.
     *
     * @param title  says what they are
     * @param forger writes the next one
     */
    record Kind(String title, Supplier<ByteBuffer> forger, boolean isToDialler) {}

    HandshakeFlood() {
        keys.make("keys", TestKeys.draw("key"));
        Identities one = Identities.draw();
        Identities two = Identities.draw();
        keys.identify("one", one.with("two", two.openText()));
        keys.identify("two", two.with("one", one.openText()));
        pair = UdpPair.open(
                        List.of(config -> patient(config, "one"), config -> patient(config, "two")),
                        InetAddress.getLoopbackAddress(),
                        Announcement.TRUE)
                .connect();
        stranger = bound();
        silent = bound();
        listener = pair.one.adapter.createListener();
        listener.bind(new InetSocketAddress(pair.one.address, 0));
        listener.listen(1);
        agent = agentOf(pair.one);
        dialled = dial();
    }

    private OrielConfig patient(OrielConfig config, String identity) {
        OrielConfig patient = config.withTimeouts(config.timeouts().withHandshake(Duration.ofMinutes(1)));
        return keys.seal(patient, "keys", identity);
    }

    private static DatagramChannel bound() {
        try {
            DatagramChannel channel = DatagramChannel.open();
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long agentOf(UdpPair.Side side) {
        long[] id = new long[1];
        side.loop.runByAgent(() -> id[0] = Thread.currentThread().getId());
        return id[0];
    }

    /** Has the adapter ask the silent host for a cookie, which it gets. */
    private CompletableFuture<Void> dial() {
        Connector connector = pair.one.adapter.createConnector();
        Endpoint endpoint = pair.one.adapter.createEndpoint(pair.one.queue, pair.one.queue, EndpointConfig.defaults());
        CompletableFuture<Void> begun = connector.connect(endpoint, localAddress(silent));
        pair.await("a request for a cookie", this::isAsked);
        giveCookie();
        return begun;
    }

    private boolean isAsked() {
        InetSocketAddress from = receive(silent);
        if (from == null || received.templateId() != UdpKnockDecoder.TEMPLATE_ID) {
            return false;
        }
        dial = from;
        helloKey = new UdpKnockDecoder()
                .wrap(received.buffer(), received.offset(), received.blockLength(), received.version())
                .key();
        return true;
    }

    /** Has the dialler say one more hello, which it will remember. */
    private void giveCookie() {
        cookies++;
        send(silent, writer.cookie(helloKey, cookies), dial);
        pair.await("a hello with the cookie", () -> receive(silent) != null && isHelloWithCookie());
    }

    private boolean isHelloWithCookie() {
        return received.templateId() == UdpSealedHelloDecoder.TEMPLATE_ID
                && new UdpSealedHelloDecoder()
                                .wrap(received.buffer(), received.offset(), received.blockLength(), received.version())
                                .cookie()
                        == cookies;
    }

    /** Has the dialler remember as many hellos as it can. */
    void remember() {
        while (cookies < MAX_HELLOS) {
            giveCookie();
        }
    }

    private void takeCookie() {
        long dropped = pair.counted(AdapterCounter.DATAGRAMS_DROPPED);
        send(stranger, writer.knock(VERSION, strangersKey), listener.localAddress());
        pair.await(
                "a cookie",
                () -> receive(stranger) != null && LinkReader.cookie(received).isPresent());
        strangersCookie = LinkReader.cookie(received).orElseThrow();
        pair.await("the request to be counted", () -> pair.counted(AdapterCounter.DATAGRAMS_DROPPED) > dropped);
    }

    /** Returns null if nothing has come. */
    private @Nullable InetSocketAddress receive(DatagramChannel channel) {
        try {
            return channel.receive(received.clear()) instanceof InetSocketAddress from && received.isSound()
                    ? from
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetSocketAddress localAddress(DatagramChannel channel) {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(DatagramChannel from, ByteBuffer datagram, InetSocketAddress to) {
        try {
            int length = datagram.remaining();
            if (from.send(datagram, to) != length) {
                throw new IllegalStateException("the socket has no room");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns what the listener may be sent. */
    List<Kind> toListener() {
        return List.of(
                new Kind("no datagram of Oriel's", () -> ByteBuffer.wrap(random(HELLO_LENGTH)), false),
                new Kind("request for a cookie", () -> writer.knock(VERSION, random.nextLong()), false),
                new Kind(
                        "hello without the cookie of its address",
                        () -> writer.sealedHello(VERSION, strangersKey, random.nextLong(), "key", random(HELLO_LENGTH)),
                        false),
                new Kind(
                        "hello with the cookie of its address",
                        () -> writer.sealedHello(VERSION, strangersKey, strangersCookie, "key", random(HELLO_LENGTH)),
                        false));
    }

    /** Returns what the dialler may be sent. */
    List<Kind> toDialler() {
        String hellos = cookies == 1 ? "1 hello" : cookies + " hellos";
        return List.of(
                new Kind(
                        "welcome for an unknown hello, " + hellos,
                        () -> writer.sealedWelcome(random.nextLong(), random(REPLY_LENGTH)),
                        true),
                new Kind("welcome, " + hellos, () -> writer.sealedWelcome(helloKey, random(REPLY_LENGTH)), true),
                new Kind("other answer, " + hellos, () -> writer.sealedAnswer(helloKey, random(REPLY_LENGTH)), true));
    }

    /**
     * Sends datagrams, each of which must be dropped, and messages over the link between them.
     *
     * @param kind    of the datagrams
     * @param batches of {@link #BATCH}
     * @return nanoseconds that the agent took for each
     */
    double flood(Kind kind, int batches) {
        long costNs = 0;
        for (int batch = 0; batch < batches; batch++) {
            takeCookie();
            long dropped = pair.counted(AdapterCounter.DATAGRAMS_DROPPED) + BATCH;
            long beforeNs = ManagementFactory.getThreadMXBean().getThreadCpuTime(agent);
            for (int each = 0; each < BATCH; each++) {
                send(
                        kind.isToDialler() ? silent : stranger,
                        kind.forger().get(),
                        kind.isToDialler() ? dial : listener.localAddress());
            }
            pair.await(
                    kind.title() + " to be dropped", () -> pair.counted(AdapterCounter.DATAGRAMS_DROPPED) >= dropped);
            costNs += ManagementFactory.getThreadMXBean().getThreadCpuTime(agent) - beforeNs;
            forgetAnswers();
            pair.exchange();
        }
        return (double) costNs / batches / BATCH;
    }

    private void forgetAnswers() {
        boolean isMore = true;
        while (isMore) {
            isMore = receive(stranger) != null;
        }
    }

    /** Returns how many keys a side's agent has agreed on since they are counted. */
    int agreements() {
        int[] count = new int[1];
        pair.one.loop.runByAgent(() -> count[0] = CountedAgreement.count());
        return count[0];
    }

    /** Tells whether the dialler still waits for an answer. */
    boolean isDialling() {
        return !dialled.isDone();
    }

    @Override
    public void close() {
        pair.close();
        keys.close();
        try {
            stranger.close();
            silent.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Prints what each datagram costs the agent: the median of the rounds, of which the first is not counted.
     *
     * @param rounds  at least 1
     * @param batches of {@value #BATCH} datagrams in each round
     */
    public static void measure(int rounds, int batches) {
        try (HandshakeFlood flood = new HandshakeFlood()) {
            flood.toListener().forEach(kind -> flood.print("listener", kind, rounds, batches));
            flood.toDialler().forEach(kind -> flood.print("dialler", kind, rounds, batches));
            flood.remember();
            flood.toDialler().forEach(kind -> flood.print("dialler", kind, rounds, batches));
        }
    }

    private void print(String side, Kind kind, int rounds, int batches) {
        List<Double> costs = new ArrayList<>();
        double warmingNs = flood(kind, batches);
        for (int round = 0; round < rounds; round++) {
            costs.add(flood(kind, batches));
        }
        costs.sort(null);
        System.out.printf(
                "%s, %s: %.1f us of the agent's processor time each (%.1f to %.1f; %.1f before)%n",
                side,
                kind.title(),
                costs.get(rounds / 2) / NS_PER_US,
                costs.get(0) / NS_PER_US,
                costs.get(rounds - 1) / NS_PER_US,
                warmingNs / NS_PER_US);
    }
}
