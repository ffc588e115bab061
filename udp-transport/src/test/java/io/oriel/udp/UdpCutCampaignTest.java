// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.testing.SeededRandom;
import io.oriel.udp.relay.Chaos;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.Passage;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Cuts and delays by seed of what goes between two hosts: control datagrams, frames or both, in one direction or in both, of
 * all lengths or of long ones, for a moment or until all has ended. Each request ends, once and truthfully, and no link ends
 * whose frames come.
 *
 * <p>{@code oriel.test.cutRounds} says how many.
 */
class UdpCutCampaignTest {
    private static final long TIMEOUT_HOURS = 3;
    private static final int ROUNDS =
            Integer.getInteger("oriel.test.cutRounds", Boolean.getBoolean("oriel.test.whole") ? 120 : 40);
    private static final Duration DEAD_PEER = Duration.ofSeconds(1);
    private static final long MOMENT_MILLIS = DEAD_PEER.toMillis() / 5;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int MESSAGES = 6;
    private static final int MAX_LENGTH = 20_000;
    private static final int SHORT_LENGTH = 100;
    private static final int LONG_DATAGRAM = 600;

    private final Random random = SeededRandom.create(UdpCutCampaignTest.class);
    private final ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
    private final RelayedSide sideOne = new RelayedSide(relay);
    private final RelayedSide sideTwo = new RelayedSide(relay);
    private final UdpPair pair = UdpPair.open(
            List.of(UdpCutCampaignTest::impatient, UdpCutCampaignTest::impatient),
            InetAddress.getLoopbackAddress(),
            List.of(sideOne, sideTwo));
    private @Nullable Connection connection;
    private int ends;
    private long longestNs;

    private static OrielConfig impatient(OrielConfig config) {
        return config.withTimeouts(config.timeouts().withDeadPeer(DEAD_PEER));
    }

    /** What is cut. */
    private record Cut(boolean control, boolean frames, boolean oneToTwo, boolean twoToOne, int longerThan) {
        static Cut draw(Random random) {
            int kinds = 1 + random.nextInt(3);
            int directions = 1 + random.nextInt(3);
            return new Cut(
                    (kinds & 1) != 0,
                    (kinds & 2) != 0,
                    (directions & 1) != 0,
                    (directions & 2) != 0,
                    random.nextInt(3) == 0 ? LONG_DATAGRAM : 0);
        }

        /** Tells whether frames of short messages get through. */
        boolean sparesShortMessages() {
            return !frames || longerThan > 0;
        }
    }

    /** Two endpoints and their connectors. */
    private record Connection(Endpoint one, Connector dialling, Endpoint two, Connector accepting) {
        boolean isWhole() {
            return one.isConnected() && two.isConnected();
        }

        boolean isOver() {
            return !one.isConnected() && !two.isConnected();
        }

        void close() {
            one.close();
            dialling.close();
            two.close();
            accepting.close();
        }
    }

    /** A message, and how its two requests ended. */
    private static final class Message {
        final UdpPair.Side from;
        final UdpPair.Side to;
        final int slot;
        final int length;
        final long seed;

        @Nullable
        NdStatus sent;

        @Nullable
        NdStatus received;

        Message(UdpPair.Side from, UdpPair.Side to, int slot, int length, long seed) {
            this.from = from;
            this.to = to;
            this.slot = slot;
            this.length = length;
            this.seed = seed;
        }

        ScatterGatherList source() {
            return ScatterGatherList.of(from.memory, (long) slot * MAX_LENGTH, length);
        }

        ScatterGatherList target() {
            return ScatterGatherList.of(to.memory, (long) (MESSAGES + slot) * MAX_LENGTH, MAX_LENGTH);
        }

        void fill() {
            byte[] bytes = new byte[length];
            new Random(seed).nextBytes(bytes);
            from.memory.buffer().putBytes(slot * MAX_LENGTH, bytes);
        }

        boolean hasArrived() {
            byte[] bytes = new byte[length];
            new Random(seed).nextBytes(bytes);
            byte[] there = new byte[length];
            MutableDirectBuffer buffer = to.memory.buffer();
            buffer.getBytes((MESSAGES + slot) * MAX_LENGTH, there);
            return Arrays.equals(bytes, there);
        }

        boolean isOver() {
            return sent != null && received != null;
        }

        boolean isCarried() {
            return sent == NdStatus.SUCCESS && received == NdStatus.SUCCESS;
        }
    }

    @AfterEach
    void close() {
        heal();
        pair.close();
        relay.close();
    }

    private void heal() {
        relay.lose(passage -> false);
        relay.chaos(Chaos.NONE);
    }

    private void cut(Cut cut) {
        relay.lose(passage -> isCut(cut, passage));
    }

    private boolean isCut(Cut cut, Passage passage) {
        boolean isOneToTwo = sideOne.sends(passage, sideTwo);
        return (passage.isControl() ? cut.control : cut.frames)
                && (isOneToTwo ? cut.oneToTwo : cut.twoToOne)
                && passage.length() > cut.longerThan;
    }

    @Test
    @Timeout(value = TIMEOUT_HOURS, unit = TimeUnit.HOURS)
    void everyRequestEndsWhateverIsCut() {
        for (int round = 0; round < ROUNDS; round++) {
            String what = "round " + round;
            switch (random.nextInt(4)) {
                case 0 -> delay(what);
                case 1 -> cutUntilAllHasEnded(what);
                default -> cutForAMoment(what);
            }
            heal();
        }
        System.out.printf(
                "%d rounds, %d links ended; the longest request took %d ms of a time-out of %d%n",
                ROUNDS, ends, TimeUnit.NANOSECONDS.toMillis(longestNs), DEAD_PEER.toMillis());
    }

