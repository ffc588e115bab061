// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

/** Whose requests a completion queue reports: an endpoint. By the domain's owner. */
public interface CompletionOwner {
    /**
     * Returns the context that every completion carries.
     *
     * @return the endpoint's context
     */
    long context();

    /** The completion of an initiator request was taken: its slot is free. */
    void initiatorReaped();

    /** The completion of a Receive was taken: its slot is free. */
    void receiveReaped();

    /** Closes the endpoint, because a queue of it closes. The caller holds the domain. */
    void closeHeld();
}
