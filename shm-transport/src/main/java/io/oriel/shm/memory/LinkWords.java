// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

/**
 * The words of one link: the acknowledgement that this side publishes, and what the peer publishes.
 *
 * @param own       this end's file of the link
 * @param peerLink  the other end's
 * @param peer      the words of the peer's adapter
 */
public record LinkWords(LinkFile own, PeerLinkFile peerLink, PeerWords peer) {
    /**
     * Publishes this side's acknowledgement. By the domain's owner.
     *
     * @param word opaque
     */
    public void publishAcknowledgement(long word) {
        own.publishAcknowledgement(word);
    }

    /**
     * Reads the peer's acknowledgement. By the domain's owner.
     *
     * @return what it published last
     */
    public long acknowledgement() {
        return peerLink.acknowledgement();
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

    /**
     * Reads whether the peer's adapter sleeps. By the domain's owner.
     *
     * @return 0 if it is awake; else a number that differs each time it falls asleep
     */
    public long peerArmed() {
        return peer.armed();
    }
}
