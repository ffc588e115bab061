// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import java.util.concurrent.atomic.AtomicReference;

/** Where a link is in its life: in use, to be let go, or let go. Settled between the agent and the domain's owner. */
final class LinkLife {
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.OPEN);
    private final Runnable signal;
    private volatile boolean died;

    // Written by the domain's owner.
    private boolean broken;
    private long emptyPolls;

    private enum Stage {
        OPEN,
        CLOSING,
        GONE
    }

    /** Begins the life of a link; the signal has the domain's owner look whether it shall let go. */
    LinkLife(Runnable signal) {
        this.signal = signal;
    }

    /** The peer is dead, or not to be trusted: the owner shall let go of the link, and nobody can keep it. */
    void die() {
        died = true;
        signal.run();
    }

    boolean hasDied() {
        return died;
    }

    /** The owner shall let go of the link, unless it is kept before. */
    void beginClose() {
        stage.compareAndSet(Stage.OPEN, Stage.CLOSING);
        signal.run();
    }

    /** Takes {@link #beginClose} back; false if it is too late, or the link has died. */
    boolean keep() {
        return !died && stage.compareAndSet(Stage.CLOSING, Stage.OPEN); // Pairs with #letGo.
    }

    /** Lets go of the link, if the owner shall; false if not, or if it was let go before. */
    boolean letGo() {
        return stage.compareAndSet(Stage.CLOSING, Stage.GONE) // Pairs with #keep.
                || (died && stage.getAndSet(Stage.GONE) != Stage.GONE);
    }

    boolean isGone() {
        return stage.get() == Stage.GONE;
    }

    // By the domain's owner.

    /** Nothing on the link can be trusted: the peer broke the protocol, or something went wrong amid a frame. */
    void breakLink() {
        if (!broken) {
            broken = true;
            die();
        }
    }

    boolean isBroken() {
        return broken;
    }

    /** A poll of the link has found no frame. */
    void foundNothing() {
        emptyPolls++;
    }

    /** Returns how often a poll found no frame. */
    long emptyPolls() {
        return emptyPolls;
    }
}
