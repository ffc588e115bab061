// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private long nowNs = Long.MAX_VALUE - 1_000_000; // which wraps
    private final Answers answers = new Answers(() -> nowNs);

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

    @Test
    void asksSeldomForCreditThatDoesNotComeUntilAFrameComes() {
        for (int question = 0; question < 2 * Answers.MAX_QUESTIONS; question++) {
            answers.awaitCredit();
            assertThat(answers.isQuestionDue()).isFalse();
            pass((Answers.PATIENCE_NS << Math.min(question, Answers.MAX_QUESTIONS)) - 1);
            assertThat(answers.isQuestionDue()).as("question %d", question).isFalse();
            pass(1);
            assertThat(answers.isQuestionDue()).isTrue();
            answers.asked();
        }

        answers.came();

        answers.awaitCredit();
        assertThat(answers.isQuestionDue()).isFalse();
        pass(Answers.PATIENCE_NS);
        assertThat(answers.isQuestionDue()).isTrue();
    }

    @Test
    void asksLaterEachTimeAndThenNoMore() {
        answers.sent();
        for (int question = 0; question < Answers.MAX_QUESTIONS; question++) {
            assertThat(answers.isQuestionDue()).isFalse();
            pass((Answers.PATIENCE_NS << question) - 1);
            assertThat(answers.isQuestionDue()).isFalse();
            pass(1);
            assertThat(answers.isQuestionDue()).isTrue();
            answers.asked();
        }
        pass(TimeUnit.HOURS.toNanos(1));
        assertThat(answers.isQuestionDue()).isFalse();

        answers.sent();

        assertThat(answers.isQuestionDue()).isFalse();
        pass(Answers.PATIENCE_NS);
        assertThat(answers.isQuestionDue()).isTrue();
    }
}
