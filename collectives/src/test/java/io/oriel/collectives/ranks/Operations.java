// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.Collective;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import java.util.Arrays;
import java.util.List;

/** One of each operation, with its result looked at. */
public final class Operations {
    /** Those that no rank can end without all others, whatever the algorithm. */
    public static final List<Collective> NEEDING_ALL = List.of(
            Collective.BARRIER,
            Collective.ALL_REDUCE,
            Collective.ALL_GATHER,
            Collective.ALL_TO_ALL,
            Collective.REDUCE_SCATTER);

    private Operations() {}

    /** Carries out an operation of so many longs for each rank. */
    public static void run(Communicator world, Collective collective, int length, int root) {
        switch (collective) {
            case BARRIER -> world.barrier();
            case REDUCE, ALL_REDUCE, SCAN, EXCLUSIVE_SCAN, REDUCE_SCATTER -> combine(world, collective, length, root);
            case BROADCAST, GATHER, SCATTER, ALL_GATHER, ALL_TO_ALL -> move(world, collective, length, root);
        }
    }

    private static void combine(Communicator world, Collective collective, int length, int root) {
        int size = world.size();
        int rank = world.rank();
        Span own = Span.of(filled(length, rank));
        long[] all = new long[length];
        long result = switch (collective) {
            case REDUCE -> {
                world.reduce(own, Span.of(all), Operator.SUM, root);
                yield rank == root ? size * (size - 1L) / 2 : 0;
            }
            case SCAN -> {
                world.scan(own, Span.of(all), Operator.SUM);
                yield rank * (rank + 1L) / 2;
            }
            case EXCLUSIVE_SCAN -> {
                world.exclusiveScan(own, Span.of(all), Operator.SUM);
                yield rank * (rank - 1L) / 2;
            }
            case REDUCE_SCATTER -> {
                world.reduceScatter(Span.of(filled(size * length, rank)), Span.of(all), Operator.SUM);
                yield size * (size - 1L) / 2;
            }
            default -> {
                world.allReduce(own, Span.of(all), Operator.SUM);
                yield size * (size - 1L) / 2;
            }
        };
        assertThat(all).containsOnly(result);
    }

    private static void move(Communicator world, Collective collective, int length, int root) {
        int rank = world.rank();
        boolean isRoot = rank == root;
        long[] own = filled(length, rank);
        long[] parts = new long[world.size() * length];
        switch (collective) {
            case BROADCAST -> {
                long[] data = isRoot ? filled(length, 77) : own;
                world.broadcast(Span.of(data), root);
                assertThat(data).containsOnly(77);
            }
            case GATHER -> {
                world.gather(Span.of(own), isRoot ? Span.of(parts) : Span.NONE, root);
                assertParts(parts, isRoot ? length : parts.length);
            }
            case SCATTER -> {
                world.scatter(isRoot ? Span.of(parts(world.size(), length)) : Span.NONE, Span.of(own), root);
                assertThat(own).containsOnly(rank);
            }
            case ALL_GATHER -> {
                world.allGather(Span.of(own), Span.of(parts));
                assertParts(parts, length);
            }
            default -> {
                world.allToAll(Span.of(filled(parts.length, rank)), Span.of(parts));
                assertParts(parts, length);
            }
        }
    }

    private static long[] filled(int length, long value) {
        long[] values = new long[length];
        Arrays.fill(values, value);
        return values;
    }

    private static long[] parts(int size, int length) {
        long[] parts = new long[size * length];
        Arrays.setAll(parts, index -> index / length);
        return parts;
    }

    /** Each part holds its index; one of the whole length, zeros. */
    private static void assertParts(long[] parts, int length) {
        for (int index = 0; index < parts.length; index++) {
            assertThat(parts[index]).isEqualTo(index / length);
        }
    }
}
