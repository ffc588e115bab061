// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

/** Something in a domain that needs to be progressed. Called by the domain's owner. */
public interface ProgressSource {
    /**
     * Does what can be done now, without waiting.
     *
     * @return how much was done; 0 for nothing
     */
    int progress();

    /**
     * Does what can be done now, and looks even where {@link #progress} looks only now and then: the owner is about to
     * sleep.
     *
     * @return how much was done; 0 for nothing
     */
    default int progressFully() {
        return progress();
    }

    /**
     * Tells for how long nothing can be left to do unless a peer or the agent wakes the owner.
     *
     * @return nanoseconds; {@link Long#MAX_VALUE} for ever
     */
    default long idleNs() {
        return Long.MAX_VALUE;
    }

    /** The agent has changed something: look at it. */
    void onSignal();

    /** The domain is closed: this was the last call. */
    default void close() {
        // Nothing is left to be done.
    }
}
