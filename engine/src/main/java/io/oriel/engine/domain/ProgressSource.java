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

    /** The agent has changed something: look at it. */
    void onSignal();
}
