// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LengthTrialTest {
    private final LengthTrial trial = new LengthTrial(8928);

    @Test
    void triesTheLengthThatIsWantedAndShorterOnes() {
        assertThat(trial.nextRound()).containsExactly(8928, 1408, 1024);
        assertThat(new LengthTrial(1408).nextRound()).containsExactly(1408, 1024);
        assertThat(new LengthTrial(1024).nextRound()).containsExactly(1024);
    }

    @Test
    void isOverAtOnceWhenTheLongestArrives() {
        trial.nextRound();
        trial.came(64, 1408);
        assertThat(trial.length()).isZero();

        trial.came(64, 8928);

        assertThat(trial.length()).isEqualTo(8928);
    }

    @Test
    void takesAShorterLengthWhenTheLongestDoesNotArriveAgainAndAgain() {
        trial.came(64, 1024);
        for (int round = 1; round < LengthTrial.MAX_ROUNDS; round++) {
            trial.nextRound();
            trial.came(64, 1408);
            assertThat(trial.length()).isZero();
        }

        trial.nextRound();

        assertThat(trial.length()).isEqualTo(1408);
    }

    @Test
    void knowsNoLengthIfNoneArrives() {
        for (int round = 0; round < 2 * LengthTrial.MAX_ROUNDS; round++) {
            trial.nextRound();
            trial.came(8928, 0);
        }

        assertThat(trial.length()).isZero();
    }

    @Test
    void believesNoLengthThatWasNotTried() {
        trial.nextRound();
        trial.came(64, Integer.MAX_VALUE);
        assertThat(trial.length()).as("at most what is wanted").isEqualTo(8928);

        LengthTrial other = new LengthTrial(8928);
        other.came(64, -1);
        other.came(64, 1500);
        for (int round = 0; round < LengthTrial.MAX_ROUNDS; round++) {
            other.nextRound();
        }
        assertThat(other.length()).isEqualTo(1408);
    }

    @Test
    void tellsThePeerOfEachLongerDatagramOnce() {
        assertThat(trial.came(1024, 0)).isTrue();
        assertThat(trial.came(1024, 0)).isFalse();
        assertThat(trial.came(8928, 0)).isTrue();
        assertThat(trial.came(1408, 0)).isFalse();
        assertThat(trial.arrivedHere()).isEqualTo(8928);
    }
}
