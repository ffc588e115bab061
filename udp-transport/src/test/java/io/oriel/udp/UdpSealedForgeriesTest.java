// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.relay.Forger;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two adapters whose datagrams are sealed, with two links between them, while one attacker is on the way and two know where they are. The
 * property {@code oriel.test.forgeries} says how many datagrams the attackers send.
 */
class UdpSealedForgeriesTest {
    private static final long FORGERIES = Long.getLong("oriel.test.forgeries", 50_000);
    private static final long ON_THE_WAY = FORGERIES / 10 * 7;
    private static final int BESIDE = 8;
    private static final int OUTSIDE_PER_STEP = 32;
    private static final int STEPS_PER_NUMBER = 4;
    private static final int REKEY_DATAGRAMS = 16;
    private static final long TIMEOUT_SECONDS = 3_600;

    private final Random random = SeededRandom.create(UdpSealedForgeriesTest.class);
    private final Forger forger = new Forger(new Random(random.nextLong()), BESIDE, ON_THE_WAY);
    private final TestKeys keys = new TestKeys();
    private final TappedPair tapped;
    private final UdpPair pair;

    UdpSealedForgeriesTest() {
        keys.make("keys", TestKeys.draw("key"));
        tapped = new TappedPair(
                new Random(random.nextLong()),
                config -> keys.seal(config, "keys", REKEY_DATAGRAMS, Duration.ofMinutes(1)));
        pair = tapped.pair;
    }

    @AfterEach
    void close() {
        tapped.close();
        keys.close();
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void areNotExecutedDeliveredOrAnswered() {
        tapped.relay.forge(forger::forge);
        tapped.connect();
        try (NumberedMessages numbers = new NumberedMessages();
                Outsider knocking = outsider(false);
                Outsider returning = outsider(true)) {
            UdpTraffic traffic = new UdpTraffic(pair, new Random(random.nextLong()));
            long outside = FORGERIES - ON_THE_WAY;
            for (int step = 0; !forger.isDone() || knocking.sent() + returning.sent() < outside; step++) {
                if (knocking.sent() + returning.sent() < outside) {
                    knocking.send(OUTSIDE_PER_STEP);
                    returning.send(OUTSIDE_PER_STEP);
                }
                assertThat(traffic.step()).as("step %s", step).isEqualTo(NdStatus.SUCCESS);
                if (step % STEPS_PER_NUMBER == 0) {
                    numbers.exchange();
                }
                knocking.takeAnswers();
                returning.takeAnswers();
            }
            pair.loopFor(Duration.ofMillis(200)); // until what is on the way has come
            numbers.exchange();
            assertThat(traffic.step()).isEqualTo(NdStatus.SUCCESS);
            knocking.takeAnswers();
            returning.takeAnswers();

            assertThat(knocking.cookies()).isPositive();
            assertThat(returning.cookies()).isPositive();
            assertThat(returning.refusals()).isPositive();
            requireDropped(forger.sent() + knocking.sent() + returning.sent());
        }
        requireThatAllLives();
    }

    private Outsider outsider(boolean returnsCookies) {
        return new Outsider(
                new Random(random.nextLong()), tapped.listener.localAddress(), tapped.sockets(), returnsCookies);
    }

    /** What was dropped is about what was sent: nobody who sends so much hits a full socket only. */
    private void requireDropped(long sent) {
        long datagrams = pair.counted(AdapterCounter.DATAGRAMS_DROPPED);
        long frames = pair.counted(AdapterCounter.FRAMES_DROPPED);
        System.out.println(sent + " forged, of which were dropped: " + datagrams + " datagrams, " + frames
                + " frame datagrams; " + tapped.relay.count() + "; " + forger.counts());
        assertThat(forger.counts().values())
                .allSatisfy(count -> assertThat(count).isPositive());
        assertThat(datagrams).isGreaterThan(sent / 20);
        assertThat(frames).isGreaterThan(sent / 10);
        assertThat(datagrams + frames).isGreaterThan(sent / 2);
    }

    private void requireThatAllLives() {
        assertThat(pair.one.endpoint.isConnected()).isTrue();
        assertThat(pair.two.endpoint.isConnected()).isTrue();
        assertThat(pair.one.completions).isEmpty();
        assertThat(pair.two.completions).isEmpty();
        System.out.println("newest epochs, by lane: " + forger.epochs());
        assertThat(forger.epochs().values()).filteredOn(epoch -> epoch > 2).hasSizeGreaterThanOrEqualTo(4);
    }

    /** Numbers from side two to side one, by a link that side two has dialled. */
    private final class NumberedMessages implements AutoCloseable {
        private final Listener other = pair.one.adapter.createListener();
        private final Connector dialling = pair.two.adapter.createConnector();
        private final Connector accepting = pair.one.adapter.createConnector();
        private final Endpoint from =
                pair.two.adapter.createEndpoint(pair.two.queue, pair.two.queue, EndpointConfig.defaults());
        private final Endpoint to =
                pair.one.adapter.createEndpoint(pair.one.queue, pair.one.queue, EndpointConfig.defaults());
        private final MemoryRegion source = pair.two.adapter.allocateMemory(Long.BYTES, 0);
        private final MemoryRegion target = pair.one.adapter.allocateMemory(Long.BYTES, AccessFlags.ALLOW_LOCAL_WRITE);
        private long number;

        NumberedMessages() {
            other.bind(new InetSocketAddress(pair.one.address, 0));
            other.listen(1);
            tapped.connect(other, dialling, from, accepting, to);
        }

        void exchange() {
            source.buffer().putLong(0, ++number);
            UdpTraffic.posted(to.receive(number, ScatterGatherList.of(target, 0, Long.BYTES)));
            UdpTraffic.posted(from.send(-number, ScatterGatherList.of(source, 0, Long.BYTES), 0));
            assertThat(pair.two.nextSuccess().requestContext()).isEqualTo(-number);
            assertThat(pair.one.nextSuccess().requestContext()).isEqualTo(number);
            assertThat(target.buffer().getLong(0)).isEqualTo(number);
        }

        @Override
        public void close() {
            assertThat(from.isConnected() && to.isConnected()).isTrue();
            dialling.close();
            accepting.close();
            from.close();
            to.close();
            other.close();
        }
    }
}
