// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import io.oriel.collectives.Algorithm;

/** The order in which each algorithm of allReduce adds, as its page says, carried out by one. */
final class SummationOrder {
    private SummationOrder() {}

    /** What a rank has at an index. */
    @FunctionalInterface
    interface Values {
        double at(int rank, int index);
    }

    static double[] sum(Algorithm algorithm, int size, int length, Values values) {
        double[] sum = new double[length];
        for (int index = 0; index < length; index++) {
            sum[index] = switch (algorithm) {
                case FLAT, PAIRWISE, CHAIN -> inOrder(0, size, size, index, values);
                case TREE -> byTree(0, size, index, values);
                case RING -> inOrder(partOf(index, size, length) + 1, size, size, index, values);
                case DOUBLING, HALVING -> byHalves(size, index, values);
            };
        }
        return sum;
    }

    /** Adds so many ranks, one after the other, from one on. */
    private static double inOrder(int first, int count, int size, int index, Values values) {
        double sum = values.at(first % size, index);
        for (int i = 1; i < count; i++) {
            sum += values.at((first + i) % size, index);
        }
        return sum;
    }

    private static int partOf(int index, int size, int length) {
        int part = 0;
        while ((long) length * (part + 1) / size <= index) {
            part++;
        }
        return part;
    }

    private static double byTree(int rank, int size, int index, Values values) {
        double sum = values.at(rank, index);
        for (int distance = 1; (rank & distance) == 0 && rank + distance < size; distance <<= 1) {
            sum += byTree(rank + distance, size, index, values);
        }
        return sum;
    }

    private static double byHalves(int size, int index, Values values) {
        int partners = Integer.highestOneBit(size);
        double[] sums = new double[partners];
        int pairs = size - partners;
        for (int place = 0; place < partners; place++) {
            sums[place] = place < pairs
                    ? values.at(2 * place, index) + values.at(2 * place + 1, index)
                    : values.at(place + pairs, index);
        }
        for (int count = partners; count > 1; count /= 2) {
            for (int i = 0; i < count / 2; i++) {
                sums[i] = sums[2 * i] + sums[2 * i + 1];
            }
        }
        return sums[0];
    }
}
