// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

/**
 * The words of one link: the acknowledgement that this side publishes, and what the peer publishes.
 *
 * @param own       this adapter's words
 * @param ownIndex  of the link, in them
 * @param peer      the peer's words
 * @param peerIndex of the link, in them
 */
public record LinkWords(WordsFile own, int ownIndex, PeerWords peer, int peerIndex) {
    /**
     * Publishes this side's acknowledgement. By the domain's owner.
     *
     * @param word opaque
     */
    public void publishAcknowledgement(long word) {
        own.publishAcknowledgement(ownIndex, word);
    }

    /**
     * Reads the peer's acknowledgement. By the domain's owner.
     *
     * @return what it published last
     */
    public long acknowledgement() {
        return peer.acknowledgement(peerIndex);
    }

    /**
     * Reads the credit of one of the peer's endpoints. By the domain's owner.
     *
     * @param peerEndpointId checked
     * @return what the peer published last
     */
    public long credit(int peerEndpointId) {
        return peer.credit(peerEndpointId);
    }

    /** Gives the index back. By the agent, when the link is closed. */
    public void release() {
        own.releaseLink(ownIndex);
    }
}
