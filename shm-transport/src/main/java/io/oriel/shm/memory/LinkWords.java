// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.shm.directory.PeerDirectory;
import java.io.IOException;

/**
 * The words of one link: the acknowledgement that this side publishes, and what the peer publishes.
 *
 * @param own       this end's file of the link
 * @param peerLink  the other end's
 * @param peer      the words of the peer's adapter
 * @param directory of the peer's process
 */
public record LinkWords(LinkFile own, PeerLinkFile peerLink, PeerWords peer, PeerDirectory directory) {
    /**
     * Completes the words of a link. May block.
     *
     * @param own     this end's file
     * @param peer    taken over
     * @param directory of the peer's process
     * @param name    of the other end's file, as the peer gave it
     * @return the words
     * @throws IOException if the file is not what it must be; then the peer's words are unmapped
     */
    public static LinkWords open(LinkFile own, PeerWords peer, PeerDirectory directory, String name)
            throws IOException {
        try {
            return new LinkWords(own, PeerLinkFile.open(directory, name), peer, directory);
        } catch (Throwable e) {
            peer.unmap();
            throw e;
        }
    }

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
     * Shows how far this side has read the peer's log. By the domain's owner.
     *
     * @param word opaque
     */
    public void publishRead(long word) {
        own.publishRead(word);
    }

    /**
     * Reads how far the peer has read this side's log. By the domain's owner.
     *
     * @return what it showed last; 0 before
     */
    public long read() {
        return peerLink.read();
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

    /** Takes all words off their files: they are 0, and what is published nobody sees. By the domain's owner. */
    public void letGo() {
        own.letGo();
        peerLink.letGo();
        peer.letGo();
    }

    /** Unmaps the files, at which nobody here looks any more. May block; idempotent. */
    public void unmap() {
        own.unmap();
        peerLink.unmap();
        peer.unmap();
    }
}
