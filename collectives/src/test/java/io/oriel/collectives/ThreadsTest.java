// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.ranks.Operations;
import io.oriel.collectives.ranks.Ranks;
import io.oriel.collectives.ranks.ThreadRanks;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks in threads that wait for what is no operation, and strangers who come to their meeting. */
final class ThreadsTest {
    /** More than a lane has room for. */
    private static final int MESSAGES = 40;

    static Stream<Ranks> media() {
        return Stream.of(ThreadRanks.onSharedMemory(), ThreadRanks.onUdp());
    }

    @ParameterizedTest
    @MethodSource("media")
    void nameARankThatHasClosedACommunicatorWhenTheyTookNothing(Ranks ranks) {
        CountDownLatch closed = new CountDownLatch(1);
        ranks.run(2, world -> {
            Communicator copy = world.duplicate();
            if (world.rank() == 0) {
                List<Request> sends = new ArrayList<>();
                for (int i = 0; i < MESSAGES; i++) { // no room is left
                    sends.add(world.iSend(Span.of(new int[1]), 1, 1));
                }
                copy.close();
                closed.countDown();
                world.receive(Span.of(new int[1]), 1, 2);
                sends.forEach(Request::await);
                return;
            }
            closed.await();
            CollectiveException failure = catchThrowableOfType(CollectiveException.class, copy::barrier);
            assertThat(failure.status()).isEqualTo(CollectiveStatus.RANK_LEFT);
            assertThat(failure.rank()).isZero();
            for (int i = 0; i < MESSAGES; i++) {
                world.receive(Span.of(new int[1]), 0, 1);
            }
            world.send(Span.of(new int[1]), 0, 2);
        });
    }

    @Test
    void doNotBeatWhenTheirWorldCouldNotBeOpened() {
        Tuning tuning = Tuning.ofTable("BARRIER RING");
        assertThatThrownBy(() -> ThreadRanks.onSharedMemory().run(1, config -> config.withTuning(tuning), world -> {}))
                .hasMessageContaining("algorithm of BARRIER must be one of");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("oriel-pulse"));
    }

    @ParameterizedTest
    @MethodSource("media")
    void meetThoughStrangersSayAnything(Ranks ranks) {
        for (int length : new int[] {0, 1, 260, 512}) {
            byte[] words = new byte[length];
            Arrays.fill(words, (byte) -1);
            ranks.run(
                    2,
                    config -> {
                        if (config.meeting().rank() == 1) {
                            intrude(config, words);
                        }
                        return config;
                    },
                    Communicator::barrier);
        }
    }

    @ParameterizedTest
    @MethodSource("media")
    void doEverythingWhileTheyAreInterrupted(Ranks ranks) {
        ranks.run(
                2,
                config -> {
                    Thread.currentThread().interrupt();
                    return config;
                },
                world -> {
                    for (Collective collective : Collective.values()) {
                        Operations.run(world, collective, 5000, 1);
                    }
                    MemoryRegion region = world.allocateMemory(80_000);
                    Span span = Span.of(ElementType.LONG, region, 0, 10_000);
                    region.buffer().putLong(79_992, 7L + world.rank());
                    world.broadcast(span, 1);
                    assertThat(region.buffer().getLong(79_992)).isEqualTo(8);
                    world.freeMemory(region);
                    world.duplicate().close();
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                });
    }

    /** Dials rank 0, which may not listen yet, until it answers. */
    private static void intrude(CommunicatorConfig config, byte[] words) {
        InetSocketAddress root = config.meeting().root();
        try (Provider provider = NetworkDirect.open(config.oriel());
                Adapter adapter = provider.openAdapter(root.getAddress())) {
            CompletionQueue queue = adapter.createCompletionQueue(MESSAGES);
            long endNs = System.nanoTime() + config.meeting().timeout().toNanos();
            boolean answered = false;
            while (!answered && System.nanoTime() - endNs < 0) {
                Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
                Connector connector = adapter.createConnector();
                assertThatThrownBy(() ->
                                connector.connect(endpoint, root, 1, 1, words).join())
                        .isInstanceOf(CompletionException.class);
                answered = isAnswered(connector);
                connector.close();
                endpoint.close();
            }
            assertThat(answered).isTrue();
        }
    }

    private static boolean isAnswered(Connector connector) {
        try {
            return connector.privateData().length > 0;
        } catch (NdException e) {
            return false;
        }
    }
}
