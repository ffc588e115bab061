// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import java.util.Map;
import java.util.Objects;

/** How colours look to eyes that lack one kind of cones, after Machado, Oliveira and Fernandes (2009). */
final class ColourBlindness {
    private static final Map<String, double[][]> KINDS = Map.of(
            "protanopia",
            new double[][] {
                {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}
            },
            "deuteranopia",
            new double[][] {
                {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
            },
            "tritanopia",
            new double[][] {
                {1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}
            });
    private static final double[][] CONES = {
        {0.4122214708, 0.5363325363, 0.0514459929},
        {0.2119034982, 0.6806995451, 0.1073969566},
        {0.0883024619, 0.2817188376, 0.6299787005}
    };
    private static final double[][] OKLAB = {
        {0.2104542553, 0.7936177850, -0.0040720468},
        {1.9779984951, -2.4285922050, 0.4505937099},
        {0.0259040371, 0.7827717662, -0.8086757660}
    };

    private ColourBlindness() {}

    /** Returns the place in Oklab where such eyes see a colour like #1a2b3c. */
    static double[] seen(String blindness, String hex) {
        double[] light = new double[3];
        for (int i = 0; i < light.length; i++) {
            double value = Integer.parseInt(hex.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            light[i] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        }
        double[] visible = times(Objects.requireNonNull(KINDS.get(blindness)), light);
        for (int i = 0; i < visible.length; i++) {
            visible[i] = Math.min(1, Math.max(0, visible[i]));
        }
        double[] cones = times(CONES, visible);
        for (int i = 0; i < cones.length; i++) {
            cones[i] = Math.cbrt(cones[i]);
        }
        return times(OKLAB, cones);
    }

    /** Returns how different two places look; a hundredth is about the least that can be seen. */
    static double distance(double[] one, double[] other) {
        return Math.hypot(Math.hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
    }

    private static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < vector.length; j++) {
                product[i] += matrix[i][j] * vector[j];
            }
        }
        return product;
    }
}
