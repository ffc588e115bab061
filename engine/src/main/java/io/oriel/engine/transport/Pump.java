// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

/** The moving parts of a medium that has no thread of its own. Turned by the domain's owner; must not throw. */
public interface Pump {
    /**
     * Moves what can be moved now, without waiting: what was committed goes out, what has come can be polled.
     *
     * @return how much was done; 0 for nothing
     */
    int turn();

    /** Sends what was committed since the turn: the last of each progress, of which the turn was the first. */
    default void flush() {
        // A pump that has sent all in its turn has nothing left.
    }

    /**
     * Tells for how long nothing can be left to move unless the {@link Alarm} wakes the owner.
     *
     * @return nanoseconds
     */
    long idleNs();
}
