// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.lane.LaneLayout;
import io.oriel.collectives.process.Surroundings;
import io.oriel.collectives.world.Doorway;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.HeapProcess;
import io.oriel.testing.heap.host.HeapConditions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rank 0, and one that dials it by hand. */
final class MeetingTest {
    private static final InetSocketAddress ROOT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);
    private static final InetSocketAddress OWN = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);
    private static final InetSocketAddress OTHER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7002);

    private final HeapMedium medium = new HeapMedium(HeapConditions.calm());
    private final Provider atRoot = provider(medium.newProcess());
    private final Provider atDialler = provider(medium.newProcess());
    private final Adapter adapter = atDialler.openAdapter(ROOT.getAddress());
    private final CompletionQueue queue = adapter.createCompletionQueue(16);
    private final Meeting meeting = new Meeting(atRoot.openAdapter(ROOT.getAddress()), config(0), surroundings());

    @BeforeEach
    void begin() {
        meeting.begin(ROOT.getAddress());
    }

    @AfterEach
    void end() {
        meeting.close();
        atDialler.close();
        atRoot.close();
    }

    @Test
    void takesARankAgainThatHasNotHeardOfItsAcceptance() {
        dial(OWN);
        dial(OWN);
        dial(OWN);
    }

    @Test
    void refusesASecondRankOfTheSameNumber() {
        dial(OWN);

        assertThatThrownBy(() -> dial(OTHER)).hasMessageContaining("CONNECTION_REFUSED");
    }

    /** Dials as rank 1 that listens somewhere, until the answer comes, and does nothing with it. */
    private void dial(InetSocketAddress listening) {
        Connector connector = adapter.createConnector();
        Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        CompletableFuture<Void> dialling = connector.connect(endpoint, ROOT, 1, 1, Greeting.of(config(1), listening));
        await(dialling);
    }

    private static CommunicatorConfig config(int rank) {
        return CommunicatorConfig.of(MeetingConfig.of(rank, 2, ROOT));
    }

    private static Provider provider(HeapProcess process) {
        return EngineProviderFactory.open(OrielConfig.defaults(), process.loop(), process.factory());
    }

    private Surroundings surroundings() {
        return new Surroundings() {
            @Override
            public long counterStart() {
                return 0;
            }

            @Override
            public long nanoTime() {
                return medium.time().clockNs();
            }

            @Override
            public Patience patience(int ranksHere) {
                return new Patience() {
                    @Override
                    public void pause(int turn) {
                        throw new UnsupportedOperationException("nobody waits here");
                    }

                    @Override
                    public boolean isTimeToLook(int turn) {
                        return true;
                    }

                    @Override
                    public boolean isAlone() {
                        return false;
                    }
                };
            }

            @Override
            public Repetition repeat(String name, long periodNs, Runnable task) {
                return () -> {};
            }
        };
    }

    @Test
    void doesNotTakeARankForDeadThatHasDialledAgain() {
        dial(OWN);
        MemoryRegion own = adapter.allocateMemory(2L * LaneLayout.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        Acquaintance root =
                new Acquaintance(0, new Doorway(adapter, queue, 1), own, adapter.createConnector(), Table.lengthFor(2));
        await(root.connector().connect(root.endpoint(), ROOT, 1, 1, Greeting.of(config(1), OWN)));
        await(root.connector().completeConnect());
        root.introduce();
        Completion[] carriers = {new Completion()};
        while (!meeting.progress()) {
            medium.time().step();
            queue.poll(carriers, 1);
        }

        assertThat(meeting.world().troubleOf(1)).isNull();
    }

    private void await(CompletableFuture<Void> step) {
        while (!step.isDone()) {
            assertThat(meeting.progress()).isFalse();
            medium.time().step();
        }
        step.join();
    }
}
