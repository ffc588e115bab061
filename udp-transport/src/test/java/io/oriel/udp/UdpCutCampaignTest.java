// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
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
 * all lengths or of long ones, for a moment or until all has ended, while Sends, Writes and Reads go both ways. Each request
 * ends, once, truthfully and in time, and no link ends whose frames come while none of its messages waits.
 *
 * <p>The two sides have different times, drawn by the seed. In time is what a user has set, the longer dead-peer time for the control
 * path and once more for the frames, and a tenth: of the time in which this test's thread ran.
 *
 * <p>{@code oriel.test.cutRounds} says how many.
 */
class UdpCutCampaignTest {
    private static final long TIMEOUT_HOURS = 3;
    private static final int ROUNDS = Integer.getInteger("oriel.test.cutRounds", WholeBuild.RUNS ? 60 : 10);
    private static final int LEAST_DEAD_PEER_MILLIS = 500;
    private static final int MOST_DEAD_PEER_MILLIS = 1_500;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    /** A thread that does not run for longer has stood still, and both hosts with it. */
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int MESSAGES = 6;
    private static final int ALL =
            AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;
    private static final int RIGHTS = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
    private static final int MAX_LENGTH = 20_000;
    private static final int REGION_LENGTH = 2 * MESSAGES * MAX_LENGTH;
    private static final List<RequestType> TYPES = List.of(RequestType.SEND, RequestType.WRITE, RequestType.READ);
    private static final int SHORT_LENGTH = 100;
    private static final int LONG_DATAGRAM = 1_000; // longer than short messages that go together

    private final Random random = SeededRandom.create(UdpCutCampaignTest.class);
    private final Times timesOfOne = Times.draw(random);
    private final Times timesOfTwo = Times.draw(random);
    private final long shorterMillis =
            Math.min(timesOfOne.deadPeer().toMillis(), timesOfTwo.deadPeer().toMillis());
    private final long longerMillis =
            Math.max(timesOfOne.deadPeer().toMillis(), timesOfTwo.deadPeer().toMillis());

    /** By then the peer has said that it has the messages that make a connection: one that it does not take ends the link. */
    private final Duration receipt = Duration.ofMillis(longerMillis / 8);

    private final long limitNs = TimeUnit.MILLISECONDS.toNanos(2 * longerMillis) * 11 / 10;
    private final ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
    private final RelayedSide sideOne = new RelayedSide(relay);
    private final RelayedSide sideTwo = new RelayedSide(relay);
    private final UdpPair pair = UdpPair.open(
            List.of(timesOfOne::set, timesOfTwo::set), InetAddress.getLoopbackAddress(), List.of(sideOne, sideTwo));
    private @Nullable Connection connection;
    private final MemoryRegion regionOne = pair.one.adapter.allocateMemory(REGION_LENGTH, ALL);
    private final MemoryRegion regionTwo = pair.two.adapter.allocateMemory(REGION_LENGTH, ALL);
    private int ends;
    private long longestNs;
    private long pausedNs;
    private long longestPauseNs;
    private long lastNs;

    /** Those of one side. The other need not have the same. */
    private record Times(Duration deadPeer, Duration receiverNotReady) {
        static Times draw(Random random) {
            int deadPeerMillis = random.nextInt(LEAST_DEAD_PEER_MILLIS, MOST_DEAD_PEER_MILLIS);
            // All Receives are posted: a Send that does not hear of them in a cut waits for as long as the cut may
            // last.
            int receiverNotReadyMillis = random.nextInt(LEAST_DEAD_PEER_MILLIS, 4 * MOST_DEAD_PEER_MILLIS);
            return new Times(Duration.ofMillis(deadPeerMillis), Duration.ofMillis(receiverNotReadyMillis));
        }

        OrielConfig set(OrielConfig config) {
            return config.withTimeouts(config.timeouts().withDeadPeer(deadPeer).withReceiverNotReady(receiverNotReady));
        }
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

    /** Two endpoints and their connectors, with windows on the whole memory of each other. */
    private record Connection(
            Endpoint one,
            Connector dialling,
            Endpoint two,
            Connector accepting,
            List<MemoryWindow> granted,
            RemoteWindow ofOne,
            RemoteWindow ofTwo) {
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
            granted.forEach(MemoryWindow::close);
        }
    }

