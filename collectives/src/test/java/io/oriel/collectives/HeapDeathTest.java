// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.collectives.ranks.Operations;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.junit.WholeBuild;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks that die or stop in the midst of an operation: the others end it, or fail and name them. */
final class HeapDeathTest {
    private static final int SIZE = 4;
    private static final int ROUNDS = 3;
    private static final int[] LENGTHS = {1, 3000};
    /** What is seen of a victim before it dies. */
    private static final int[] ACTS = WholeBuild.RUNS ? new int[] {1, 3, 8, 21, 40} : new int[] {1, 5, 21};

    static Stream<HeapConditions> hosts() {
        Stream<HeapConditions> each =
                Stream.of(HeapConditions.calm().withSharedMemory(true), HeapConditions.seeded(11));
        return WholeBuild.RUNS ? Stream.concat(each, Stream.of(HeapConditions.calm())) : each;
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void isNamedWhereverItDies(HeapConditions host) {
        int deaths = 0;
        for (Collective collective : Collective.values()) {
            for (int victim = 0; victim < SIZE; victim++) {
                for (int acts : ACTS) {
                    deaths += die(host, collective, victim, acts);
                }
            }
        }
        assertThat(deaths).isGreaterThan(Collective.values().length * SIZE);
    }

    /** Returns 1 if the victim has died of it, and not finished before. */
    private static int die(HeapConditions host, Collective collective, int victim, int acts) {
        HeapRanks ranks = new HeapRanks(host);
        AtomicInteger failures = new AtomicInteger();
        ranks.run(SIZE, world -> {
            world.barrier();
            if (world.rank() == victim) {
                ranks.killAfter(victim, acts);
            }
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    Operations.run(world, collective, LENGTHS[round % LENGTHS.length], round % SIZE);
                }
                world.barrier();
            } catch (CollectiveException e) {
                assertNamed(e, victim);
                failures.incrementAndGet();
                assertNamed(catchThrowableOfType(CollectiveException.class, world::barrier), victim);
            }
        });
        boolean died = !ranks.isAlive(victim);
        if (died) {
            assertThat(failures.get()).isBetween(0, SIZE - 1);
        } else {
            assertThat(failures.get()).isZero();
        }
        return died && failures.get() == SIZE - 1 ? 1 : 0;
    }

    private static void assertNamed(CollectiveException failure, int victim) {
        assertThat(failure).isNotNull();
        assertThat(failure.status()).as(failure.getMessage()).isEqualTo(CollectiveStatus.RANK_DIED);
        assertThat(failure.rank()).as(failure.getMessage()).isEqualTo(victim);
    }

    @ParameterizedTest
    @EnumSource
    void isNamedWhenItIsStopped(Collective collective) {
        int victim = 2;
        HeapRanks ranks = new HeapRanks(HeapConditions.calm().withSharedMemory(true));
        List<CollectiveException> failures = new ArrayList<>();
        ranks.run(SIZE, config -> config.withStoppedTimeout(Duration.ofMillis(100)), world -> {
            world.barrier();
            if (world.rank() == 0) {
                ranks.stop(victim);
            }
            try {
                while (world.rank() != victim || failures.isEmpty()) {
                    Operations.run(world, collective, 3000, 1);
                    Operations.run(world, Collective.BARRIER, 0, 0);
                }
            } catch (CollectiveException e) {
                failures.add(e);
            }
        });
        assertThat(failures).hasSize(SIZE - 1).allSatisfy(e -> {
            assertThat(e.status()).as(e.getMessage()).isEqualTo(CollectiveStatus.RANK_STOPPED);
            assertThat(e.rank()).isEqualTo(victim);
        });
    }

    @Test
    void writesNothingMoreThoughItGoesOnInTheMidstOfWhatItWasGrantedMemoryFor() {
        for (int tests = 0; tests < 30; tests++) {
            stopInTheMidst(tests);
        }
    }

    /** Rank 1 has so many turns before it stops rank 0, which is to write into its memory. */
    private static void stopInTheMidst(int tests) {
        int length = 50_000;
        long own = -7;
        HeapRanks ranks = new HeapRanks(HeapConditions.calm().withSharedMemory(true));
        ranks.run(2, config -> config.withStoppedTimeout(Duration.ofMillis(100)), world -> {
            MemoryRegion region = world.allocateMemory((long) Long.BYTES * length);
            MutableDirectBuffer memory = region.buffer();
            fill(memory, length, world.rank());
            Span span = Span.of(ElementType.LONG, region, 0, length);
            world.barrier();
            if (world.rank() == 0) {
                var unused = catchThrowableOfType( // rank 1 has given this one up, or has all
                        CollectiveException.class, () -> world.broadcast(span, 0));
                return;
            }
            Request request = world.iBroadcast(span, 0);
            boolean ended = false;
            for (int test = 0; test < tests && !ended; test++) {
                ended = request.test();
            }
            ranks.stop(0);
            CollectiveException failure =
                    ended ? null : catchThrowableOfType(CollectiveException.class, request::await);
            assertThat(failure == null || failure.status() == CollectiveStatus.RANK_STOPPED)
                    .isTrue();
            fill(memory, length, own);
            ranks.goOn(0);
            var unused = catchThrowableOfType( // until that one has left
                    CollectiveException.class, () -> world.receive(Span.of(new int[1]), 0, 1));
            for (int index = 0; index < length; index++) {
                assertThat(memory.getLong(Long.BYTES * index)).isEqualTo(own);
            }
        });
    }

    private static void fill(MutableDirectBuffer memory, int length, long value) {
        for (int index = 0; index < length; index++) {
            memory.putLong(Long.BYTES * index, value);
        }
    }

    @Test
    void isToldWhenItGoesOnThatItWasGivenUp() {
        int victim = 2;
        HeapRanks ranks = new HeapRanks(HeapConditions.calm().withSharedMemory(true));
        List<CollectiveException> failures = new ArrayList<>();
        ranks.run(3, config -> config.withStoppedTimeout(Duration.ofMillis(100)), world -> {
            Communicator others = world.split(world.rank() == victim ? 1 : 0, 0);
            world.barrier();
            if (world.rank() == 0) {
                ranks.stop(victim);
            }
            failures.add(catchThrowableOfType(CollectiveException.class, () -> {
                while (true) {
                    world.barrier();
                }
            }));
            if (world.rank() == victim) {
                return;
            }
            others.barrier();
            if (world.rank() == 0) {
                ranks.goOn(victim);
            }
            while (others.allReduce(failures.size(), Operator.MAX) < 3) {
                Thread.onSpinWait();
            }
        });
        assertThat(failures).allSatisfy(e -> {
            assertThat(e.status()).as(e.getMessage()).isEqualTo(CollectiveStatus.RANK_STOPPED);
            assertThat(e.rank()).isEqualTo(victim);
        });
    }
}
