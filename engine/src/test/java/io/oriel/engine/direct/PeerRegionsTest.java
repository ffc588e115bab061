// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FileMemory;
import io.oriel.engine.transport.LinkMemory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeerRegionsTest {
    private static final long REGION = FileMemory.REGION_ID;
    private static final LinkMemory.Part WHOLE = FileMemory.WHOLE;

    private final TwoEnds ends = new TwoEnds(Guards.ALL);
    private final PeerRegions regions = ends.peer.regions();

    @AfterEach
    void close() {
        ends.close();
    }

    @Test
    void mapsARegionOnce() {
        UnsafeBuffer mapped = regions.open(REGION, true, WHOLE);

        assertThat(mapped).isNotNull();
        assertThat(regions.open(REGION, true, WHOLE)).isSameAs(mapped);
        assertThat(regions.open(REGION, false, WHOLE)).isSameAs(mapped);
        assertThat(ends.peerMemory.mappings()).isOne();
    }

    @Test
    void mapsItAgainWhenAWriteIsGranted() {
        UnsafeBuffer readOnly = regions.open(REGION, false, WHOLE);
        assertThat(regions.find(REGION, true)).isNull();

        UnsafeBuffer writable = regions.open(REGION, true, WHOLE);

        assertThat(writable).isNotNull().isNotSameAs(readOnly);
        assertThat(regions.open(REGION, false, WHOLE)).isSameAs(writable);
        assertThat(ends.peerMemory.mappings()).isEqualTo(2);
    }

    @Test
    void mapsOnlyForReadingWhatIsOnlyRead() {
        UnsafeBuffer readOnly = Objects.requireNonNull(regions.open(REGION, false, WHOLE));

        ByteBuffer bytes = readOnly.byteBuffer();
        assertThat(bytes).isNotNull();
        assertThat(bytes.isReadOnly()).isTrue();
    }

    @Test
    void seesWhatTheOwnerWrites() {
        UnsafeBuffer mapped = Objects.requireNonNull(regions.open(REGION, false, WHOLE));
        ends.region.putLong(64, 42);

        assertThat(mapped.getLong(64)).isEqualTo(42);
    }

    @Test
    void lettingGoAlsoEndsMappingsThatALargerOneReplaced() {
        Small memory = new Small();
        PeerRegions small = new PeerRegions(memory);
        List<UnsafeBuffer> used = new ArrayList<>();
        for (int page = 0; page < 4; page++) {
            PeerBinding window = new PeerBinding();
            window.regionId = 1;
            window.cover(page * 4096L, 8);
            small.open(window, false);
            used.add(window.confirmedMemory());
        }
        assertThat(memory.made).hasSize(4);

        small.letGo();

        assertThat(memory.unmapped).containsExactlyInAnyOrderElementsOf(used);
    }

    @Test
    void touchesWhatAReceiveNeedsAndNothingElse() {
        assertThat(LinkMemory.Part.whole(100, 50)).isEqualTo(new LinkMemory.Part(0, WHOLE.end(), 100, 150));
        assertThat(LinkMemory.Part.whole(-1, 50)).isEqualTo(WHOLE);
        assertThat(LinkMemory.Part.whole(1, -1)).isEqualTo(WHOLE);
        assertThat(LinkMemory.Part.whole(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(WHOLE);
        assertThat(LinkMemory.Part.whole(100, 50).within(120)).isEqualTo(new LinkMemory.Part(0, 120, 100, 120));
        assertThat(LinkMemory.Part.whole(100, 50).within(0)).isEqualTo(new LinkMemory.Part(0, 0, 0, 0));
    }

    @Test
    void knowsOnlyWhatWasOpened() {
        assertThat(regions.find(REGION, false)).isNull();
        assertThat(regions.open(REGION + 1, false, WHOLE)).isNull();
        assertThat(regions.find(REGION + 1, false)).isNull();
    }

    @Test
    void asksAgainForARegionThatWasNotThere() {
        assertThat(regions.open(REGION + 1, true, WHOLE)).isNull();
        assertThat(regions.open(REGION + 1, true, WHOLE)).isNull();

        assertThat(ends.peerMemory.mappings()).isEqualTo(2);
    }

    @Test
    void keepsAMappingOnlyAsLongAsItIsUsed() {
        Small memory = new Small();
        PeerRegions small = new PeerRegions(memory);
        for (int id = 0; id < 10_000; id++) {
            small.open(id, true, WHOLE);
        }

        // The collector is asked, until it has let go of some of what nobody uses any more.
        do {
            System.gc();
        } while (memory.alive() == memory.made.size());

        assertThat(small.open(10_000, true, WHOLE)).isNotNull();
    }

    @Test
    void keepsAMappingThatIsUsed() {
        Small memory = new Small();
        PeerRegions small = new PeerRegions(memory);
        UnsafeBuffer used = small.open(-1, true, WHOLE);
        for (int id = 0; id < 1_000; id++) {
            small.open(id, true, WHOLE);
        }
        do {
            System.gc();
        } while (memory.alive() == memory.made.size());

        assertThat(small.find(-1, true)).isSameAs(used);
    }

    @Test
    void mapsARegionOnceThoughSeveralAskAtTheSameTime() throws InterruptedException {
        Gate gate = new Gate();
        PeerRegions shared = new PeerRegions(gate);
        Queue<UnsafeBuffer> found = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int count = 0; count < 4; count++) {
            Thread thread = new Thread(() -> found.add(Objects.requireNonNull(shared.open(1, true, WHOLE))));
            threads.add(thread);
            thread.start();
        }
        gate.entered.await();
        while (threads.stream().filter(PeerRegionsTest::isWaiting).count() < threads.size()) {
            Thread.onSpinWait(); // one for the gate, the others for that one
        }

        gate.open.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(found).hasSize(4).allSatisfy(each -> assertThat(each).isSameAs(found.peek()));
        assertThat(gate.mappings).hasValue(1);
    }

    @Test
    void letsNobodyWaitForTheMappingOfAnotherRegion() throws InterruptedException {
        Gate gate = new Gate();
        PeerRegions shared = new PeerRegions(gate);
        Thread worker = new Thread(() -> shared.open(1, true, WHOLE));
        worker.start();
        gate.entered.await();

        assertThat(shared.open(2, true, WHOLE)).isNotNull();
        assertThat(shared.find(1, true)).isNull();
        gate.open.countDown();
        worker.join();
    }

    @Test
    void letsWhoeverWaitedTryWhenAMappingFailed() throws InterruptedException {
        Gate gate = new Gate();
        gate.failing = true;
        PeerRegions shared = new PeerRegions(gate);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Thread worker = new Thread(() -> shared.open(1, true, WHOLE));
        worker.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
        worker.start();
        gate.entered.await();
        Queue<UnsafeBuffer> found = new ConcurrentLinkedQueue<>();
        Thread other = new Thread(() -> found.add(Objects.requireNonNull(shared.open(1, true, WHOLE))));
        other.start();
        while (!isWaiting(other)) {
            Thread.onSpinWait();
        }

        gate.open.countDown();
        worker.join();
        other.join();

        assertThat(failures).hasSize(1);
        assertThat(found).hasSize(1);
    }

    @Test
    void findsEveryRegionOfManyWhileAnotherThreadMapsMore() throws InterruptedException {
        Small memory = new Small();
        PeerRegions shared = new PeerRegions(memory);
        int count = 20_000;
        UnsafeBuffer[] held = new UnsafeBuffer[count];
        AtomicInteger mapped = new AtomicInteger();
        Thread worker = new Thread(() -> {
            for (int id = 0; id < count; id++) {
                held[id] = Objects.requireNonNull(shared.open(id * 7L, true, WHOLE));
                mapped.setRelease(id + 1);
            }
        });
        worker.start();

        int seen;
        do {
            seen = mapped.getAcquire();
            for (int id = Math.max(0, seen - 50); id < seen; id++) {
                assertThat(shared.find(id * 7L, true)).isSameAs(held[id]);
            }
        } while (seen < count);
        worker.join();
    }

    @Test
    void neverFindsARegionThatIsMappedMeanwhileInsteadOfTheOneAskedFor() throws InterruptedException {
        UnsafeBuffer other = new UnsafeBuffer(new byte[8]);
        int rounds = 100_000;
        AtomicReference<MappedRegions> asked = new AtomicReference<>();
        Thread worker = new Thread(() -> {
            for (int round = 0; round < rounds; round++) {
                MappedRegions table;
                while ((table = asked.getAndSet(null)) == null) {
                    Thread.onSpinWait();
                }
                for (int id = 1; id <= 7; id++) {
                    table.add(id, other, true, WHOLE);
                }
            }
        });
        worker.start();

        int wrong = 0;
        for (int round = 0; round < rounds; round++) {
            MappedRegions table = new MappedRegions();
            asked.set(table);
            while (table.find(7, true, WHOLE) == null) {
                wrong += table.find(8 + round % 64, true, WHOLE) == null ? 0 : 1;
            }
        }
        worker.join();

        assertThat(wrong).isZero();
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    /** Memory of a peer, where region 1 is mapped only when the test says so; the first time it may fail. */
    private static final class Gate implements LinkMemory {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);
        private final AtomicInteger mappings = new AtomicInteger();
        private volatile boolean failing;

        @Override
        public UnsafeBuffer own() {
            throw new UnsupportedOperationException();
        }

        @Override
        public UnsafeBuffer peer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
            if (regionId == 1) {
                mappings.incrementAndGet();
                entered.countDown();
                awaitOpen();
                if (failing) {
                    failing = false;
                    throw new IllegalStateException("refused by the test");
                }
            }
            return new UnsafeBuffer(new byte[8]);
        }

        private void awaitOpen() {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean isPeerGone() {
            return false;
        }
    }

    /** Memory of a peer with any number of regions. */
    private static final class Small implements LinkMemory {
        private final List<WeakReference<UnsafeBuffer>> made = new ArrayList<>();
        private final List<UnsafeBuffer> unmapped = new ArrayList<>();

        private int alive() {
            return (int) made.stream().filter(each -> !each.refersTo(null)).count();
        }

        @Override
        public UnsafeBuffer own() {
            throw new UnsupportedOperationException();
        }

        @Override
        public UnsafeBuffer peer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
            made.add(new WeakReference<>(buffer));
            return buffer;
        }

        @Override
        public void unmapRegion(UnsafeBuffer region) {
            unmapped.add(region);
        }

        @Override
        public boolean isPeerGone() {
            return false;
        }
    }
}
