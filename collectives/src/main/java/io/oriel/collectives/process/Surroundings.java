// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.process;

/** What a world takes from the process that it is in: time, and how to wait for it. */
public interface Surroundings {
    /**
     * Tells the time.
     *
     * @return nanoseconds since any beginning
     */
    long nanoTime();

    /**
     * Returns the first value of counters: 0, or a value just before they wrap, for tests.
     *
     * @return 0 to 2^62; a counter of fewer than 64 bits begins at the low bits
     */
    long counterStart();

    /**
     * Returns how a thread waits in a world.
     *
     * @param ranksHere how many ranks share the processors
     * @return the way
     */
    Patience patience(int ranksHere);

    /**
     * Does something again and again, whatever the application does.
     *
     * @param name     of what does it
     * @param periodNs nanoseconds in between
     * @param task     must not throw
     * @return ends it: once that returns, it is not done any more
     */
    Repetition repeat(String name, long periodNs, Runnable task);

    /** Something that is done again and again. */
    @FunctionalInterface
    interface Repetition extends AutoCloseable {
        @Override
        void close();
    }

    /** How a thread waits. */
    interface Patience {
        /**
         * Waits for a moment.
         *
         * @param turn how often it has waited before for the same, from 0
         */
        void pause(int turn);

        /**
         * Tells whether it is time to look for what may be wrong.
         *
         * @param turn as above
         * @return true now and then
         */
        boolean isTimeToLook(int turn);

        /**
         * Tells whether each rank that waits has a processor to itself, which has nothing else to do.
         *
         * @return false if there are more ranks than processors
         */
        boolean isAlone();
    }
}
