// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.queue;

/** A shared queue, as the Receives of one endpoint come from it and go back to it. By the domain's owner. */
public interface ReceiveSupply {
    /**
     * A message has come: gives the endpoint's queue the oldest Receive.
     *
     * @return false if the peer was not granted one
     */
    boolean provide();

    /** A message has taken the oldest Receive. */
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
