// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Span;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.ranks.Ranks;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Barrier, broadcast, gather, scatter, allGather, allToAll, and those with parts of different lengths. */
public abstract class MovementConformanceTest extends ConformanceTest {
    protected MovementConformanceTest(Ranks ranks) {
        super(ranks);
    }

    /** What a rank has for another. */
    private static int value(int from, int to, int index) {
        return from * 1_000_003 + to * 10_007 + index;
    }

    private static int[] values(int from, int to, int length) {
        return IntStream.range(0, length).map(index -> value(from, to, index)).toArray();
    }

    @Test
    void letsNobodyPassABarrierBeforeAllHaveCome() {
        for (int size : ranks().sizes()) {
            AtomicInteger came = new AtomicInteger();
            runByEach(size, Collective.BARRIER, (world, algorithm) -> {
                for (int round = 0; round < 20; round++) {
                    came.incrementAndGet();
                    world.barrier();
                    assertThat(came.get() % size).as("of %d", size).isZero(); // all of this round, none of the next
                    world.barrier();
                }
            });
        }
    }

    @Test
    void broadcastsFromEachRoot() {
        runByEach(Collective.BROADCAST, (world, algorithm) -> {
            for (int root = 0; root < world.size(); root++) {
                for (int length : lengths()) {
                    int[] data = world.rank() == root ? values(root, 0, length) : new int[length];
                    world.broadcast(Span.of(data), root);
                    assertThat(data).isEqualTo(values(root, 0, length));
                }
            }
        });
    }

    @Test
    void broadcastsManyTimesWithoutWaiting() {
        ranks().run(3, world -> {
            int[] data = new int[100];
            for (int round = 0; round < 200; round++) {
                if (world.rank() == 1) {
                    Arrays.fill(data, round);
                }
                world.broadcast(Span.of(data), 1);
                assertThat(data[99]).isEqualTo(round);
            }
        });
    }

    @Test
    void gathersAndScattersAtEachRoot() {
        for (int size : ranks().sizes()) {
            ranks().run(size, world -> {
                for (int root = 0; root < size; root++) {
                    for (int length : new int[] {1, 5, 3000}) {
                        gatherAndScatter(world, root, length);
                    }
                }
            });
        }
    }

    private static void gatherAndScatter(Communicator world, int root, int length) {
        int size = world.size();
        boolean isRoot = world.rank() == root;
        int[] all = new int[isRoot ? size * length : 0];
        world.gather(Span.of(values(world.rank(), 0, length)), isRoot ? Span.of(all) : Span.NONE, root);
        int[] part = new int[length];
        if (isRoot) {
            assertThat(all).isEqualTo(allOf(size, 0, length));
        }
        world.scatter(isRoot ? Span.of(all) : Span.NONE, Span.of(part), root);
        assertThat(part).isEqualTo(values(world.rank(), 0, length));
    }

    private static int[] allOf(int size, int to, int length) {
        return IntStream.range(0, size)
                .flatMap(from -> Arrays.stream(values(from, to, length)))
                .toArray();
    }

    @Test
    void gathersEverywhere() {
        runByEach(Collective.ALL_GATHER, (world, algorithm) -> {
            for (int length : new int[] {1, 5, 3000}) {
                int[] all = new int[world.size() * length];
                world.allGather(Span.of(values(world.rank(), 0, length)), Span.of(all));
                assertThat(all).isEqualTo(allOf(world.size(), 0, length));
            }
        });
    }

    @Test
    void exchangesAllWithAll() {
        runByEach(Collective.ALL_TO_ALL, (world, algorithm) -> {
            int size = world.size();
            for (int length : new int[] {1, 5, 3000}) {
                int[] send = IntStream.range(0, size)
                        .flatMap(to -> Arrays.stream(values(world.rank(), to, length)))
                        .toArray();
                int[] receive = new int[size * length];
                world.allToAll(Span.of(send), Span.of(receive));
                assertThat(receive).isEqualTo(allOf(size, world.rank(), length));
            }
        });
    }

    /** How many elements go from one rank to another. */
    private static int count(int from, int to) {
        return (from * 3 + to * 5) % 4 * 700;
    }

