// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * An endpoint as the frames of its link name it: all that stays of a closed one, for as long as frames for it may still
 * come.
 */
final class Addressee {
    // Written by the agent.
    private volatile @Nullable LinkLife link;
    private volatile boolean over;

    // Written by the domain's owner.
    private @Nullable Initiator initiator;
    private long peerWord;
    private boolean refused;
    private long emptyPollsWhenOver = -1;

    /** The endpoint's requests hear of acknowledgements from now on. */
    void open(Initiator requests) {
        initiator = requests;
    }

    /** The endpoint gets its peer. On the agent. */
    void attach(LinkEnd to) {
        over = false;
        link = to.life();
    }

    /** The peer knows of the end: it has sent its last frame. On the agent. */
    void connectionOver() {
        over = true; // Pairs with #isOver: the frames are in the log.
    }

    /** The peer has acknowledged the oldest Send or Write. */
    void acknowledged() {
        Initiator requests = initiator;
        if (requests != null) {
            requests.acknowledged();
        }
    }

    /**
     * The endpoint is closed.
     *
     * @param peer   addresses a frame to the peer's endpoint
     * @param failed the peer was told of a failure, or is going to be
     */
    void close(long peer, boolean failed) {
        initiator = null;
        peerWord = peer;
        refused = failed;
    }

    /** Returns what addresses a frame to the peer's endpoint, when it is closed. */
    long peerWord() {
        return peerWord;
    }

    /** Tells whether the peer has still to be told that a frame came after the end: the first time, once closed. */
    boolean refuses() {
        boolean first = !refused;
        refused = true;
        return first;
    }

    /** Tells whether a link carries its frames. */
    boolean isOn(LinkLife life) {
        return link == life;
    }

    /** Tells whether no frame for it can come any more. */
    boolean isOver() {
        LinkLife life = link;
        if (life == null || life.isGone()) {
            return true;
        }
        if (!over) { // Pairs with #connectionOver.
            return false;
        }
        if (emptyPollsWhenOver < 0) {
            emptyPollsWhenOver = life.emptyPolls();
        }
        return life.emptyPolls() > emptyPollsWhenOver;
    }
}