    /** Bytes that go from one side to the other, and how the requests that carry them ended: of a Send there are two. */
    private final class Message {
        final RequestType type;
        final UdpPair.Side from;
        final UdpPair.Side to;
        final int slot;
        final int length;
        final long seed;

        @Nullable
        NdStatus sent;

        @Nullable
        NdStatus received;

        Message(RequestType type, UdpPair.Side from, UdpPair.Side to, int slot, int length, long seed) {
            this.type = type;
            this.from = from;
            this.to = to;
            this.slot = slot;
            this.length = length;
            this.seed = seed;
        }

        int sourceOffset() {
            return slot * MAX_LENGTH;
        }

        int targetOffset() {
            return (MESSAGES + slot) * MAX_LENGTH;
        }

        /** Posts what is posted at the other side than the request itself. */
        void prepare(Connection with) {
            fill();
            if (type == RequestType.SEND) {
                ScatterGatherList target = ScatterGatherList.of(region(to), targetOffset(), MAX_LENGTH);
                posted(endpoint(with, to).receive(slot, target));
            } else {
                received = NdStatus.SUCCESS;
            }
        }

        void post(Connection with) {
            ScatterGatherList source = ScatterGatherList.of(region(from), sourceOffset(), length);
            ScatterGatherList target = ScatterGatherList.of(region(to), targetOffset(), length);
            switch (type) {
                case SEND -> posted(endpoint(with, from).send(slot, source, 0));
                case WRITE -> posted(endpoint(with, from).write(slot, source, window(with, to), targetOffset(), 0));
                default -> posted(endpoint(with, to).read(slot, target, window(with, from), sourceOffset(), 0));
            }
        }

        /** Returns the side at which the request was posted. */
        UdpPair.Side initiator() {
            return type == RequestType.READ ? to : from;
        }

        void fill() {
            byte[] bytes = new byte[length];
            new Random(seed).nextBytes(bytes);
            region(from).buffer().putBytes(sourceOffset(), bytes);
        }

        boolean hasArrived() {
            byte[] bytes = new byte[length];
            new Random(seed).nextBytes(bytes);
            byte[] there = new byte[length];
            MutableDirectBuffer buffer = region(to).buffer();
            buffer.getBytes(targetOffset(), there);
            return Arrays.equals(bytes, there);
        }

        boolean isOver() {
            return sent != null && received != null;
        }

        boolean isCarried() {
            return sent == NdStatus.SUCCESS && received == NdStatus.SUCCESS;
        }
    }

    private MemoryRegion region(UdpPair.Side side) {
        return side == pair.one ? regionOne : regionTwo;
    }

    private Endpoint endpoint(Connection with, UdpPair.Side side) {
        return side == pair.one ? with.one : with.two;
    }

