// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.config;

import java.time.Duration;

/** The checks that configuration records make, with messages that name the value, its range and its name. */
final class Ranges {
    private Ranges() {}

    static void require(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be in " + min + ".." + max + ", was " + value);
        }
    }

    static void require(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(name + " must be in " + min + ".." + max + ", was " + value);
        }
    }
}
