// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.choice;

import static io.oriel.collectives.Algorithm.CHAIN;
import static io.oriel.collectives.Algorithm.DOUBLING;
import static io.oriel.collectives.Algorithm.FLAT;
import static io.oriel.collectives.Algorithm.PAIRWISE;
import static io.oriel.collectives.Algorithm.RING;
import static io.oriel.collectives.Algorithm.TREE;
import static io.oriel.collectives.Collective.ALL_GATHER;
import static io.oriel.collectives.Collective.ALL_REDUCE;
import static io.oriel.collectives.Collective.ALL_TO_ALL;
import static io.oriel.collectives.Collective.BARRIER;
import static io.oriel.collectives.Collective.BROADCAST;
import static io.oriel.collectives.Collective.EXCLUSIVE_SCAN;
import static io.oriel.collectives.Collective.GATHER;
import static io.oriel.collectives.Collective.REDUCE;
import static io.oriel.collectives.Collective.REDUCE_SCATTER;
import static io.oriel.collectives.Collective.SCAN;
import static io.oriel.collectives.Collective.SCATTER;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.lane.LaneLayout;
import java.util.List;

/** Which algorithm is taken if nothing else is asked for. */
final class Defaults {
    private static final int FEW = 8;
    private static final int ANY_RANKS = Integer.MAX_VALUE;
    private static final long MESSAGE = LaneLayout.MAX_PAYLOAD;
    private static final long ANY_BYTES = Long.MAX_VALUE;

    private static final String ONE_HOP = "because few ranks need one hop only";
    private static final String FEW_HOPS = "because it needs few hops";
    private static final String ALONE = "because only one rank gives or gets";
    private static final String FEW_FRAMES = "because each rank sends few frames";
    private static final String PIPELINE = "because all ranks move long data at the same time";
    private static final String SHARED_WORK = "because each rank combines a part";

    /** Where each reaches the memory of all. */
    private static final List<Row> DIRECT = List.of(
            new Row(BARRIER, FEW, ANY_BYTES, FLAT, ONE_HOP),
            new Row(BARRIER, ANY_RANKS, ANY_BYTES, DOUBLING, FEW_HOPS),
            new Row(BROADCAST, FEW, MESSAGE, FLAT, ONE_HOP),
            new Row(BROADCAST, ANY_RANKS, MESSAGE, TREE, FEW_HOPS),
            new Row(BROADCAST, ANY_RANKS, ANY_BYTES, CHAIN, PIPELINE),
            new Row(REDUCE, FEW, MESSAGE, FLAT, ONE_HOP),
            new Row(REDUCE, ANY_RANKS, MESSAGE, TREE, FEW_HOPS),
            new Row(REDUCE, ANY_RANKS, ANY_BYTES, CHAIN, PIPELINE),
            new Row(ALL_REDUCE, FEW, MESSAGE, FLAT, ONE_HOP),
            new Row(ALL_REDUCE, ANY_RANKS, MESSAGE, TREE, FEW_HOPS),
            new Row(ALL_REDUCE, ANY_RANKS, ANY_BYTES, PAIRWISE, SHARED_WORK),
            new Row(SCAN, FEW, MESSAGE, FLAT, ONE_HOP),
            new Row(SCAN, ANY_RANKS, ANY_BYTES, CHAIN, PIPELINE),
            new Row(EXCLUSIVE_SCAN, FEW, MESSAGE, FLAT, ONE_HOP),
            new Row(EXCLUSIVE_SCAN, ANY_RANKS, ANY_BYTES, CHAIN, PIPELINE),
            new Row(ALL_GATHER, FEW, ANY_BYTES, FLAT, ONE_HOP),
            new Row(ALL_GATHER, ANY_RANKS, ANY_BYTES, RING, PIPELINE),
            new Row(ALL_TO_ALL, FEW, ANY_BYTES, FLAT, ONE_HOP),
            new Row(ALL_TO_ALL, ANY_RANKS, ANY_BYTES, PAIRWISE, PIPELINE));

    /** Where some are reached by frames. */
    private static final List<Row> FRAMED = List.of(
            new Row(BARRIER, 2, ANY_BYTES, FLAT, ONE_HOP),
            new Row(BARRIER, ANY_RANKS, ANY_BYTES, DOUBLING, FEW_FRAMES),
            new Row(BROADCAST, ANY_RANKS, MESSAGE, TREE, FEW_HOPS),
            new Row(BROADCAST, ANY_RANKS, ANY_BYTES, CHAIN, PIPELINE),
            new Row(REDUCE, ANY_RANKS, MESSAGE, TREE, FEW_HOPS),
            new Row(REDUCE, ANY_RANKS, ANY_BYTES, CHAIN, PIPELINE),
            new Row(ALL_REDUCE, 2, MESSAGE, FLAT, ONE_HOP),
            new Row(ALL_REDUCE, ANY_RANKS, MESSAGE, DOUBLING, FEW_FRAMES),
            new Row(ALL_REDUCE, ANY_RANKS, ANY_BYTES, RING, PIPELINE),
            new Row(SCAN, ANY_RANKS, ANY_BYTES, CHAIN, FEW_FRAMES),
            new Row(EXCLUSIVE_SCAN, ANY_RANKS, ANY_BYTES, CHAIN, FEW_FRAMES),
            new Row(ALL_GATHER, ANY_RANKS, MESSAGE, DOUBLING, FEW_FRAMES),
            new Row(ALL_GATHER, ANY_RANKS, ANY_BYTES, RING, PIPELINE),
            new Row(ALL_TO_ALL, ANY_RANKS, ANY_BYTES, PAIRWISE, FEW_FRAMES));

    private static final List<Row> ALWAYS = List.of(
            new Row(GATHER, ANY_RANKS, ANY_BYTES, FLAT, ALONE),
            new Row(SCATTER, ANY_RANKS, ANY_BYTES, FLAT, ALONE),
            new Row(REDUCE_SCATTER, ANY_RANKS, ANY_BYTES, PAIRWISE, SHARED_WORK));

    /** One choice: for an operation of so many ranks and bytes at most. The first that fits is taken. */
    private record Row(Collective collective, int maxRanks, long maxBytes, Algorithm algorithm, String reason) {
        boolean isFor(Collective of, int ranks, long bytes) {
            return of == collective && ranks <= maxRanks && bytes <= maxBytes;
        }
    }

    private Defaults() {}

    /** Returns up to which numbers of bytes the choice is the same. */
    static long[] ends() {
        return new long[] {MESSAGE, ANY_BYTES};
    }

    /** Returns the choice for up to a number of bytes. */
    static Choice.Step step(Collective collective, int ranks, boolean isDirect, long bytes) {
        for (List<Row> rows : List.of(ALWAYS, isDirect ? DIRECT : FRAMED)) {
            for (Row row : rows) {
                if (row.isFor(collective, ranks, bytes)) {
                    return Choice.step(collective, ranks, bytes, row.algorithm, row.reason);
                }
            }
        }
        throw new IllegalStateException("no algorithm for " + collective);
    }
}