    @Test
    void movesPartsOfDifferentLengthsToAndFromARoot() {
        ranks().run(4, world -> {
            for (int root = 0; root < 4; root++) {
                int[] counts =
                        IntStream.range(0, 4).map(member -> count(member, 1)).toArray();
                int[] places =
                        IntStream.range(0, 4).map(member -> (3 - member) * 2101).toArray();
                boolean isRoot = world.rank() == root;
                int[] all = new int[isRoot ? 4 * 2101 : 0];
                int own = counts[world.rank()];
                world.gatherv(
                        Span.of(values(world.rank(), 0, own)), isRoot ? Span.of(all) : Span.NONE, counts, places, root);
                if (isRoot) {
                    for (int member = 0; member < 4; member++) {
                        assertThat(Arrays.copyOfRange(all, places[member], places[member] + counts[member]))
                                .isEqualTo(values(member, 0, counts[member]));
                        assertThat(all[places[member] + counts[member]]).isZero();
                    }
                }
                int[] part = new int[own];
                world.scatterv(isRoot ? Span.of(all) : Span.NONE, counts, places, Span.of(part), root);
                assertThat(part).isEqualTo(values(world.rank(), 0, own));
            }
        });
    }

    @Test
    void gathersPartsOfDifferentLengthsEverywhere() {
        runByEach(4, Collective.ALL_GATHER, (world, algorithm) -> {
            int[] counts = IntStream.range(0, 4).map(member -> count(member, 2)).toArray();
            int[] places = IntStream.range(0, 4).map(member -> member * 2200).toArray();
            int[] all = new int[4 * 2200];
            world.allGatherv(Span.of(values(world.rank(), 0, counts[world.rank()])), Span.of(all), counts, places);
            for (int member = 0; member < 4; member++) {
                assertThat(Arrays.copyOfRange(all, places[member], places[member] + counts[member]))
                        .isEqualTo(values(member, 0, counts[member]));
            }
        });
    }

    @Test
    void exchangesPartsOfDifferentLengths() {
        runByEach(5, Collective.ALL_TO_ALL, (world, algorithm) -> {
            int rank = world.rank();
            int[] sendCounts = IntStream.range(0, 5).map(to -> count(rank, to)).toArray();
            int[] receiveCounts =
                    IntStream.range(0, 5).map(from -> count(from, rank)).toArray();
            int[] places = IntStream.range(0, 5).map(member -> member * 2300).toArray();
            int[] send = new int[5 * 2300];
            int[] receive = new int[5 * 2300];
            for (int to = 0; to < 5; to++) {
                System.arraycopy(values(rank, to, sendCounts[to]), 0, send, places[to], sendCounts[to]);
            }
            world.allToAllv(Span.of(send), sendCounts, places, Span.of(receive), receiveCounts, places);
            for (int from = 0; from < 5; from++) {
                assertThat(Arrays.copyOfRange(receive, places[from], places[from] + receiveCounts[from]))
                        .isEqualTo(values(from, rank, receiveCounts[from]));
            }
        });
    }

    @Test
    void movesEveryKindOfMemory() {
        ranks().run(3, world -> {
            int length = 5000;
            double[] doubles = new double[length];
            float[] floats = new float[length];
            long[] longs = new long[length];
            UnsafeBuffer bytes = new UnsafeBuffer(new byte[length + 3]);
            Span region = Span.of(ElementType.INT, world.allocateMemory(4L * length + 8), 8, length);
            int[] ints = new int[length];
            if (world.rank() == 2) {
                Arrays.setAll(doubles, i -> i / 3.0);
                Arrays.setAll(longs, i -> i * 1_000_000_007L);
                for (int i = 0; i < length; i++) {
                    floats[i] = i / 7f;
                    bytes.putByte(i + 3, (byte) i);
                    ints[i] = i;
                }
            }
            world.broadcast(Span.of(doubles), 2);
            world.broadcast(Span.of(floats), 2);
            world.broadcast(Span.of(longs), 2);
            world.broadcast(Span.of(ElementType.BYTE, bytes, 3, length), 2);
            if (world.rank() == 0) { // from an array into registered memory, and on from there
                world.receive(region, 2, 7);
                world.send(region, 1, 8);
            } else if (world.rank() == 1) {
                world.receive(Span.of(ints), 0, 8);
            } else {
                world.send(Span.of(ints), 0, 7);
            }
            for (int i = 0; i < length; i++) {
                assertThat(doubles[i]).isEqualTo(i / 3.0);
                assertThat(floats[i]).isEqualTo(i / 7f);
                assertThat(longs[i]).isEqualTo(i * 1_000_000_007L);
                assertThat(bytes.getByte(i + 3)).isEqualTo((byte) i);
                assertThat(ints[i]).isEqualTo(world.rank() == 0 ? 0 : i);
            }
        });
    }

