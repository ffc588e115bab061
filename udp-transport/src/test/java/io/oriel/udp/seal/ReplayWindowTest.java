// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
    private static final int STEPS = 200_000;

    private final ReplayWindow window = new ReplayWindow();

    private boolean take(long counter) {
        boolean isFresh = window.isFresh(counter);
        if (isFresh) {
            window.note(counter);
        }
        return isFresh;
    }

    @Test
    void takesEachOnce() {
        assertThat(take(0)).isTrue();
        assertThat(take(0)).isFalse();
        assertThat(take(1)).isTrue();
        assertThat(take(1)).isFalse();
        assertThat(take(-1)).isFalse();
    }

    @Test
    void takesWhatComesLateWithinItsLength() {
        long newest = 1_000_000;
        assertThat(take(newest)).isTrue();

        assertThat(take(newest - ReplayWindow.LENGTH)).isFalse();
        assertThat(take(newest - ReplayWindow.LENGTH + 1)).isTrue();
        assertThat(take(newest - ReplayWindow.LENGTH + 1)).isFalse();
    }

    @Test
    void forgetsNothingWhenItJumps() {
        assertThat(take(5)).isTrue();
        assertThat(take(5 + ReplayWindow.LENGTH - 1)).isTrue();
        assertThat(take(5)).isFalse();
        assertThat(take(Long.MAX_VALUE)).isTrue();
        assertThat(take(Long.MAX_VALUE)).isFalse();
        assertThat(take(Long.MAX_VALUE - 1)).isTrue();
        assertThat(take(5)).isFalse();
    }

    @Test
    void changesNothingByALook() {
        assertThat(window.isFresh(1L << 40)).isTrue();
        assertThat(take(7)).isTrue();
    }

    /** Against a set of all that were taken: nothing twice, and nothing refused that is new and not too late. */
    @Test
    void agreesWithAMemoryOfEverything() {
        Random random = SeededRandom.create(ReplayWindowTest.class);
        Set<Long> taken = new HashSet<>();
        long newest = -1;
        for (int step = 0; step < STEPS; step++) {
            long counter = Math.max(0, newest + 1 + (long) (random.nextGaussian() * (step % 3 == 0 ? 5 : 4000)));
            boolean isExpected = counter > newest - ReplayWindow.LENGTH && taken.add(counter);
            assertThat(take(counter))
                    .as("%s with %s the newest", counter, newest)
                    .isEqualTo(isExpected);
            newest = Math.max(newest, counter);
        }
    }
}
