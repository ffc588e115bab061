// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.protocol.FrameWord;
import org.agrona.concurrent.NanoClock;

/**
 * Whether this end waits for the peer, to acknowledge the last frame or to show credit, when to ask it, and when to give it
 * up. A frame that is lost shows by the one that follows; after the last one none does, and Aeron's own sign comes late. By
 * the domain's owner.
 */
public final class Answers {
    /** Longer than a peer that polls takes, also on a busy host. */
    static final long PATIENCE_NS = 3_000_000;

    /** After so many questions the next ones wait no longer. */
    static final int MAX_DOUBLINGS = 5;

    /** In which part of the deadline a question is asked at least. */
    static final int MIN_QUESTIONS = 16;

    private static final long ACKNOWLEDGEMENT_MASK = (1L << FrameWord.ACKNOWLEDGEMENT_BITS) - 1;

    private final NanoClock clock;
    private final long deadlineNs;
    private long sent = CounterStart.value();
    private boolean isAwaited;
    private boolean isTimed;
    private int questions;
    private long dueNs;

    // In which the peer could have answered: a pause of this side's is none of its silence.
    private long silenceNs;

    /**
     * Creates one for a new link.
     *
     * @param clock      that may stand still while nobody polls
     * @param deadlineNs after which a peer that answers no question is given up
     */
    public Answers(NanoClock clock, long deadlineNs) {
        this.clock = clock;
        this.deadlineNs = deadlineNs;
    }

    /** A frame of the engine goes. */
    void sent() {
        sent++;
        questions = 0;
        await();
    }

    /** This end looks for credit, because a Send has none left. */
    void awaitCredit() {
        await();
    }

    private void await() {
        if (!isAwaited) {
            isAwaited = true;
            isTimed = false;
        }
    }

    /** The peer has acknowledged so many frames, or as many in the low bits of a frame's word. */
    void acknowledged(long count) {
        if (((count ^ sent) & ACKNOWLEDGEMENT_MASK) == 0) {
            isAwaited = false;
        }
    }

    /** A frame has come: the peer is there. */
    void came() {
        silenceNs = 0;
        isTimed = false;
    }

    /** A frame of the peer's engine has come, after which a further one is worth a question again. */
    void cameFromEngine() {
        questions = 0;
    }

    /** Tells whether to ask now. To be asked once in each poll. */
    boolean isQuestionDue() {
        return isAwaited && isLate();
    }

    private boolean isLate() {
        if (!isTimed) {
            isTimed = true;
            dueNs = clock.nanoTime() + patienceNs();
            return false;
        }
        return clock.nanoTime() - dueNs >= 0;
    }

    private long patienceNs() {
        return Math.min(PATIENCE_NS << questions, Math.max(PATIENCE_NS, deadlineNs / MIN_QUESTIONS));
    }

    /** Tells whether the peer was silent for so long that a question is of no use any more. To be asked if one is due. */
    boolean isGivenUp() {
        return silenceNs + patienceNs() >= deadlineNs;
    }

    /** A question goes; the next one waits twice as long. */
    void asked() {
        silenceNs += patienceNs();
        questions = Math.min(questions + 1, MAX_DOUBLINGS);
        isTimed = false;
    }

    /** Tells for how many nanoseconds there is no question to be asked. */
    long idleNs() {
        if (!isAwaited) {
            return Long.MAX_VALUE;
        }
        return isTimed ? Math.max(0, dueNs - clock.nanoTime()) : 0;
    }
}
