// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.sort;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Puts numbers of all ranks in order. Each rank sorts its own, and shows some samples; all choose the same splitters of them, and
 * each gives each other what is in that one's range. Then every rank has a range in order, and the ranges follow the ranks.
 */
public final class SampleSort {
    private static final int NUMBERS = 1_000_000;
    private static final int SAMPLES = 64;

    private final Communicator world;

    private SampleSort(Communicator world) {
        this.world = world;
    }

    /**
     * Runs the example as one rank of those that were started together.
     *
     * @param arguments how many numbers each rank has, or none
     */
    public static void main(String[] arguments) {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : NUMBERS;
        try (Communicator world = Communicator.open()) {
            new SampleSort(world).run(count);
        }
    }

    private void run(int count) {
        long[] own = new SplittableRandom(world.rank()).longs(count).toArray();
        long sum = LongStream.of(own).sum();
        world.barrier();
        long beginNs = System.nanoTime();
        long[] sorted = sort(own);
        world.barrier();
        long millis = (System.nanoTime() - beginNs) / 1_000_000;
        boolean isRight = isRight(sorted, count, sum);
        if (world.rank() == 0) {
            System.out.printf("%d numbers, %d ranks, %d ms%n", (long) count * world.size(), world.size(), millis);
            System.out.println(isRight ? "in order, none lost" : "NOT in order, or lost");
        }
    }

    private long[] sort(long[] own) {
        Arrays.sort(own);
        int[] counts = new int[world.size()];
        int[] places = places(own, splitters(own), counts);
        int[] comingCounts = new int[world.size()];
        world.allToAll(Span.of(counts), Span.of(comingCounts));
        int[] comingPlaces = new int[world.size()];
        for (int rank = 1; rank < world.size(); rank++) {
            comingPlaces[rank] = comingPlaces[rank - 1] + comingCounts[rank - 1];
        }
        long[] coming = new long[Arrays.stream(comingCounts).sum()];
        world.allToAllv(Span.of(own), counts, places, Span.of(coming), comingCounts, comingPlaces);
        Arrays.sort(coming);
        return coming;
    }

    /** Returns the first number of each rank's range but the lowest. */
    private long[] splitters(long[] own) {
        long[] samples = new long[SAMPLES];
        Arrays.setAll(samples, index -> own[(int) ((long) own.length * index / SAMPLES)]);
        long[] all = new long[SAMPLES * world.size()];
        world.allGather(Span.of(samples), Span.of(all));
        Arrays.sort(all);
        long[] splitters = new long[world.size() - 1];
        Arrays.setAll(splitters, index -> all[(index + 1) * SAMPLES]);
        return splitters;
    }

    /** Finds where the numbers of each rank begin, and how many there are. */
    private int[] places(long[] own, long[] splitters, int[] counts) {
        int[] places = new int[world.size()];
        for (int rank = 1; rank < places.length; rank++) {
            int found = Arrays.binarySearch(own, splitters[rank - 1]);
            places[rank] = Math.max(places[rank - 1], found < 0 ? -found - 1 : found);
            counts[rank - 1] = places[rank] - places[rank - 1];
        }
        counts[world.size() - 1] = own.length - places[world.size() - 1];
        return places;
    }

    /** Compares with the neighbours, and counts. */
    private boolean isRight(long[] sorted, int count, long sum) {
        boolean isOrdered = true;
        for (int index = 1; index < sorted.length; index++) {
            isOrdered &= sorted[index - 1] <= sorted[index];
        }
        long[] greatestBelow = {Long.MIN_VALUE};
        long[] greatest = {sorted.length == 0 ? Long.MIN_VALUE : sorted[sorted.length - 1]};
        world.exclusiveScan(Span.of(greatest), Span.of(greatestBelow), Operator.MAX);
        isOrdered &= sorted.length == 0 || greatestBelow[0] <= sorted[0];
        long[] totals = {sorted.length - count, LongStream.of(sorted).sum() - sum, isOrdered ? 0 : 1};
        world.allReduce(Span.of(totals), Span.of(totals), Operator.SUM);
        return Arrays.stream(totals).allMatch(total -> total == 0);
    }
}
