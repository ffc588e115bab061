// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interrupts of the application's thread, which turns the media driver, break nothing and end nothing; they are left set. */
@Timeout(60)
class UdpInterruptTest {
    private static final int ROUNDS = 1_000;
    private static final long PATIENCE_NS = Duration.ofSeconds(20).toNanos();

    @AfterEach
    void clearInterrupt() {
        boolean unused = Thread.interrupted();
    }

    private static void requireRoundTrip(UdpPair pair) {
        assertThat(pair.two.endpoint.receive(1, ScatterGatherList.of(pair.two.memory, 0, 64)))
                .isEqualTo(NdStatus.SUCCESS);
        assertThat(pair.one.endpoint.send(2, ScatterGatherList.of(pair.one.memory, 0, 64), 0))
                .isEqualTo(NdStatus.SUCCESS);
        long startNs = System.nanoTime();
        while (pair.one.completions.isEmpty() || pair.two.completions.isEmpty()) {
            pair.one.poll();
            pair.two.poll();
            if (System.nanoTime() - startNs > PATIENCE_NS) { // an interrupt is not the end of it here
                throw new AssertionError("a Send or a Receive does not complete");
            }
        }
        pair.two.nextSuccess();
        pair.one.nextSuccess();
    }

    private static void inStorm(Runnable task) {
        Thread target = Thread.currentThread();
        AtomicBoolean isOver = new AtomicBoolean();
        Thread storm = new Thread(() -> {
            while (!isOver.get()) {
                target.interrupt();
                LockSupport.parkNanos(20_000);
            }
        });
        storm.start();
        try {
            task.run();
        } finally {
            isOver.set(true);
            while (storm.isAlive()) {
                Thread.onSpinWait();
            }
            boolean unused = Thread.interrupted();
        }
    }

    @Test
    void goesOnAndLeavesAnInterruptSet() {
        try (UdpPair pair = UdpPair.open(UnaryOperator.identity()).connect()) {
            Thread.currentThread().interrupt();

            requireRoundTrip(pair);
            assertThat(Thread.currentThread().isInterrupted())
                    .as("posting and polling")
                    .isTrue();
            assertThat(pair.two.queue.await(NotifyType.ANY, Duration.ofMillis(5).toNanos()))
                    .isEqualTo(NdStatus.TIMEOUT);
            assertThat(Thread.currentThread().isInterrupted()).as("waiting").isTrue();
        }
    }

    @Test
    void goesOnInAStorm() {
        try (UdpPair pair = UdpPair.open(UnaryOperator.identity()).connect()) {
            inStorm(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    requireRoundTrip(pair);
                }
            });
        }
    }

    @Test
    void connectsAgainThoughTheThreadThatPollsIsInterrupted() {
        UnaryOperator<OrielConfig> noLinger =
                config -> config.withTimeouts(config.timeouts().withLinkLinger(Duration.ZERO));
        try (UdpPair pair = UdpPair.open(noLinger).connect()) {
            requireRoundTrip(pair); // this thread turns the drivers from now on
            CompletableFuture<Void> heard = pair.two.connector.notifyDisconnect();
            UdpPair.get(pair.one.connector.disconnect());
            UdpPair.get(heard);

            Thread.currentThread().interrupt();
            pair.one.poll();
            pair.two.poll();

            boolean unused = Thread.interrupted();
            try (Endpoint from = newEndpoint(pair.one);
                    Endpoint to = newEndpoint(pair.two)) {
                pair.connect(pair.one.adapter.createConnector(), from, pair.two.adapter.createConnector(), to);
                assertThat(from.isConnected()).isTrue();
            }
        }
    }

    private static Endpoint newEndpoint(UdpPair.Side side) {
        return side.adapter.createEndpoint(
                side.queue, side.queue, EndpointConfig.defaults().withQueueDepth(8));
    }
}
