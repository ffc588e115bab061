// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.Collective;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import io.oriel.collectives.ranks.Ranks;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Reduce, allReduce, the scans and reduceScatter. */
public abstract class ReductionConformanceTest extends ConformanceTest {
    /** Composes functions x -> a x + b of 32-bit words, which is associative and not commutative. */
    static final Operator COMPOSE = Operator.ofLongs(
            (left, right) -> {
                int a = (int) left;
                int b = (int) (left >>> 32);
                int c = (int) right;
                int d = (int) (right >>> 32);
                return Integer.toUnsignedLong(c * a) | (long) (c * b + d) << 32;
            },
            false);

    protected ReductionConformanceTest(Ranks ranks) {
        super(ranks);
    }

    private static double value(int rank, int index) {
        return 1.0 / (1 + rank + index * 7) + rank * 1e10;
    }

    private static double[] values(int rank, int length) {
        return IntStream.range(0, length)
                .mapToDouble(index -> value(rank, index))
                .toArray();
    }

    private static long function(int rank, int index) {
        return Integer.toUnsignedLong(3 + 2 * rank + index) | (long) (rank * 5 - index) << 32;
    }

    private static long[] functions(int rank, int length) {
        return IntStream.range(0, length)
                .mapToLong(index -> function(rank, index))
                .toArray();
    }

    /** Composes those of the ranks from 0 to one that is not among them. */
    private static long composed(int ranks, int index) {
        long result = function(0, index);
        for (int rank = 1; rank < ranks; rank++) {
            long right = function(rank, index);
            int a = (int) result;
            int b = (int) (result >>> 32);
            result = Integer.toUnsignedLong((int) right * a) | (long) ((int) right * b + (int) (right >>> 32)) << 32;
        }
        return result;
    }

    @Test
    void givesEveryRankTheSameBitsInTheOrderOfTheAlgorithm() {
        for (int size : ranks().sizes()) {
            ConcurrentMap<String, double[]> results = new ConcurrentHashMap<>();
            runByEach(size, Collective.ALL_REDUCE, (world, algorithm) -> {
                for (int length : lengths()) {
                    double[] sum = new double[length];
                    world.allReduce(Span.of(values(world.rank(), length)), Span.of(sum), Operator.SUM);
                    String what = algorithm + " of " + size + " ranks, " + length + " doubles";
                    assertThat(sum).as(what).isEqualTo(results.computeIfAbsent(what, unused -> sum));
                    if (world.rank() == 0) {
                        assertThat(sum)
                                .as(what)
                                .isEqualTo(
                                        SummationOrder.sum(algorithm, size, length, ReductionConformanceTest::value));
                    }
                }
            });
        }
    }

    @Test
    void combinesInTheOrderOfRanksWhateverTheAlgorithm() {
        runByEach(Collective.ALL_REDUCE, (world, algorithm) -> {
            for (int length : lengths()) {
                long[] all = new long[length];
                world.allReduce(Span.of(functions(world.rank(), length)), Span.of(all), COMPOSE);
                assertComposed(all, world.size());
            }
        });
    }

    private static void assertComposed(long[] all, int ranks) {
        for (int index = 0; index < all.length; index += Math.max(1, all.length / 100)) {
            assertThat(all[index]).as("index %d", index).isEqualTo(composed(ranks, index));
        }
    }

    @Test
    void combinesForEachRoot() {
        runByEach(Collective.REDUCE, (world, algorithm) -> {
            for (int root = 0; root < world.size(); root++) {
                for (int length : lengths()) {
                    reduce(world, root, length);
                }
            }
        });
    }

    private static void reduce(Communicator world, int root, int length) {
        long[] all = new long[length];
        boolean isRoot = world.rank() == root;
        world.reduce(Span.of(functions(world.rank(), length)), isRoot ? Span.of(all) : Span.NONE, COMPOSE, root);
        if (isRoot) {
            assertComposed(all, world.size());
        }
    }

    @Test
    void combinesThoseBelowWithTheOwn() {
        runByEach(Collective.SCAN, (world, algorithm) -> {
            for (int length : lengths()) {
                long[] result = new long[length];
                world.scan(Span.of(functions(world.rank(), length)), Span.of(result), COMPOSE);
                assertComposed(result, world.rank() + 1);
            }
        });
    }

    @Test
    void combinesThoseBelowWithoutTheOwn() {
        runByEach(Collective.EXCLUSIVE_SCAN, (world, algorithm) -> {
            for (int length : lengths()) {
                long[] result = new long[length];
                world.exclusiveScan(Span.of(functions(world.rank(), length)), Span.of(result), COMPOSE);
                if (world.rank() > 0) {
                    assertComposed(result, world.rank());
                } else {
                    assertThat(result).containsOnly(0);
                }
            }
        });
    }

    @Test
    void takesTheSameMemoryForBoth() {
        for (Collective collective :
                List.of(Collective.ALL_REDUCE, Collective.SCAN, Collective.EXCLUSIVE_SCAN, Collective.REDUCE)) {
            runByEach(5, collective, (world, algorithm) -> {
                for (int length : lengths()) {
                    long[] memory = functions(world.rank(), length);
                    Span both = Span.of(memory);
                    int combined = combineInPlace(world, collective, both);
                    if (combined > 0) {
                        assertComposed(memory, combined);
                    }
                }
            });
        }
    }

