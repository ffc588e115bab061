// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.oriel.engine.protocol.FrameWord;
import org.agrona.concurrent.NanoClock;

/**
 * Whether this end waits for the peer, to acknowledge the last frame or to show credit, and when to ask it. A frame that is
 * lost shows by the one that follows; after the last one none does, and Aeron's own sign comes late. By the domain's owner.
 */
final class Answers {
    /** Longer than a peer that polls takes, also on a busy host. */
    static final long PATIENCE_NS = 3_000_000;

    /** A peer that answers none of these does not poll, or is dead, which others find out. */
    static final int MAX_QUESTIONS = 5;

    private static final long ACKNOWLEDGEMENT_MASK = (1L << FrameWord.ACKNOWLEDGEMENT_BITS) - 1;

    private final NanoClock clock;
    private long sent;
    private boolean isAwaited;
    private boolean isTimed;
    private int questions;
    private long dueNs;

    /**
     * Creates one for a new link.
     *
     * @param clock that may stand still while nobody polls
     */
    Answers(NanoClock clock) {
        this.clock = clock;
    }

    /** A frame of the engine goes. */
    void sent() {
        sent++;
        isAwaited = true;
        isTimed = false;
        questions = 0;
    }

    /** The peer has acknowledged so many frames, or as many in the low bits of a frame's word. */
    void acknowledged(long count) {
        if (((count ^ sent) & ACKNOWLEDGEMENT_MASK) == 0) {
            isAwaited = false;
        }
    }

    /** This end looks for credit, because a Send has none left. */
    void awaitCredit() {
        if (!isAwaited) {
            isAwaited = true;
            isTimed = false;
        }
    }

    /** A frame has come, after which a further one is worth a question again. */
    void came() {
        questions = 0;
    }

    /** Tells whether to ask now. To be asked once in each poll. */
    boolean isQuestionDue() {
        return isAwaited && isLate();
    }

    private boolean isLate() {
        if (!isTimed) {
            isTimed = true;
            dueNs = clock.nanoTime() + (PATIENCE_NS << questions);
            return false;
        }
        return clock.nanoTime() - dueNs >= 0;
    }

    /** A question goes; the next one waits twice as long. */
    void asked() {
        questions = Math.min(questions + 1, MAX_QUESTIONS);
        isTimed = false;
        isAwaited = questions < MAX_QUESTIONS;
    }

    /** Tells for how many nanoseconds there is no question to be asked. */
    long idleNs() {
        if (!isAwaited) {
            return Long.MAX_VALUE;
        }
        return isTimed ? Math.max(0, dueNs - clock.nanoTime()) : 0;
    }
}
