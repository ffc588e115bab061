// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CreditWordTest {
    @Test
    void tellsTheReceivesOfItsOwnGeneration() {
        for (int generation = 0; generation < 256; generation++) {
            long word = Lane.CreditWord.of(generation, 1234);

            assertThat(Lane.CreditWord.posted(word, generation)).isEqualTo(1234);
            assertThat(Lane.CreditWord.posted(word, (generation + 1) & 0xFF)).isZero();
        }
    }

    @Test
    void tellsNothingBeforeItIsWritten() {
        assertThat(Lane.CreditWord.posted(0, 0)).isZero();
    }
}
