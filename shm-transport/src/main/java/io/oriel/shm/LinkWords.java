// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.shm.memory.PeerWords;
import io.oriel.shm.memory.WordsFile;

/**
 * The words of one link: the acknowledgement that this side publishes, and what the peer publishes.
 *
 * @param own       this adapter's words
 * @param ownIndex  of the link, in them
 * @param peer      the peer's words
 * @param peerIndex of the link, in them
 */
record LinkWords(WordsFile own, int ownIndex, PeerWords peer, int peerIndex) {
    void publishAcknowledgement(long word) {
        own.publishAcknowledgement(ownIndex, word);
    }

    long acknowledgement() {
        return peer.acknowledgement(peerIndex);
    }

    long credit(int peerEndpointId) {
        return peer.credit(peerEndpointId);
    }

    /** Gives the index back. By the agent, when the link is closed. */
    void release() {
        own.releaseLink(ownIndex);
    }
}
