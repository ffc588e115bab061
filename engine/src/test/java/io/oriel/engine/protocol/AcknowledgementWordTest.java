// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcknowledgementWordTest {
    private static final long SEQUENCES = 1L << 47;
    private static final long FAILURES = 1L << 16;

    @Test
    void expandsToTheSequenceNearestToTheKnownOne() {
        for (long around : new long[] {0, 1L << 31, 1L << 32, SEQUENCES / 2, SEQUENCES, 5 * SEQUENCES, 1L << 62}) {
            for (long sequence = Math.max(0, around - 3); sequence < around + 3; sequence++) {
                long word = AcknowledgementWord.of(sequence, 0);

                for (long behind = 0;
                        behind <= FrameWord.MAX_UNACKNOWLEDGED;
                        behind += FrameWord.MAX_UNACKNOWLEDGED / 4) {
                    assertThat(AcknowledgementWord.sequence(word, sequence - behind))
                            .isEqualTo(sequence);
                    assertThat(AcknowledgementWord.sequence(word, sequence + behind))
                            .isEqualTo(sequence);
                }
            }
        }
    }

    @Test
    void countsFailuresInTheirLowBits() {
        for (long failures = FAILURES - 2; failures < FAILURES + 2; failures++) {
            long word = AcknowledgementWord.of(SEQUENCES - 1, failures);

            assertThat(AcknowledgementWord.countsFailures(word, failures)).isTrue();
            assertThat(AcknowledgementWord.countsFailures(word, failures - 1)).isFalse();
            assertThat(AcknowledgementWord.sequence(word, 0)).isEqualTo(-1);
        }
    }

    @Test
    void changesNothingBeforeItIsPublished() {
        assertThat(AcknowledgementWord.sequence(0, 17)).isEqualTo(17);
        assertThat(AcknowledgementWord.of(0, 0)).as("a word of no frame").isNotZero();
        assertThat(AcknowledgementWord.of(SEQUENCES, FAILURES)).isNotZero();
    }
}
