// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SpinningPatienceTest {
    private static final int LONG_TIME = 1_000_000;

    @Test
    void napsAndLooksAgainSoonAfterItsTurnsHaveWrapped() {
        SpinningPatience patience = new SpinningPatience(2, 1);
        int turn = Integer.MIN_VALUE + LONG_TIME;

        assertThat(patience.isTimeToLook(LONG_TIME)).isTrue();
        assertThat(patience.isTimeToLook(turn)).isTrue();
        patience.pause(Integer.MAX_VALUE);
        patience.pause(turn);
    }
}
