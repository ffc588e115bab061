// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

/** How the operations follow each other. */
public enum Pattern {
    /** One at a time: full round trips. */
    LATENCY,
    /** Many small ones in flight: operations a second. */
    RATE,
    /** Many large ones in flight: bytes a second. */
    BANDWIDTH,
    /** Several Sends in flight, each answered by a Send of the same size: round trips, and how many a second. */
    ECHO,
    /** One now and then, to a peer that has fallen asleep: from the post to the end of its wait. */
    WAKEUP,
    /** None at all: polls that find nothing. */
    POLL,
    /** Connections, made on a link that is there. */
    CONNECT,
    /** Connections, each the first of a link. */
    MEET;

    /**
     * Tells whether one operation is under way at a time.
     *
     * @return false where requests are in flight together
     */
    public boolean isOneByOne() {
        return this != RATE && this != BANDWIDTH && this != ECHO;
    }

    /**
     * Tells whether requests are in flight together and not answered by their like.
     *
     * @return true for these
     */
    public boolean isStream() {
        return this == RATE || this == BANDWIDTH;
    }

    /**
     * Tells whether it can be done by messages between two sides that are awake.
     *
     * @return false where one sleeps, and where there are no messages
     */
    public boolean isExchange() {
        return this == LATENCY || this == ECHO || isStream();
    }
}
