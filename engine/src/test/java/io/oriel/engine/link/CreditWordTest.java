// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CreditWordTest {
    private static final long COUNTS = 1L << 55;

    @Test
    void tellsTheReceivesOfItsOwnGeneration() {
        for (int generation = 0; generation < 256; generation++) {
            long word = Lane.CreditWord.of(generation, 1234);

            assertThat(Lane.CreditWord.posted(word, generation, 1200)).isEqualTo(1234);
            assertThat(Lane.CreditWord.posted(word, (generation + 1) & 0xFF, 1200))
                    .isEqualTo(1200);
        }
    }

    @Test
    void expandsToTheCountNearestToTheKnownOne() {
        for (long around : new long[] {1L << 32, COUNTS / 2, COUNTS, 3 * COUNTS}) {
            for (long posted = around - 3; posted < around + 3; posted++) {
                long word = Lane.CreditWord.of(255, posted);

                assertThat(Lane.CreditWord.posted(word, 255, posted - 8191)).isEqualTo(posted);
                assertThat(Lane.CreditWord.posted(word, 255, posted)).isEqualTo(posted);
            }
        }
    }

    @Test
    void changesNothingBeforeItIsPublished() {
        assertThat(Lane.CreditWord.posted(0, 0, 17)).isEqualTo(17);
        assertThat(Lane.CreditWord.of(0, COUNTS)).as("a word of no Receive").isNotZero();
    }
}
