// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokenSourceTest {
    // From the reference implementation: key 00 01 .. 0f, message 00 01 .. 0f, all words little-endian.
    private static final long KEY_0 = 0x0706050403020100L;
    private static final long KEY_1 = 0x0f0e0d0c0b0a0908L;
    private static final long EXPECTED = 0x3f2acc7f57c29bdbL;

    @Test
    void hashesTheReferenceMessageToTheReferenceHash() {
        TokenSource source = new TokenSource(KEY_0, KEY_1);

        assertThat(source.sipHash(KEY_0, KEY_1)).isEqualTo(EXPECTED);
    }

    @Test
    void makesATokenOfWindowAndGenerationByThatHash() {
        TokenSource source = new TokenSource(KEY_0, KEY_1);

        assertThat(source.token(7, 123_456_789_012L)).isEqualTo(source.sipHash(7, 123_456_789_012L));
    }

    @Test
    void givesEveryWindowAndEveryGenerationAnotherToken() {
        TokenSource source = new TokenSource();
        Set<Long> tokens = new HashSet<>();

        for (int window = 0; window < 100; window++) {
            for (long generation = 1; generation <= 100; generation++) {
                tokens.add(source.token(window, generation));
            }
        }

        assertThat(tokens).hasSize(100 * 100);
        assertThat(source.token(1, 2)).isNotEqualTo(source.token(2, 1));
    }

    @Test
    void givesTheSameTokenEachTime() {
        TokenSource source = new TokenSource();

        assertThat(source.token(3, 4)).isEqualTo(source.token(3, 4));
    }

    @Test
    void givesTwoAdaptersDifferentTokens() {
        assertThat(new TokenSource().token(1, 1)).isNotEqualTo(new TokenSource().token(1, 1));
    }
}
