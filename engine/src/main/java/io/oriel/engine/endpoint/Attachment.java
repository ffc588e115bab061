// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Connector;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.transport.RegionMemory;

/**
 * What connects an endpoint to its peer; settled by the agent before the connection is made.
 *
 * @param link              that carries the frames
 * @param peerId            the peer's id
 * @param peerGeneration    of that id
 * @param limits            the peer's Reads in progress here at most, and ours there
 * @param peerRing          by which its Receives, or its grants of shared ones, are mapped; 0 if it shows none
 * @param peerSharesReceives the peer grants Receives on demand
 * @param onEnded           run on the agent when the domain has ended the connection
 */
record Attachment(
        LinkEnd link,
        int peerId,
        int peerGeneration,
        Connector.ReadLimits limits,
        long peerRing,
        boolean peerSharesReceives,
        Runnable onEnded) {
    /** Returns the peer's endpoint as both ends of the link know it. */
    long peerUser() {
        return DirectLayout.user(peerId, peerGeneration);
    }

    /** Tells whether something of the peer's Receives can be mapped. */
    boolean showsReceives() {
        return peerRing != RegionMemory.UNMAPPED;
    }
}