    private void delay(String what) {
        Connection with = connected();
        relay.chaos(new Chaos(0, 0, 0, 0, Duration.ofMillis(random.nextInt(20))));
        List<Message> messages = post(with, MAX_LENGTH);
        awaitEnds(what + ", delayed", messages);
        assertCarried(what + ", delayed", with, messages);
    }

    private void cutForAMoment(String what) {
        Connection with = connected();
        Cut cut = Cut.draw(random);
        List<Message> messages = new ArrayList<>();
        boolean isBefore = random.nextBoolean();
        if (isBefore) {
            messages.addAll(post(with, MAX_LENGTH));
        }
        cut(cut);
        if (!isBefore) {
            messages.addAll(post(with, MAX_LENGTH));
        }
        pair.loopFor(Duration.ofMillis(random.nextLong(MOMENT_MILLIS)));
        heal();
        awaitEnds(what + ", for a moment " + cut, messages);
        assertCarried(what + ", for a moment " + cut, with, messages);
    }

    private void cutUntilAllHasEnded(String what) {
        Connection with = connected();
        Cut cut = Cut.draw(random);
        cut(cut);
        if (cut.sparesShortMessages()) {
            long endNs = System.nanoTime() + 2 * DEAD_PEER.toNanos();
            do {
                List<Message> messages = post(with, SHORT_LENGTH);
                awaitEnds(what + ", short ones during " + cut, messages);
                assertCarried(what + ", short ones during " + cut, with, messages);
            } while (System.nanoTime() - endNs < 0);
            return;
        }
        List<Message> messages = post(with, MAX_LENGTH);
        awaitEnds(what + ", for good " + cut, messages);
        if (!messages.stream().allMatch(Message::isCarried)) {
            await(what + ", both ends after " + cut, with::isOver);
            ends++;
            with.close();
            connection = null;
        }
    }

    private Connection connected() {
        Connection current = connection;
        if (current == null) {
            current = new Connection(
                    newEndpoint(pair.one),
                    pair.one.adapter.createConnector(),
                    newEndpoint(pair.two),
                    pair.two.adapter.createConnector());
            pair.connect(current.dialling, current.one, current.accepting, current.two);
            connection = current;
        }
        return current;
    }

    private static Endpoint newEndpoint(UdpPair.Side side) {
        return side.adapter.createEndpoint(
                side.queue, side.queue, EndpointConfig.defaults().withQueueDepth(2 * MESSAGES));
    }

    /** Sends some messages in each direction. */
    private List<Message> post(Connection with, int maxLength) {
        List<Message> messages = new ArrayList<>();
        int each = 1 + random.nextInt(MESSAGES / 2);
        for (int slot = 0; slot < each; slot++) {
            messages.add(newMessage(pair.one, pair.two, slot, maxLength));
            messages.add(newMessage(pair.two, pair.one, MESSAGES / 2 + slot, maxLength));
        }
        for (Message message : messages) {
            Endpoint to = message.to == pair.one ? with.one : with.two;
            posted(to.receive(messages.indexOf(message), message.target()));
        }
        for (Message message : messages) {
            Endpoint from = message.from == pair.one ? with.one : with.two;
            message.fill();
            posted(from.send(messages.indexOf(message), message.source(), 0));
        }
        return messages;
    }

    private Message newMessage(UdpPair.Side from, UdpPair.Side to, int slot, int maxLength) {
        return new Message(from, to, slot, 1 + random.nextInt(maxLength), random.nextLong());
    }

    private void awaitEnds(String what, List<Message> messages) {
        long beginNs = System.nanoTime();
        await(what, () -> {
            take(messages, pair.one);
            take(messages, pair.two);
            return messages.stream().allMatch(Message::isOver);
        });
        longestNs = Math.max(longestNs, System.nanoTime() - beginNs);
        for (Message message : messages) {
            if (message.sent == NdStatus.SUCCESS) {
                assertThat(message.received).as(what).isEqualTo(NdStatus.SUCCESS);
            }
        }
    }

    private static void take(List<Message> messages, UdpPair.Side side) {
        for (Completion completion; (completion = side.completions.poll()) != null; ) {
            Message message = messages.get((int) completion.requestContext());
            if (completion.requestType() == RequestType.SEND) {
                assertThat(message.from).isSameAs(side);
                assertThat(message.sent).as("ends once").isNull();
                message.sent = completion.status();
            } else {
                assertThat(message.to).isSameAs(side);
                assertThat(message.received).as("ends once").isNull();
                message.received = completion.status();
                if (completion.status() == NdStatus.SUCCESS) {
                    assertThat(completion.bytesTransferred()).isEqualTo(message.length);
                    assertThat(message.hasArrived()).isTrue();
                }
            }
        }
    }

    private static void assertCarried(String what, Connection with, List<Message> messages) {
        for (Message message : messages) {
            assertThat(message.sent).as(what).isEqualTo(NdStatus.SUCCESS);
            assertThat(message.received).as(what).isEqualTo(NdStatus.SUCCESS);
        }
        assertThat(with.isWhole()).as(what).isTrue();
    }

    private void await(String what, BooleanSupplier condition) {
        long beginNs = System.nanoTime();
        pair.await(what, () -> {
            assertThat(System.nanoTime() - beginNs).as(what + " hangs").isLessThan(PATIENCE_NS);
            return condition.getAsBoolean();
        });
    }
}
