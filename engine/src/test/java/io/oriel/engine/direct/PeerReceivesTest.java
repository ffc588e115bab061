// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.oriel.engine.testing.CountingMemory;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.FileMemory;
import io.oriel.engine.testing.MappedMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PeerReceivesTest {
    private static final int LENGTH = 100_000;
    private static final int DEPTH = 8;
    private static final int MESSAGE = 1000;
    private static final long USER = DirectLayout.user(3, 1);
    private static final int ENDPOINTS = 64;

    private final FakeMemory fake = new FakeMemory();
    private final CountingMemory memory = new CountingMemory(fake);
    private final DirectLink link = new DirectLink(memory, Guards.ALL);
    private final FakePort peerPort = new FakePort();
    private final ReceiveRing ring = newRing();
    private final MappedMemory target = newTarget();
    private final Workers workers = new Workers();

    /** Workers that run when the test says so, and look at the hazard when they are asked for. */
    private final class Workers implements Executor {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final List<Long> hazards = new ArrayList<>();
        private @Nullable Throwable failure;

        @Override
        public void execute(Runnable task) {
            hazards.add(hazard());
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
            tasks.add(task);
        }

        void run() {
            for (Runnable task; (task = tasks.poll()) != null; ) {
                task.run();
            }
        }
    }

    @Test
    void asksForAMappingOnlyAfterItHasLeftTheReceive() {
        PeerReceives receives = open(ring);
        show(0, target);

        assertThat(place(receives, 0)).isFalse();

        assertThat(workers.hazards).containsExactly(0L);
        assertThat(hazard()).isZero();
    }

    @Test
    void leavesTheReceiveAndAsksAgainWhenNoWorkerCanBeStarted() {
        PeerReceives receives = open(ring);
        show(0, target);
        show(1, target);
        for (Throwable failure : List.of(new OutOfMemoryError("no thread"), new RejectedExecutionException("closed"))) {
            workers.failure = failure;

            assertThatCode(() -> assertThat(place(receives, 0))
                            .as("it goes in frames")
                            .isFalse())
                    .doesNotThrowAnyException();

            assertThat(hazard()).isZero();
        }
        workers.failure = null;
        assertThat(place(receives, 0)).isFalse();
        workers.run();

        assertThat(place(receives, 1)).isTrue();
        assertThat(workers.hazards).hasSize(3);
    }

    @Test
    void mapsARegionOnceForAllEndpointsOfALink() {
        List<PeerReceives> endpoints = new ArrayList<>();
        List<ReceiveRing> rings = new ArrayList<>();
        for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
            ReceiveRing shown = newRing();
            show(shown, 0, target);
            rings.add(shown);
            endpoints.add(open(shown));
        }
        assertThat(memory.mappings(target.id())).as("shown before").isOne();

        MappedMemory later = newTarget();
        for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
            show(rings.get(endpoint), 1, later);
            assertThat(place(endpoints.get(endpoint), 1)).isFalse();
        }
        workers.run();

        for (PeerReceives endpoint : endpoints) {
            assertThat(place(endpoint, 1)).isTrue();
        }
        assertThat(memory.mappings(later.id())).as("shown later").isOne();
        assertThat(workers.hazards).as("one worker maps it").hasSize(1);
    }

    @Test
    void usesWhatAnOpenedWindowHasMapped() {
        UnsafeBuffer mapped = link.regions().open(target.id(), true, FileMemory.WHOLE);
        show(0, target);

        assertThat(place(open(ring), 0)).isTrue();

        assertThat(mapped).isNotNull();
        assertThat(memory.mappings(target.id())).isOne();
    }

    @Test
    void letsGoOfARegionThatItAskedForAndDoesNotNeedAnyMore() {
        PeerReceives receives = open(ring);
        show(0, target);
        assertThat(place(receives, 0)).isFalse();
        workers.run();

        receives.release();

        do {
            System.gc();
        } while (memory.alive(target.id()) > 0);
        assertThat(place(receives, 0)).as("asks again").isFalse();
        assertThat(workers.tasks).hasSize(1);
    }

    private long hazard() {
        return memory.own().getLong(FakeMemory.HAZARD_OFFSET);
    }

    private ReceiveRing newRing() {
        ReceiveRing made = Objects.requireNonNull(ReceiveRing.create(peerPort, DEPTH, 0, USER));
        fake.addPeerRegion(peerPort.allocated().get(peerPort.allocated().size() - 1));
        return made;
    }

    private MappedMemory newTarget() {
        MappedMemory made = new MappedMemory(LENGTH, () -> {});
        fake.addPeerRegion(made);
        return made;
    }

    private void show(long index, MappedMemory region) {
        show(ring, index, region);
    }

    private void show(ReceiveRing in, long index, MappedMemory region) {
        in.show(index, region.id(), 0, LENGTH);
    }

    private PeerReceives open(ReceiveRing shown) {
        return Objects.requireNonNull(PeerReceives.open(link, shown.id(), USER, workers));
    }

    private static boolean place(PeerReceives receives, long index) {
        boolean began = receives.begin(index, MESSAGE);
        if (began) {
            receives.leave();
        }
        return began;
    }
}
