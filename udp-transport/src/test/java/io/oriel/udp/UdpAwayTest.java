// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.SeededRandom;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that computes and does not call its adapter. */
class UdpAwayTest {
    /** Many times longer than a peer may be silent; the property makes it longer than any time-out of Aeron's. */
    private static final Duration AWAY =
            Duration.ofSeconds(Long.getLong("oriel.test.awaySeconds", 3)).plusMillis(1);

    private static final Duration DEAD_PEER = Duration.ofMillis(400);
    private static final long TIMEOUT_SECONDS = 300;

    private static void compute(Duration time) {
        long endNs = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static UdpPair open() {
        return UdpPair.open(config -> config.withTimeouts(config.timeouts().withDeadPeer(DEAD_PEER)))
                .connect();
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void staysConnectedThoughNobodyPolls() {
        try (UdpPair pair = open()) {
            compute(AWAY);

            UdpTraffic traffic = new UdpTraffic(pair, SeededRandom.create(UdpAwayTest.class));
            for (int step = 0; step < 10; step++) {
                assertThat(traffic.step()).isEqualTo(NdStatus.SUCCESS);
            }
        }
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void staysConnectedWhenItComputesBetweenPosts() {
        try (UdpPair pair = open()) {
            for (int round = 0; round < 3; round++) {
                posted(pair.two.endpoint.receive(1, ScatterGatherList.of(pair.two.memory, 0, 8)));
                posted(pair.one.endpoint.send(2, ScatterGatherList.of(pair.one.memory, 0, 8), 0));

                compute(AWAY.dividedBy(3));

                pair.one.nextSuccess();
                pair.two.nextSuccess();
            }
        }
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void servesItsPeerMeanwhile() {
        try (UdpPair pair = open()) {
            posted(pair.two.endpoint.receive(1, ScatterGatherList.of(pair.two.memory, 0, 8)));
            compute(Duration.ofMillis(100));
            posted(pair.one.endpoint.send(2, ScatterGatherList.of(pair.one.memory, 0, 8), 0));

            while (pair.one.completions.isEmpty()) { // and nobody polls the other side
                pair.one.poll();
                LockSupport.parkNanos(10_000);
            }

            assertThat(pair.one.nextSuccess().requestContext()).isEqualTo(2);
        }
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void wakesFromASleepWhenAMessageComes() {
        try (UdpPair pair = open()) {
            posted(pair.two.endpoint.receive(1, ScatterGatherList.of(pair.two.memory, 0, 8)));
            Thread sender = new Thread(() -> {
                compute(Duration.ofMillis(300));
                posted(pair.one.endpoint.send(2, ScatterGatherList.of(pair.one.memory, 0, 8), 0));
            });
            sender.start();

            assertThat(pair.two.adapter.await(Duration.ofSeconds(20).toNanos())).isEqualTo(NdStatus.SUCCESS);

            pair.two.poll();
            assertThat(pair.two.completions.remove().requestContext()).isEqualTo(1);
            join(sender);
            pair.one.nextSuccess();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
