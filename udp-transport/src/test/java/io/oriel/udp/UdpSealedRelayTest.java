// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.udp.relay.Chaos;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import io.oriel.udp.seal.SealLayout;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two adapters whose datagrams are sealed, with a relay between them that does what an attacker on the way can do. */
class UdpSealedRelayTest {
    private static final int STEPS = Integer.getInteger("oriel.test.relaySteps", 100);
    private static final long TIMEOUT_SECONDS = 600;

    private final Random random = SeededRandom.create(UdpSealedRelayTest.class);
    private final ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
    private final TestKeys keys = new TestKeys();

    @SuppressWarnings("NullAway.Init") // Set by each test.
    private UdpPair pair;

    private void open(int rekeyDatagrams) {
        keys.make("keys", TestKeys.draw("key"));
        pair = UdpPair.open(
                config -> keys.seal(patient(config), "keys", rekeyDatagrams, Duration.ofMinutes(1)),
                InetAddress.getLoopbackAddress(),
                new RelayedSide(relay));
    }

    private static OrielConfig patient(OrielConfig config) {
        return config.withTimeouts(
                config.timeouts().withDeadPeer(Duration.ofSeconds(10)).withHandshake(Duration.ofSeconds(20)));
    }

    @AfterEach
    void close() {
        relay.chaos(Chaos.NONE);
        pair.close();
        relay.close();
        keys.close();
    }

    private void survive(Chaos chaos) {
        relay.chaos(chaos);
        pair.connect();
        exchange(new UdpTraffic(pair, random));
    }

    private void exchange(UdpTraffic traffic) {
        for (int step = 0; step < STEPS; step++) {
            assertThat(traffic.step())
                    .as("step %s, after %s", step, relay.count())
                    .isEqualTo(NdStatus.SUCCESS);
        }
        assertThat(pair.one.endpoint.isConnected()).isTrue();
        assertThat(pair.two.endpoint.isConnected()).isTrue();
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void losesNothingThatTheRelayLoses() {
        open(1 << 22);
        survive(new Chaos(0.02, 0, 0, 0, Duration.ZERO));
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void takesNothingThatTheRelayRepeatsDamagesOrForges() {
        open(1 << 22);
        survive(new Chaos(0.005, 0.05, 0.02, 0.1, Duration.ofMillis(1)));
        assertThat(relay.spoilt()).isPositive();
    }

    /** Aeron's frames, its words about them and Oriel's own datagrams: each lane, in each direction, changes its key. */
    @Test
    @Timeout(TIMEOUT_SECONDS)
    void losesNothingWhenKeysChangeAllTheTimeAndDatagramsAreLost() {
        Map<String, Integer> epochs = new ConcurrentHashMap<>();
        relay.lose(passage -> {
            ByteBuffer bytes = ByteBuffer.wrap(passage.bytes());
            if (SealLayout.isSealed(bytes, passage.length())) {
                String lane = SealLayout.session(bytes) + " lane " + SealLayout.lane(bytes);
                epochs.merge(lane, bytes.get(SealLayout.EPOCH_OFFSET) & 0xFF, Math::max);
            }
            return false;
        });
        open(16);
        survive(new Chaos(0.05, 0.02, 0.01, 0.02, Duration.ofMillis(1)));
        assertThat(epochs).hasSize(6); // three lanes to each of two sides
        assertThat(epochs.values()).filteredOn(epoch -> epoch > 3).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void sendsNothingThatCanBeReadOrIsNotSealed() {
        byte[] marker = new byte[32];
        random.nextBytes(marker);
        AtomicInteger unsealed = new AtomicInteger();
        AtomicInteger readable = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        relay.lose(passage -> {
            seen.incrementAndGet();
            if (!SealLayout.isSealed(ByteBuffer.wrap(passage.bytes()), passage.length())) {
                unsealed.incrementAndGet();
            }
            if (contains(passage.bytes(), marker)) {
                readable.incrementAndGet();
            }
            return false;
        });
        open(1 << 22);
        pair.connect();
        var window = pair.grant(pair.two.memory);
        pair.one.memory.buffer().putBytes(0, marker);
        UdpTraffic.posted(
                pair.one.endpoint.write(1, ScatterGatherList.of(pair.one.memory, 0, marker.length), window, 0, 0));
        pair.one.nextSuccess();
        pair.loopFor(Duration.ofMillis(200));

        assertThat(seen.get()).isGreaterThan(10);
        assertThat(unsealed.get()).isZero();
        assertThat(readable.get()).isZero();
    }

    private static boolean contains(byte[] bytes, byte[] marker) {
        for (int offset = 0; offset + marker.length <= bytes.length; offset++) {
            if (Arrays.equals(bytes, offset, offset + marker.length, marker, 0, marker.length)) {
                return true;
            }
        }
        return false;
    }

    /** Old datagrams in the place of new ones, under the session of these: of the other direction, another lane or epoch, or long ago. */
    @WholeBuild
    @Test
    @Timeout(TIMEOUT_SECONDS)
    void takesNothingThatIsSplicedIntoItsLink() {
        Map<Integer, Deque<byte[]>> recorded = new HashMap<>(); // used by the relay's thread
        AtomicInteger spliced = new AtomicInteger();
        relay.lose(passage -> {
            Deque<byte[]> alike = recorded.computeIfAbsent(passage.length(), length -> new ArrayDeque<>());
            byte[] genuine = passage.bytes().clone();
            if (alike.size() > 10 && random.nextInt(10) == 0) {
                splice(alike.remove(), passage.bytes());
                spliced.incrementAndGet();
            }
            alike.add(genuine);
            return false;
        });
        open(64);
        pair.connect();
        exchange(new UdpTraffic(pair, new Random(random.nextLong())));

        assertThat(spliced.get()).isPositive();
    }

    private static void splice(byte[] old, byte[] into) {
        ByteBuffer session = ByteBuffer.wrap(into.clone());
        System.arraycopy(old, 0, into, 0, into.length);
        ByteBuffer.wrap(into).putInt(SealLayout.SESSION_OFFSET, session.getInt(SealLayout.SESSION_OFFSET));
    }
}
