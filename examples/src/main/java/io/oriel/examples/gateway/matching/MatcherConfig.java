// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

/**
 * How much a matching engine has room for. All lives of one journal have the same.
 *
 * @param members       numbers of members, from 0; 1 to 4096
 * @param instruments   numbers of instruments, from 0; 1 to 4096
 * @param window        how many ids of a member are known, a power of two in 16..65536: what is that much older is forgotten
 * @param reports       how many Fills of a member are kept for it, a power of two in 16..65536
 * @param restingOrders of all members, 1 to 16777216
 */
public record MatcherConfig(int members, int instruments, int window, int reports, int restingOrders) {
    private static final int MOST = 4096;
    private static final int LEAST_WINDOW = 16;
    private static final int MOST_WINDOW = 65_536;
    private static final int MOST_ORDERS = 1 << 24;

    /**
     * Checks the values.
     *
     * @param members       as above
     * @param instruments   as above
     * @param window        as above
     * @param reports       as above
     * @param restingOrders as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public MatcherConfig {
        require("members", members, 1, MOST);
        require("instruments", instruments, 1, MOST);
        requirePowerOfTwo("window", window);
        requirePowerOfTwo("reports", reports);
        require("restingOrders", restingOrders, 1, MOST_ORDERS);
    }

    /**
     * Returns the defaults: 64 members, 4 instruments, windows of 4096, room for 65536 orders.
     *
     * @return the configuration
     */
    public static MatcherConfig defaults() {
        return new MatcherConfig(64, 4, 4096, 4096, 65_536);
    }

    private static void requirePowerOfTwo(String name, int value) {
        require(name, value, LEAST_WINDOW, MOST_WINDOW);
        if (Integer.bitCount(value) != 1) {
            throw new IllegalArgumentException(name + " must be a power of two, was " + value);
        }
    }

    private static void require(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be in " + min + ".." + max + ", was " + value);
        }
    }
}