    @Test
    void collectsIntoPlacesWithGapsThatDifferFromRankToRank() {
        Tuning.Rule rule = new Tuning.Rule(Collective.ALL_GATHER, Algorithm.RING, 1, 9, 1000, Long.MAX_VALUE);
        ranks().run(3, config -> config.withTuning(config.tuning().withRule(rule)), world -> {
            int step = world.rank() == 1 ? 1000 : 10;
            int[] all = new int[2 * step + 2];
            int[] own = values(world.rank(), 0, 2);
            world.allGatherv(Span.of(own), Span.of(all), new int[] {2, 2, 2}, new int[] {0, step, 2 * step});
            for (int from = 0; from < 3; from++) {
                assertThat(Arrays.copyOfRange(all, from * step, from * step + 2))
                        .isEqualTo(values(from, 0, 2));
            }
        });
    }

    @Test
    void movesPartsOfBuffersOnTheHeap() {
        int length = 100;
        ranks().run(2, world -> {
            ByteBuffer whole = ByteBuffer.allocate(1000);
            ByteBuffer part = whole.position(48).slice();
            for (UnsafeBuffer buffer : List.of(new UnsafeBuffer(part), new UnsafeBuffer(part, 16, 800))) {
                Span span = Span.of(ElementType.INT, buffer, 8, length);
                int[] received = new int[length];
                Arrays.fill(whole.array(), (byte) 0);
                if (world.rank() == 0) {
                    world.send(Span.of(values(0, 1, length)), 1, 1);
                    world.receive(Span.of(received), 1, 2);
                    assertThat(received).isEqualTo(values(0, 1, length));
                } else {
                    world.receive(span, 0, 1);
                    for (int index = 0; index < length; index++) {
                        assertThat(buffer.getInt(8 + 4 * index)).isEqualTo(value(0, 1, index));
                    }
                    world.send(span, 0, 2);
                }
                world.send(span, world.rank(), 3);
                world.receive(Span.of(received), world.rank(), 3);
                for (int index = 0; index < length; index++) {
                    assertThat(received[index]).isEqualTo(buffer.getInt(8 + 4 * index));
                }
                world.send(Span.of(values(1, 1, length)), world.rank(), 4);
                world.receive(span, world.rank(), 4);
                for (int index = 0; index < length; index++) {
                    assertThat(buffer.getInt(8 + 4 * index)).isEqualTo(value(1, 1, index));
                }
            }
        });
    }

    @Test
    void movesNothingWhateverItsType() {
        for (boolean checking : new boolean[] {false, true}) {
            ranks().run(3, config -> config.withChecking(checking), world -> {
                int[] counts = {1, 0, 2};
                boolean gives = counts[world.rank()] > 0;
                int[] own = new int[counts[world.rank()]];
                java.util.Arrays.fill(own, world.rank() + 1);
                int[] all = new int[3];
                Span send = gives ? Span.of(own) : Span.NONE;
                world.allGatherv(send, Span.of(all), counts, new int[] {0, 1, 1});
                assertThat(all).containsExactly(1, 3, 3);
                world.gatherv(send, world.rank() == 1 ? Span.of(all) : Span.NONE, counts, new int[] {2, 0, 0}, 1);
                assertThat(all).containsExactly(world.rank() == 1 ? new int[] {3, 3, 1} : new int[] {1, 3, 3});
                world.scatterv(world.rank() == 1 ? Span.of(all) : Span.NONE, counts, new int[] {0, 0, 1}, send, 1);
                assertThat(own)
                        .containsExactly(
                                switch (world.rank()) {
                                    case 0 -> new int[] {3};
                                    case 1 -> new int[0];
                                    default -> new int[] {3, 1};
                                });
                world.broadcast(Span.NONE, 0);
                world.allGather(Span.NONE, Span.NONE);
            });
        }
    }
}
