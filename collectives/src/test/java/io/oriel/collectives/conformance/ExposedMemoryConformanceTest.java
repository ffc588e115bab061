// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.Collective;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import io.oriel.collectives.ranks.Ranks;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Operations on memory that the communicator has allocated, which others may read where it lies. */
public abstract class ExposedMemoryConformanceTest extends ConformanceTest {
    protected ExposedMemoryConformanceTest(Ranks ranks) {
        super(ranks);
    }

    /** Memory of longs with its span. */
    private record Memory(MemoryRegion region, Span span) {
        static Memory of(Communicator world, int length) {
            MemoryRegion region = world.allocateMemory(8L * length + 8);
            return new Memory(region, Span.of(ElementType.LONG, region, 8, length));
        }

        void fill(long first) {
            for (int index = 0; index < span.count(); index++) {
                region.buffer().putLong(8 + 8 * index, first + index);
            }
        }

        void assertEach(int from, int count, long first, long step) {
            for (int index = 0; index < count; index++) {
                assertThat(region.buffer().getLong(8 + 8 * (from + index)))
                        .as("index %d", from + index)
                        .isEqualTo(first + step * index);
            }
        }
    }

    private int length() {
        return ranks().many() / 2 + 3;
    }

    @Test
    void isReducedByEveryAlgorithm() {
        for (int size : ranks().sizes()) {
            runByEach(size, Collective.ALL_REDUCE, (world, algorithm) -> {
                Memory own = Memory.of(world, length());
                Memory all = Memory.of(world, length());
                long ranksSum = size * (size - 1L) / 2;
                for (int round = 0; round < 2; round++) {
                    own.fill(world.rank());
                    world.allReduce(own.span, all.span, Operator.SUM);
                    all.assertEach(0, length(), ranksSum, size);
                    own.assertEach(0, length(), world.rank(), 1);
                    world.allReduce(own.span, own.span, Operator.SUM);
                    own.assertEach(0, length(), ranksSum, size);
                }
            });
        }
    }

    @Test
    void isReducedForOneAndForParts() {
        for (Collective collective : new Collective[] {Collective.REDUCE, Collective.SCAN, Collective.EXCLUSIVE_SCAN}) {
            runByEach(3, collective, (world, algorithm) -> {
                Memory own = Memory.of(world, length());
                own.fill(world.rank());
                int rank = world.rank();
                switch (collective) {
                    case REDUCE -> world.reduce(own.span, own.span, Operator.SUM, 1);
                    case SCAN -> world.scan(own.span, own.span, Operator.SUM);
                    default -> world.exclusiveScan(own.span, own.span, Operator.SUM);
                }
                if (collective == Collective.SCAN) {
                    own.assertEach(0, length(), rank * (rank + 1) / 2, rank + 1);
                } else if (collective == Collective.EXCLUSIVE_SCAN && rank > 0) {
                    own.assertEach(0, length(), rank * (rank - 1) / 2, rank);
                } else if (collective == Collective.REDUCE && rank == 1) {
                    own.assertEach(0, length(), 3, 3);
                }
            });
        }
    }

    @Test
    void isBroadcastByEveryAlgorithmIntoMemoryOfAnyKind() {
        runByEach(Collective.BROADCAST, (world, algorithm) -> {
            Memory memory = Memory.of(world, length());
            long[] array = new long[length()];
            for (int root = 0; root < world.size(); root++) {
                boolean isArray = world.rank() != root && (world.rank() + root) % 2 == 1;
                memory.fill(world.rank() == root ? root * 7L : -1);
                world.broadcast(isArray ? Span.of(array) : memory.span, root);
                if (isArray) {
                    long[] expected = new long[length()];
                    int first = root * 7;
                    Arrays.setAll(expected, index -> first + index);
                    assertThat(array).isEqualTo(expected);
                } else {
                    memory.assertEach(0, length(), root * 7L, 1);
                }
            }
        });
    }

    @Test
    void isGatheredAndExchangedByEveryAlgorithm() {
        for (Collective collective : new Collective[] {Collective.ALL_GATHER, Collective.ALL_TO_ALL}) {
            runByEach(collective, (world, algorithm) -> {
                int size = world.size();
                Memory own = Memory.of(world, collective == Collective.ALL_GATHER ? length() : length() * size);
                Memory all = Memory.of(world, length() * size);
                own.fill(world.rank() * 1_000_000L);
                if (collective == Collective.ALL_GATHER) {
                    world.allGather(own.span, all.span);
                } else {
                    world.allToAll(own.span, all.span);
                }
                for (int from = 0; from < size; from++) {
                    long part = collective == Collective.ALL_GATHER ? 0 : (long) world.rank() * length();
                    all.assertEach(from * length(), length(), from * 1_000_000L + part, 1);
                }
            });
        }
    }

    @Test
    void isGivenBackAndAllocatedAgain() {
        ranks().run(2, world -> {
            for (int round = 0; round < 20; round++) {
                Memory memory = Memory.of(world, length());
                memory.fill(world.rank() == 0 ? round : -1);
                world.broadcast(memory.span, 0);
                memory.assertEach(0, length(), round, 1);
                world.freeMemory(memory.region);
            }
        });
    }
}
