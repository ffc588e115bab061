// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

/**
 * What is repeated.
 *
 * @param operation the kind of request
 * @param pattern   how requests follow each other
 * @param sizeBytes payload of each, at least 1
 */
public record Shape(Operation operation, Pattern pattern, int sizeBytes) {
    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public Shape {
        if (sizeBytes < 1) {
            throw new IllegalArgumentException("sizeBytes must be at least 1, was " + sizeBytes);
        }
    }

    /** What a benchmark repeats. */
    public enum Operation {
        /** A message into the peer's posted Receive. */
        SEND,
        /** Bytes into the peer's memory. */
        WRITE,
        /** Bytes out of the peer's memory. */
        READ,
        /** Of ranks: each waits for all others. */
        BARRIER,
        /** Of ranks: sums of doubles, for all. */
        ALL_REDUCE,
        /** Of ranks: one gives to all, in turns. */
        BROADCAST,
        /** Of ranks: what each has, for all. */
        ALL_GATHER,
        /** Of ranks: a part from each for each. */
        ALL_TO_ALL,
        /** Of ranks: sums for one, given to all; what ALL_REDUCE must not be slower than. */
        REDUCE_BROADCAST,
        /** Of ranks: parts from one, collected by all; what BROADCAST must not be slower than. */
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
        /** Reads at random places of a large memory whose owner sleeps, each at a place that one before has named. */
        LOOKUP,
        /** Short Sends one at a time, each answered, while long ones are under way over another connection. */
        MIXED,
        /** Requests of a client of the service layer, one at a time, each answered by as many bytes: full round trips. */
        REQUEST,
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
            return this != RATE && this != BANDWIDTH && this != ECHO && this != LOOKUP;
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
         * Tells whether connections are made.
         *
         * @return false where something goes over them
         */
        public boolean isConnecting() {
            return this == CONNECT || this == MEET;
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
}
