// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.heat;

/** Some rows of a square plate, with one more above and below that belong to others. The plate's border keeps its heat. */
final class Strip {
    private static final double HOT = 100;

    private final int width;
    private final int first;
    private final int rows;
    private double[] now;
    private double[] next;

    /** A strip from a row on, at the beginning: all is cold but the plate's upper edge. */
    Strip(int width, int first, int rows) {
        this.width = width;
        this.first = first;
        this.rows = rows;
        now = new double[(rows + 2) * width];
        next = new double[(rows + 2) * width];
        for (int row = 0; row < rows + 2; row++) {
            if (first + row - 1 == 0) {
                for (int column = 0; column < width; column++) {
                    now[row * width + column] = HOT;
                    next[row * width + column] = HOT;
                }
            }
        }
    }

    /** Returns the heat now: the row above, the own rows, the row below. */
    double[] values() {
        return now;
    }

    /** Returns where the own rows begin among the values. */
    int begin() {
        return width;
    }

    /** Returns where the row below begins among the values. */
    int end() {
        return (rows + 1) * width;
    }

    /** Each place takes the mean of its neighbours; returns the greatest change. */
    double step() {
        double change = 0;
        for (int row = 1; row <= rows; row++) {
            int plateRow = first + row - 1;
            if (plateRow == 0 || plateRow == width - 1) {
                continue;
            }
            for (int at = row * width + 1; at < (row + 1) * width - 1; at++) {
                double value = 0.25 * (now[at - width] + now[at - 1] + now[at + 1] + now[at + width]);
                change = Math.max(change, Math.abs(value - now[at]));
                next[at] = value;
            }
        }
        double[] old = now;
        now = next;
        next = old;
        return change;
    }
}
