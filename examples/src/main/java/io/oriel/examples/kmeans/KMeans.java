// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.kmeans;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Finds the centres of groups of points. Rank 0 chooses some points to begin with; in each round every rank adds its own points up,
 * for the nearest centre of each, and the sums of all ranks make the next centres, which are the same everywhere.
 */
public final class KMeans {
    private static final int POINTS = 200_000;
    private static final int GROUPS = 8;
    private static final int ROUNDS = 100;
    private static final double SPREAD = 0.05;
    private static final double ENOUGH = 1e-9;
    /** Sums of both coordinates, and how many. */
    private static final int FIELDS = 3;

    private final Communicator world;
    private final double[] points;
    private final double[] centres = new double[2 * GROUPS];
    private final double[] sums = new double[FIELDS * GROUPS];
    private final Span allSums = Span.of(sums);

    private KMeans(Communicator world, int count) {
        this.world = world;
        int first = (int) ((long) count * world.rank() / world.size());
        int end = (int) ((long) count * (world.rank() + 1) / world.size());
        points = new double[2 * (end - first)];
        for (int index = first; index < end; index++) {
            place(index, 2 * (index - first));
        }
    }

    /**
     * Runs the example as one rank of those that were started together.
     *
     * @param arguments how many points all ranks have together, or none
     */
    public static void main(String[] arguments) {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : POINTS;
        try (Communicator world = Communicator.open()) {
            new KMeans(world, count).run(count);
        }
    }

    /** Points lie around places on a circle, the same ones whoever has them. */
    private void place(int index, int at) {
        SplittableRandom random = new SplittableRandom(index);
        double angle = 2 * Math.PI * (index % GROUPS) / GROUPS;
        points[at] = Math.cos(angle) + SPREAD * (random.nextDouble() - 0.5);
        points[at + 1] = Math.sin(angle) + SPREAD * (random.nextDouble() - 0.5);
    }

    private void run(int count) {
        if (world.rank() == 0) {
            System.arraycopy(points, 0, centres, 0, centres.length); // one of each group
        }
        world.barrier();
        long beginNs = System.nanoTime();
        world.broadcast(Span.of(centres), 0);
        int rounds = 0;
        double moved = Double.MAX_VALUE;
        while (moved > ENOUGH && rounds < ROUNDS) {
            moved = round();
            rounds++;
        }
        long millis = (System.nanoTime() - beginNs) / 1_000_000;
        long own = Arrays.hashCode(centres);
        boolean isSame = world.allReduce(own, Operator.MIN) == world.allReduce(own, Operator.MAX);
        if (world.rank() == 0) {
            System.out.printf(
                    "%d points in %d groups, %d rounds, %d ranks, %d ms%n",
                    count, GROUPS, rounds, world.size(), millis);
            System.out.println(isFound() && isSame ? "all groups found" : "NOT all groups found");
        }
    }

    private double round() {
        Arrays.fill(sums, 0);
        for (int at = 0; at < points.length; at += 2) {
            int group = nearest(points[at], points[at + 1]);
            sums[FIELDS * group] += points[at];
            sums[FIELDS * group + 1] += points[at + 1];
            sums[FIELDS * group + 2]++;
        }
        world.allReduce(allSums, allSums, Operator.SUM);
        double moved = 0;
        for (int group = 0; group < GROUPS; group++) {
            double members = Math.max(1, sums[FIELDS * group + 2]);
            for (int axis = 0; axis < 2; axis++) {
                double centre = sums[FIELDS * group + axis] / members;
                moved = Math.max(moved, Math.abs(centre - centres[2 * group + axis]));
                centres[2 * group + axis] = centre;
            }
        }
        return moved;
    }

    private int nearest(double x, double y) {
        int nearest = 0;
        double least = Double.MAX_VALUE;
        for (int group = 0; group < GROUPS; group++) {
            double dx = x - centres[2 * group];
            double dy = y - centres[2 * group + 1];
            double distance = dx * dx + dy * dy;
            if (distance < least) {
                least = distance;
                nearest = group;
            }
        }
        return nearest;
    }

    private boolean isFound() {
        boolean isFound = true;
        for (int group = 0; group < GROUPS; group++) {
            double angle = 2 * Math.PI * group / GROUPS;
            isFound &= Math.abs(centres[2 * group] - Math.cos(angle)) < SPREAD
                    && Math.abs(centres[2 * group + 1] - Math.sin(angle)) < SPREAD;
        }
        return isFound;
    }
}
