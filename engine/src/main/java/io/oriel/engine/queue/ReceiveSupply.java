// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.queue;

import org.jspecify.annotations.Nullable;

/** A shared queue, as the Receives of one endpoint come from it and go back to it. By the domain's owner. */
public interface ReceiveSupply {
    /**
     * A message has come: gives the endpoint's queue the oldest Receive.
     *
     * @return false if the peer was not granted one
     */
    boolean provide();

    /**
     * A whole message has come: promises the oldest Receive to it, which {@link #taken} takes.
     *
     * @return its memory; null if the peer was not granted one
     */
    @Nullable
    SgeList oldest();

    /**
     * Takes the oldest Receive, for which {@link #oldest} has said that it is granted.
     *
     * @return its context
     */
    long takeOldest();

    /** A message has taken the Receive that was provided. */
    void taken();

    /** The completion of a Receive was reaped: its slot is free. */
    void reaped();

    /**
     * Takes a Receive back that a message had begun to take when the connection ended.
     *
     * @param context of the Receive
     * @param list    its memory; copied
     */
    void putBack(long context, SgeList list);
}
