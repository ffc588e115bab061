// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.nio.file.Path;
import java.time.Duration;

/** The checks that configuration records make, with messages that name the value, its range and its name. */
final class Ranges {
    private static final int ASCII_END = 128;

    private Ranges() {}

    /** Refuses a directory of a media driver whose name Aeron would write with other characters. */
    static void requireAscii(String name, Path directory) {
        if (!directory.toString().chars().allMatch(each -> each < ASCII_END)) {
            throw new IllegalArgumentException(
                    name + " must have ASCII characters only, because Aeron writes paths as ASCII," + " was "
                            + directory + "; choose another");
        }
    }

    static int require(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be in " + min + ".." + max + ", was " + value);
        }
        return value;
    }

    static int requirePowerOfTwo(String name, int value, int min, int max) {
        if (value < min || value > max || Integer.bitCount(value) != 1) {
            throw new IllegalArgumentException(
                    name + " must be a power of two in " + min + ".." + max + ", was " + value);
        }
        return value;
    }

    static int requireMultiple(String name, int value, int factor) {
        if (value % factor != 0) {
            throw new IllegalArgumentException(name + " must be a multiple of " + factor + ", was " + value);
        }
        return value;
    }

    static Duration require(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(name + " must be in " + min + ".." + max + ", was " + value);
        }
        return value;
    }
}