    private RemoteWindow window(Connection with, UdpPair.Side of) {
        return of == pair.one ? with.ofOne : with.ofTwo;
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
                "%d rounds, %d links ended; the longest request took %d ms; %s and %s%n",
                ROUNDS, ends, TimeUnit.NANOSECONDS.toMillis(longestNs), timesOfOne, timesOfTwo);
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
        pair.loopFor(Duration.ofMillis(random.nextLong(shorterMillis / 5)));
        heal();
        awaitEnds(what + ", for a moment " + cut, messages);
        assertCarried(what + ", for a moment " + cut, with, messages);
    }

    private void cutUntilAllHasEnded(String what) {
        Connection with = connected();
        Cut cut = Cut.draw(random);
        cut(cut);
        if (cut.sparesShortMessages()) {
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * longerMillis);
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
            current = newConnection();
            connection = current;
            pair.loopFor(receipt);
        }
        return current;
    }

    private Connection newConnection() {
        Endpoint one = newEndpoint(pair.one);
        Endpoint two = newEndpoint(pair.two);
        Connector dialling = pair.one.adapter.createConnector();
        Connector accepting = pair.two.adapter.createConnector();
        pair.connect(dialling, one, accepting, two);
        List<MemoryWindow> granted = new ArrayList<>();
        RemoteWindow ofOne = grant(pair.one, one, two, granted);
        RemoteWindow ofTwo = grant(pair.two, two, one, granted);
        return new Connection(one, dialling, two, accepting, granted, ofOne, ofTwo);
    }

    private RemoteWindow grant(UdpPair.Side owner, Endpoint own, Endpoint peers, List<MemoryWindow> granted) {
        MemoryWindow window = owner.adapter.createMemoryWindow(0);
        granted.add(window);
        posted(own.bind(0, region(owner), window, 0, REGION_LENGTH, RIGHTS, owner.memory.buffer(), 0));
        assertThat(owner.nextSuccess().requestType()).isEqualTo(RequestType.BIND);
        return peers.openWindow(owner.memory.buffer(), 0);
    }

    private static Endpoint newEndpoint(UdpPair.Side side) {
        return side.adapter.createEndpoint(
                side.queue, side.queue, EndpointConfig.defaults().withQueueDepth(2 * MESSAGES));
    }

    /** Has some messages go in each direction. Their slots are their places in the list. */
    private List<Message> post(Connection with, int maxLength) {
        List<Message> messages = new ArrayList<>();
        int each = 1 + random.nextInt(MESSAGES / 2);
        for (int count = 0; count < each; count++) {
            messages.add(newMessage(pair.one, pair.two, messages.size(), maxLength));
            messages.add(newMessage(pair.two, pair.one, messages.size(), maxLength));
        }
        messages.forEach(message -> message.prepare(with));
        messages.forEach(message -> message.post(with));
        return messages;
    }

    private Message newMessage(UdpPair.Side from, UdpPair.Side to, int slot, int maxLength) {
        RequestType type = TYPES.get(random.nextInt(TYPES.size()));
        return new Message(type, from, to, slot, 1 + random.nextInt(maxLength), random.nextLong());
    }

    private void awaitEnds(String what, List<Message> messages) {
        long takenNs = await(what, () -> {
            take(messages, pair.one);
            take(messages, pair.two);
            return messages.stream().allMatch(Message::isOver);
        });
        longestNs = Math.max(longestNs, takenNs);
        assertThat(takenNs).as(what + " takes longer than it may").isLessThan(limitNs);
        for (Message message : messages) {
            if (message.sent == NdStatus.SUCCESS) {
                assertThat(message.received).as(what).isEqualTo(NdStatus.SUCCESS);
            }
        }
    }

    private static void take(List<Message> messages, UdpPair.Side side) {
        for (Completion completion; (completion = side.completions.poll()) != null; ) {
            Message message = messages.get((int) completion.requestContext());
            if (completion.requestType() == RequestType.RECEIVE) {
                assertThat(message.to).isSameAs(side);
                assertThat(message.received).as("ends once").isNull();
                message.received = completion.status();
            } else {
                assertThat(completion.requestType()).isEqualTo(message.type);
                assertThat(message.initiator()).isSameAs(side);
                assertThat(message.sent).as("ends once").isNull();
                message.sent = completion.status();
            }
            if (completion.status() == NdStatus.SUCCESS) {
                assertThat(completion.bytesTransferred()).isEqualTo(message.length);
                assertThat(message.hasArrived()).isTrue();
            }
        }
    }

    private void assertCarried(String what, Connection with, List<Message> messages) {
        for (Message message : messages) {
            assertThat(message.sent).as(what).isEqualTo(NdStatus.SUCCESS);
            assertThat(message.received).as(what).isEqualTo(NdStatus.SUCCESS);
        }
        assertThat(with.isWhole())
                .as(
                        "%s; this thread has stood still for %d ms at most",
                        what, TimeUnit.NANOSECONDS.toMillis(longestPauseNs))
                .isTrue();
    }

    /** Returns for how long that took, without the pauses of this thread. */
    private long await(String what, BooleanSupplier condition) {
        long beginNs = System.nanoTime();
        lastNs = beginNs;
        pausedNs = 0;
        pair.await(what, () -> {
            long nowNs = System.nanoTime();
            pausedNs += nowNs - lastNs > PAUSE_NS ? nowNs - lastNs : 0;
            longestPauseNs = Math.max(longestPauseNs, nowNs - lastNs);
            lastNs = nowNs;
            assertThat(nowNs - beginNs - pausedNs).as(what + " hangs").isLessThan(PATIENCE_NS);
            return condition.getAsBoolean();
        });
        return System.nanoTime() - beginNs - pausedNs;
    }
}
