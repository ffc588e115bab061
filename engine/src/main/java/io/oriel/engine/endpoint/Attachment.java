// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Connector;
import io.oriel.engine.direct.WindowSlots;
import io.oriel.engine.protocol.CreditWord;
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
public record Attachment(
        LinkEnd link,
        int peerId,
        int peerGeneration,
        Connector.ReadLimits limits,
        long peerRing,
        boolean peerSharesReceives,
        Runnable onEnded) {
    /** Returns the peer's endpoint as both ends of the link know it. */
    long peerUser() {
        return WindowSlots.user(peerId, peerGeneration);
    }

    /** Tells whether something of the peer's Receives can be mapped. */
    boolean showsReceives() {
        return peerRing != RegionMemory.UNMAPPED;
    }

    /** Wakes a peer that may sleep for want of Receives; if that fails it might sleep for ever. By the domain's owner. */
    void announceReceives() {
        try {
            link.link().announce();
        } catch (Throwable e) {
            link.breakLink();
            throw e;
        }
    }

    /** Returns how many Receives the peer's endpoint has posted, as far as the medium shows it. */
    long peersCredit() {
        return CreditWord.posted(link.link().credit(peerId), peerGeneration);
    }
}
