// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

/**
 * How much is in flight, and how fast.
 *
 * @param endpoints     connections that take turns, at least 1
 * @param outstanding   requests in flight on each of them, at least 1
 * @param signalEvery   every n-th request asks for a completion, the others succeed in silence; 0 for none of them
 * @param ratePerSecond requests a second that begin at intended times; 0 for a closed loop
 * @param peers         processes on the other side; with more than one each has one endpoint
 */
public record Load(int endpoints, int outstanding, int signalEvery, long ratePerSecond, int peers) {
    /** One request at a time on one connection. */
    public static final Load ONE = new Load(1, 1, 1, 0);

    /**
     * Checks the counts.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public Load {
        requireAtLeast("endpoints", endpoints, 1);
        requireAtLeast("outstanding", outstanding, 1);
        requireAtLeast("signalEvery", signalEvery, 0);
        requireAtLeast("ratePerSecond", ratePerSecond, 0);
        requireAtLeast("peers", peers, 1);
    }

    /**
     * Describes the load of one peer.
     *
     * @param endpoints     connections that take turns, at least 1
     * @param outstanding   requests in flight on each of them, at least 1
     * @param signalEvery   every n-th request asks for a completion; 0 for none of them
     * @param ratePerSecond requests a second that begin at intended times; 0 for a closed loop
     */
    public Load(int endpoints, int outstanding, int signalEvery, long ratePerSecond) {
        this(endpoints, outstanding, signalEvery, ratePerSecond, 1);
    }

    /**
     * Says how many processes there are on the other side.
     *
     * @param count at least 1
     * @return the same otherwise
     */
    public Load withPeers(int count) {
        return new Load(endpoints, outstanding, signalEvery, ratePerSecond, count);
    }

    /**
     * Says how many connections there are.
     *
     * @param count at least 1
     * @return the same otherwise
     */
    public Load withEndpoints(int count) {
        return new Load(count, outstanding, signalEvery, ratePerSecond, peers);
    }

    /**
     * Says how fast requests begin.
     *
     * @param value requests a second; 0 for a closed loop
     * @return the same otherwise
     */
    public Load withRatePerSecond(long value) {
        return new Load(endpoints, outstanding, signalEvery, value, peers);
    }

    /**
     * Returns how many requests are in flight on all endpoints together.
     *
     * @return the product
     */
    public int totalOutstanding() {
        return Math.multiplyExact(endpoints, outstanding);
    }

    private static void requireAtLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " must be at least " + min + ", was " + value);
        }
    }
}
