// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.heat;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import java.util.Arrays;

/**
 * Warms a square plate up from its upper edge. Each rank has a strip of rows; before each step it exchanges its outermost rows
 * with its neighbours. At the end rank 0 collects the plate and compares it with one that it has warmed up alone.
 */
public final class HeatPlate {
    private static final int WIDTH = 300;
    private static final int STEPS = 500;
    private static final int STEPS_PER_LOOK = 50;
    private static final int UPWARDS = 1;
    private static final int DOWNWARDS = 2;

    private final Communicator world;
    private final int width;
    private final int[] counts;
    private final int[] places;

    private HeatPlate(Communicator world, int width) {
        this.world = world;
        this.width = width;
        counts = new int[world.size()];
        places = new int[world.size()];
        for (int rank = 0; rank < world.size(); rank++) {
            places[rank] = firstRow(rank) * width;
            counts[rank] = (firstRow(rank + 1) - firstRow(rank)) * width;
        }
    }

    /**
     * Runs the example as one rank of those that were started together.
     *
     * @param arguments the width of the plate and the number of steps, or none
     */
    public static void main(String[] arguments) {
        int width = arguments.length > 0 ? Integer.parseInt(arguments[0]) : WIDTH;
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : STEPS;
        try (Communicator world = Communicator.open()) {
            new HeatPlate(world, width).run(steps);
        }
    }

    private int firstRow(int rank) {
        return (int) ((long) width * rank / world.size());
    }

    private void run(int steps) {
        Strip strip = new Strip(width, firstRow(world.rank()), counts[world.rank()] / width);
        double change = 0;
        world.barrier();
        long beginNs = System.nanoTime();
        for (int step = 1; step <= steps; step++) {
            exchangeEdges(strip);
            change = strip.step();
            if (step % STEPS_PER_LOOK == 0 && world.allReduce(change, Operator.MAX) == 0) {
                break;
            }
        }
        double[] plate = new double[world.rank() == 0 ? width * width : 0];
        world.gatherv(Span.of(strip.values(), strip.begin(), counts[world.rank()]), Span.of(plate), counts, places, 0);
        if (world.rank() == 0) {
            System.out.printf(
                    "plate of %d x %d, %d steps, %d ranks, %d ms%n",
                    width, width, steps, world.size(), (System.nanoTime() - beginNs) / 1_000_000);
            System.out.println(Arrays.equals(plate, alone(steps)) ? "the same as alone" : "NOT the same as alone");
        }
    }

    private void exchangeEdges(Strip strip) {
        double[] values = strip.values();
        int above = world.rank() - 1;
        int below = world.rank() + 1;
        if (strip.begin() == strip.end()) {
            throw new IllegalStateException("there must be at least one row for each of " + world.size() + " ranks");
        }
        Span first = Span.of(values, strip.begin(), width);
        Span last = Span.of(values, strip.end() - width, width);
        Span over = Span.of(values, 0, width);
        Span under = Span.of(values, strip.end(), width);
        if (above >= 0) {
            world.send(first, above, UPWARDS);
        }
        if (below < world.size()) {
            world.sendReceive(last, below, DOWNWARDS, under, below, UPWARDS);
        }
        if (above >= 0) {
            world.receive(over, above, DOWNWARDS);
        }
    }

    private double[] alone(int steps) {
        Strip plate = new Strip(width, 0, width);
        for (int step = 0; step < steps; step++) {
            plate.step();
        }
        return Arrays.copyOfRange(plate.values(), plate.begin(), plate.end());
    }
}
