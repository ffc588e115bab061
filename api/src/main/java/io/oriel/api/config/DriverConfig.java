// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/**
 * How the media driver is found and how large its logs are.
 *
 * @param mode       who runs it
 * @param termLength bytes of a log's term, a power of two from 64 KiB to 64 MiB; each direction of a link takes three
 * @param mtuLength  bytes of the largest frame, header included, a multiple of 32, at most an eighth of
 *     {@code termLength} and 65,504
 * @param links      how many links a driver that this process runs carries at least, 1 to 65,536: its counters take 19 KiB
 *     for each, and at least 5 MiB; {@code n} adapters that all talk to each other have {@code n * (n - 1) / 2}
 */
public record DriverConfig(DriverMode mode, int termLength, int mtuLength, int links) {
    private static final int MIN_TERM_LENGTH = 64 * 1024;
    private static final int MAX_TERM_LENGTH = 64 * 1024 * 1024;
    private static final int MIN_MTU_LENGTH = 1024;
    private static final int MAX_MTU_LENGTH = 65504;
    private static final int FRAME_ALIGNMENT = 32;
    private static final int MAX_LINKS = 65536;

    /**
     * Checks the numbers.
     *
     * @param mode       as above
     * @param termLength as above
     * @param mtuLength  as above
     * @param links      as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public DriverConfig {
        Ranges.requirePowerOfTwo("termLength", termLength, MIN_TERM_LENGTH, MAX_TERM_LENGTH);
        Ranges.require("mtuLength", mtuLength, MIN_MTU_LENGTH, Math.min(MAX_MTU_LENGTH, termLength / 8));
        Ranges.requireMultiple("mtuLength", mtuLength, FRAME_ALIGNMENT);
        Ranges.require("links", links, 1, MAX_LINKS);
    }

    /**
     * Returns the defaults: AUTO, terms of 256 KiB, frames of 32 KiB, 256 links.
     *
     * @return the configuration
     */
    public static DriverConfig defaults() {
        return new DriverConfig(DriverMode.AUTO, 256 * 1024, 32 * 1024, 256);
    }

    /**
     * Returns this configuration with another mode.
     *
     * @param value the new value
     * @return a changed copy
     */
    public DriverConfig withMode(DriverMode value) {
        return new DriverConfig(value, termLength, mtuLength, links);
    }

    /**
     * Returns this configuration with another term length; the frame length shrinks with it if it must.
     *
     * @param value the new value
     * @return a changed copy
     */
    public DriverConfig withTermLength(int value) {
        return new DriverConfig(mode, value, Math.min(mtuLength, value / 8), links);
    }

    /**
     * Returns this configuration with another frame length.
     *
     * @param value the new value
     * @return a changed copy
     */
    public DriverConfig withMtuLength(int value) {
        return new DriverConfig(mode, termLength, value, links);
    }

    /**
     * Returns this configuration with another number of links.
     *
     * @param value the new value
     * @return a changed copy
     */
    public DriverConfig withLinks(int value) {
        return new DriverConfig(mode, termLength, mtuLength, value);
    }
}
