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
            Collective.BARRIER, Collective.ALL_REDUCE, Collective.ALL_GATHER, Collective.ALL_TO_ALL,
            Collective.REDUCE_SCATTER);

    private Operations() {}

    /** Carries out an operation of so many longs for each rank. */
    public static void run(Communicator world, Collective collective, int length, int root) {
        int size = world.size();
        int rank = world.rank();
        long sum = size * (size - 1) / 2;
        long[] own = filled(length, rank);
        long[] all = new long[length];
        switch (collective) {
            case BARRIER -> world.barrier();
            case BROADCAST -> {
                long[] data = rank == root ? filled(length, 77) : all;
                world.broadcast(Span.of(data), root);
                assertThat(data).containsOnly(77);
            }
            case REDUCE -> {
                world.reduce(Span.of(own), Span.of(all), Operator.SUM, root);
                if (rank == root) {
                    assertThat(all).containsOnly(sum);
                }
            }
            case ALL_REDUCE -> {
                world.allReduce(Span.of(own), Span.of(all), Operator.SUM);
                assertThat(all).containsOnly(sum);
            }
            case SCAN -> {
                world.scan(Span.of(own), Span.of(all), Operator.SUM);
                assertThat(all).containsOnly(rank * (rank + 1L) / 2);
            }
            case EXCLUSIVE_SCAN -> {
                world.exclusiveScan(Span.of(own), Span.of(all), Operator.SUM);
                assertThat(all).containsOnly(rank * (rank - 1L) / 2);
            }
            case GATHER -> {
                long[] parts = new long[size * length];
                world.gather(Span.of(own), rank == root ? Span.of(parts) : Span.of(all), root);
                if (rank == root) {
                    assertParts(parts, length);
                }
            }
            case SCATTER -> {
                world.scatter(rank == root ? Span.of(parts(size, length)) : Span.of(all), Span.of(own), root);
                assertThat(own).containsOnly(rank);
            }
            case ALL_GATHER -> {
                long[] parts = new long[size * length];
                world.allGather(Span.of(own), Span.of(parts));
                assertParts(parts, length);
            }
            case ALL_TO_ALL -> {
                long[] parts = new long[size * length];
                world.allToAll(Span.of(filled(size * length, rank)), Span.of(parts));
                assertParts(parts, length);
            }
            case REDUCE_SCATTER -> {
                world.reduceScatter(Span.of(filled(size * length, rank)), Span.of(all), Operator.SUM);
                assertThat(all).containsOnly(sum);
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

    private static void assertParts(long[] parts, int length) {
        for (int index = 0; index < parts.length; index++) {
            assertThat(parts[index]).isEqualTo(index / length);
        }
    }
}
