// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

/** Something under way. */
@FunctionalInterface
public interface Work {
    /**
     * Does what can be done now.
     *
     * @return true if it has ended, and is not to be called any more
     */
    boolean progress();

    /**
     * Looks whether something keeps it from going on, such as a rank that is not there.
     *
     * @return true if it has ended by that, and is not to be called any more
     */
    default boolean look() {
        return false;
    }

    /**
     * Ends, if it is of a communicator that this rank closes.
     *
     * @param communicator which
     */
    default void giveUp(Participant communicator) {}
}
