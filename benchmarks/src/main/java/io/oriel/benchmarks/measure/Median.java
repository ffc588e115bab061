// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.Arrays;

/** The middle of several values. */
public final class Median {
    private Median() {}

    /**
     * Returns the median.
     *
     * @param values one at least; left as they are
     * @return the middle value, or the mean of the two in the middle
     * @throws IllegalArgumentException if there is no value
     */
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values must have one element at least, was empty");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
