// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A medium that does not look whose acknowledgement word it reads is found out: so would a real one be. */
@Timeout(300)
final class UnseenWordsTest {
    private static final int SEEDS = 60;

    @Test
    void makeSendsSucceedThatNobodyTook() {
        assertThat(LivesCheck.with(Trait.SHORT_LINGER, Trait.REUSED_WORDS_UNSEEN)
                        .findWithin(SEEDS))
                .contains("false success");
    }
}
