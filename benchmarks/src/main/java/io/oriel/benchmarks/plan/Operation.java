// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.plan;

/** What a benchmark repeats. */
public enum Operation {
    /** A message into the peer's posted Receive. */
    SEND,
    /** Bytes into the peer's memory. */
    WRITE,
    /** Bytes out of the peer's memory. */
    READ,
    /** Of two ranks: each waits for the other. */
    BARRIER,
    /** Of two ranks: sums of doubles, for both. */
    ALL_REDUCE,
    /** Of two ranks: one gives to the other, in turns. */
    BROADCAST,
    /** Of two ranks: what each has, for both. */
    ALL_GATHER,
    /** Of two ranks: a part from each for each. */
    ALL_TO_ALL,
    /** Of two ranks: sums for one, given to both; what ALL_REDUCE must not be slower than. */
    REDUCE_BROADCAST,
    /** Of two ranks: halves from one, collected by both; what BROADCAST must not be slower than. */
    SCATTER_ALL_GATHER;

    /**
     * Tells whether ranks call it together.
     *
     * @return false for requests of one side
     */
    public boolean isCollective() {
        return compareTo(BARRIER) >= 0;
    }

    /**
     * Tells whether it consists of two others.
     *
     * @return true for those that are measured for comparison alone
     */
    public boolean isComposed() {
        return compareTo(REDUCE_BROADCAST) >= 0;
    }
}
