// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LONGEST_NS = Answers.PATIENCE_NS << Answers.MAX_DOUBLINGS;

    private long nowNs = Long.MAX_VALUE - 1_000_000; // which wraps
    private final Answers answers = new Answers(() -> nowNs, DEADLINE_NS);

    private void pass(long ns) {
        nowNs += ns;
    }

    @Test
    void asksNobodyWhoHasNothingToAnswer() {
        pass(TimeUnit.HOURS.toNanos(1));

        assertThat(answers.isQuestionDue()).isFalse();
        assertThat(answers.idleNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void asksWhenThePatienceHasPassed() {
        answers.sent();
        assertThat(answers.isQuestionDue()).isFalse();
        assertThat(answers.idleNs()).isEqualTo(Answers.PATIENCE_NS);
        pass(Answers.PATIENCE_NS - 1);
        assertThat(answers.isQuestionDue()).isFalse();
        assertThat(answers.idleNs()).isEqualTo(1);

        pass(1);

        assertThat(answers.isQuestionDue()).isTrue();
        assertThat(answers.idleNs()).isZero();
    }

    @Test
    void countsFromTheFirstPollBecauseTheClockMayHaveStoodStill() {
        answers.sent();
        pass(TimeUnit.SECONDS.toNanos(1));

        assertThat(answers.isQuestionDue()).isFalse();
    }

    @Test
    void asksNoMoreWhenTheLastFrameIsAcknowledged() {
        for (int frame = 1; frame <= 3; frame++) {
            answers.sent();
        }
        answers.acknowledged(2);
        assertThat(answers.isQuestionDue()).isFalse();
        pass(Answers.PATIENCE_NS);
        assertThat(answers.isQuestionDue()).isTrue();

        answers.acknowledged((5L << 22) | 3); // of a word whose other bits are not meant

        assertThat(answers.isQuestionDue()).isFalse();
        assertThat(answers.idleNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void asksForCreditThatIsAwaited() {
        answers.awaitCredit();
        assertThat(answers.isQuestionDue()).isFalse();
        pass(Answers.PATIENCE_NS - 1);
        answers.awaitCredit();
        assertThat(answers.isQuestionDue()).isFalse();
        pass(1);

        assertThat(answers.isQuestionDue()).isTrue();
    }

    private void passUntilDue(long ns) {
        assertThat(answers.isQuestionDue()).isFalse();
        pass(ns - 1);
        assertThat(answers.isQuestionDue()).isFalse();
        pass(1);
        assertThat(answers.isQuestionDue()).isTrue();
    }

    @Test
    void asksLaterEachTimeUntilAFrameOfTheEngineComes() {
        answers.awaitCredit();
        for (int question = 0; question < 2 * Answers.MAX_DOUBLINGS; question++) {
            passUntilDue(Answers.PATIENCE_NS << Math.min(question, Answers.MAX_DOUBLINGS));
            answers.asked();
        }
        answers.came();
        passUntilDue(LONGEST_NS);

        answers.came();
        answers.cameFromEngine();

        passUntilDue(Answers.PATIENCE_NS);
    }

    @Test
    void asksSoonAgainWhenAFurtherFrameGoes() {
        answers.sent();
        passUntilDue(Answers.PATIENCE_NS);
        answers.asked();

        answers.sent();

        passUntilDue(Answers.PATIENCE_NS);
    }

    @Test
    void asksInTimeThoughFramesGoAllTheWhile() {
        answers.sent();
        assertThat(answers.isQuestionDue()).isFalse();
        for (int frame = 0; frame < 2; frame++) {
            pass(Answers.PATIENCE_NS / 2);
            answers.sent();
        }

        assertThat(answers.isQuestionDue()).isTrue();
    }

    /** Asks until the peer is given up; returns how long that has taken. */
    private long askUntilGivenUp() {
        long beganNs = nowNs;
        while (true) {
            assertThat(answers.isQuestionDue()).isFalse();
            pass(answers.idleNs());
            assertThat(answers.isQuestionDue()).isTrue();
            if (answers.isGivenUp()) {
                return nowNs - beganNs;
            }
            answers.asked();
        }
    }

    @Test
    void givesUpAPeerThatAnswersNothing() {
        answers.sent();

        assertThat(askUntilGivenUp()).isBetween(DEADLINE_NS, DEADLINE_NS + LONGEST_NS);
    }

    @Test
    void givesThePeerItsTimeAgainWhenAFrameComes() {
        answers.sent();
        for (int question = 0; question < 20; question++) {
            assertThat(answers.isQuestionDue()).isFalse();
            pass(answers.idleNs());
            answers.asked();
        }

        answers.came();

        assertThat(askUntilGivenUp()).isBetween(DEADLINE_NS, DEADLINE_NS + LONGEST_NS);
    }

    @Test
    void countsAPauseOfThisSideAsOneSilence() {
        answers.sent();
        assertThat(answers.isQuestionDue()).isFalse();
        pass(TimeUnit.HOURS.toNanos(1));
        assertThat(answers.isQuestionDue()).isTrue();

        assertThat(answers.isGivenUp()).isFalse();
    }
}
