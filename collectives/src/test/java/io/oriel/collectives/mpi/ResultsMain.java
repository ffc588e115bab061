// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.mpi;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Does what {@code results.c} does, and writes the same. */
final class ResultsMain {
    private static final Numbers NUMBERS = new Numbers();
    private static final List<ElementType> TYPES =
            List.of(ElementType.INT, ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE);

    private final Communicator world;
    private final int rank;
    private final int size;
    private final StringBuilder lines = new StringBuilder();

    private ResultsMain(Communicator world) {
        this.world = world;
        rank = world.rank();
        size = world.size();
    }

    public static void main(String[] arguments) throws IOException {
        try (Communicator world = Communicator.open()) {
            ResultsMain results = new ResultsMain(world);
            for (String argument : List.of(arguments).subList(1, arguments.length)) {
                TYPES.forEach(type -> results.all(type, Integer.parseInt(argument)));
            }
            Files.writeString(Path.of(arguments[0], Integer.toString(world.rank())), results.lines);
        }
    }

    private void all(ElementType type, int count) {
        movements(type, count);
        reductions(type, "SUM", Operator.SUM, count);
        reductions(type, "MIN", Operator.MIN, count);
        reductions(type, "MAX", Operator.MAX, count);
        if (type == ElementType.INT || type == ElementType.LONG) {
            reductions(type, "PRODUCT", Operator.PRODUCT, count);
            reductions(type, "BITWISE_AND", Operator.BITWISE_AND, count);
            reductions(type, "BITWISE_OR", Operator.BITWISE_OR, count);
            reductions(type, "BITWISE_XOR", Operator.BITWISE_XOR, count);
            reductions(type, "LOGICAL_AND", Operator.LOGICAL_AND, count);
            reductions(type, "LOGICAL_OR", Operator.LOGICAL_OR, count);
            reductions(type, "LOGICAL_XOR", Operator.LOGICAL_XOR, count);
        }
        if (type == ElementType.INT && count % 2 == 0) {
            reductions(type, "MIN_LOCATION", Operator.MIN_LOCATION, count);
            reductions(type, "MAX_LOCATION", Operator.MAX_LOCATION, count);
        }
    }

    private Object filled(ElementType type, int count) {
        return NUMBERS.filled(type, rank, count);
    }

    private void print(String operation, String operator, ElementType type, int count, Object memory, int got) {
        lines.append(String.format(
                "%s %s %s %d %016x%n", operation, operator, type, count, NUMBERS.hash(type, memory, got)));
    }

    private void reductions(ElementType type, String name, Operator operator, int count) {
        int root = count % size;
        Object send = filled(type, count * size);
        Object receive = filled(type, count);
        Span part = NUMBERS.span(type, send).moveTo(0, count);
        Span to = NUMBERS.span(type, receive);
        world.reduce(part, to, operator, root);
        print("REDUCE", name, type, count, receive, rank == root ? count : 0);
        world.allReduce(part, to, operator);
        print("ALL_REDUCE", name, type, count, receive, count);
        world.scan(part, to, operator);
        print("SCAN", name, type, count, receive, count);
        world.exclusiveScan(part, to, operator);
        print("EXCLUSIVE_SCAN", name, type, count, receive, rank > 0 ? count : 0);
        world.reduceScatter(NUMBERS.span(type, send), to, operator);
        print("REDUCE_SCATTER", name, type, count, receive, count);
    }

    private void movements(ElementType type, int count) {
        int root = count % size;
        int[] counts = new int[size];
        int[] places = new int[size];
        int[] same = new int[size];
        int[] samePlaces = new int[size];
        Arrays.setAll(counts, each -> count - Math.min(each, count));
        Arrays.setAll(places, each -> Arrays.stream(counts, 0, each).sum());
        Arrays.fill(same, counts[rank]);
        Arrays.setAll(samePlaces, each -> each * counts[rank]);
        int total = Arrays.stream(counts).sum();
        Object send = filled(type, count * size);
        Object receive = filled(type, count * size);
        Span all = NUMBERS.span(type, send);
        Span to = NUMBERS.span(type, receive);
        Object given = filled(type, count);
        world.broadcast(NUMBERS.span(type, given), root);
        print("BROADCAST", "-", type, count, given, count);
        Span own = NUMBERS.span(type, send).moveTo(0, count);
        world.gather(own, to, root);
        print("GATHER", "-", type, count, receive, rank == root ? count * size : 0);
        world.scatter(all, to.moveTo(0, count), root);
        print("SCATTER", "-", type, count, receive, count);
        to.moveTo(0, count * size);
        world.allGather(own, to);
        print("ALL_GATHER", "-", type, count, receive, count * size);
        world.allToAll(all, to);
        print("ALL_TO_ALL", "-", type, count, receive, count * size);
        own.moveTo(0, counts[rank]);
        world.gatherv(own, to, counts, places, root);
        print("GATHERV", "-", type, count, receive, rank == root ? total : 0);
        world.scatterv(all, counts, places, to.moveTo(0, counts[rank]), root);
        print("SCATTERV", "-", type, count, receive, counts[rank]);
        to.moveTo(0, count * size);
        world.allGatherv(own, to, counts, places);
        print("ALL_GATHERV", "-", type, count, receive, total);
        world.allToAllv(all, same, samePlaces, to, counts, places);
        print("ALL_TO_ALLV", "-", type, count, receive, total);
        world.reduceScatterv(all.moveTo(0, total), to.moveTo(0, counts[rank]), counts, Operator.SUM);
        print("REDUCE_SCATTERV", "SUM", type, count, receive, counts[rank]);
    }
}