    /** Returns how many ranks' functions are there then; 0 if nothing is to be expected. */
    private static int combineInPlace(Communicator world, Collective collective, Span both) {
        switch (collective) {
            case ALL_REDUCE -> world.allReduce(both, both, COMPOSE);
            case SCAN -> world.scan(both, both, COMPOSE);
            case EXCLUSIVE_SCAN -> world.exclusiveScan(both, both, COMPOSE);
            default -> world.reduce(both, both, COMPOSE, 3);
        }
        return switch (collective) {
            case ALL_REDUCE -> world.size();
            case SCAN -> world.rank() + 1;
            case EXCLUSIVE_SCAN -> world.rank();
            default -> world.rank() == 3 ? world.size() : 0;
        };
    }

    @Test
    void givesEachItsPart() {
        runByEach(Collective.REDUCE_SCATTER, (world, algorithm) -> {
            int size = world.size();
            for (int length : lengths()) {
                long[] part = new long[length];
                int own = world.rank() * length;
                world.reduceScatter(Span.of(functions(world.rank(), length * size)), Span.of(part), COMPOSE);
                for (int index = 0; index < length; index += Math.max(1, length / 50)) {
                    assertThat(part[index]).isEqualTo(composed(size, own + index));
                }
            }
        });
    }

    @Test
    void givesEachItsPartOfDifferentLength() {
        runByEach(4, Collective.REDUCE_SCATTER, (world, algorithm) -> {
            int[] counts = {3, 0, 2000, 1};
            double[] part = new double[counts[world.rank()]];
            int own = new int[] {0, 3, 3, 2003}[world.rank()];
            double[] send = new double[2004];
            Arrays.setAll(send, index -> index + world.rank());
            world.reduceScatterv(Span.of(send), Span.of(part), counts, Operator.SUM);
            for (int index = 0; index < part.length; index++) {
                assertThat(part[index]).isEqualTo(4.0 * (own + index) + 6);
            }
        });
    }

    @Test
    void combinesEveryTypeWithEveryOperatorThatTakesIt() {
        ranks().run(3, world -> {
            for (int length : new int[] {2, 1030}) {
                TypedReductions.compare(world, length);
            }
        });
    }

    @Test
    void combinesItemsOfBytesWhole() {
        int itemLength = 24;
        Operator greatest = Operator.ofBytes(
                itemLength,
                (left, leftOffset, right, rightOffset) -> {
                    if (right.getLong(rightOffset) > left.getLong(leftOffset)) {
                        left.putBytes(leftOffset, right, rightOffset, itemLength);
                    }
                },
                true);
        runByEach(3, Collective.ALL_REDUCE, (world, algorithm) -> {
            int items = 1000;
            UnsafeBuffer own = new UnsafeBuffer(new byte[items * itemLength]);
            for (int item = 0; item < items; item++) {
                own.putLong(item * itemLength, (item * 31 + world.rank() * 17) % 50);
                own.putLong(item * itemLength + 8, item);
                own.putLong(item * itemLength + 16, world.rank());
            }
            UnsafeBuffer all = new UnsafeBuffer(new byte[items * itemLength]);
            world.allReduce(
                    Span.of(ElementType.BYTE, own, 0, own.capacity()),
                    Span.of(ElementType.BYTE, all, 0, all.capacity()),
                    greatest);
            for (int item = 0; item < items; item++) {
                int base = item * 31;
                long most = Math.max(base % 50, Math.max((base + 17) % 50, (base + 34) % 50));
                assertThat(all.getLong(item * itemLength)).isEqualTo(most);
                assertThat(all.getLong(item * itemLength + 8)).isEqualTo(item);
                int winner = (int) all.getLong(item * itemLength + 16);
                assertThat((base + 17 * winner) % 50).isEqualTo((int) most);
            }
        });
    }

    @Test
    void combinesOneNumber() {
        ranks().run(4, world -> {
            assertThat(world.allReduce(world.rank() + 0.5, Operator.SUM)).isEqualTo(8);
            assertThat(world.allReduce(world.rank() + 1L, Operator.PRODUCT)).isEqualTo(24);
            assertThat(world.allReduce((double) world.rank(), Operator.MAX)).isEqualTo(3);
        });
    }

    @Test
    void combinesNothing() {
        for (Collective collective :
                new Collective[] {Collective.REDUCE, Collective.ALL_REDUCE, Collective.SCAN, Collective.REDUCE_SCATTER
                }) {
            runByEach(3, collective, (world, algorithm) -> {
                switch (collective) {
                    case REDUCE -> world.reduce(Span.NONE, Span.NONE, Operator.BITWISE_OR, 1);
                    case SCAN -> world.scan(Span.NONE, Span.NONE, Operator.BITWISE_OR);
                    case REDUCE_SCATTER -> world.reduceScatter(Span.NONE, Span.NONE, Operator.BITWISE_OR);
                    default -> world.allReduce(Span.NONE, Span.NONE, Operator.BITWISE_OR);
                }
                assertThat(world.allReduce(1L, Operator.SUM)).isEqualTo(3);
            });
        }
    }
}
