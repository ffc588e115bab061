// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.SeededRandom;
import io.oriel.engine.transport.Port;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FrameWordTest {
    private static final int CASES = 20_000;
    private static final int TYPES = 16;
    private static final int ALL_FLAGS = 0x7;
    private static final int GENERATIONS = 256;
    private static final long CREDITS = 1L << FrameWord.CREDIT_BITS;
    private static final long ACKNOWLEDGEMENTS = 1L << FrameWord.ACKNOWLEDGEMENT_BITS;

    private final Random random = SeededRandom.create(FrameWordTest.class);

    @Test
    void returnsEveryFieldThatWasPacked() {
        for (int count = 0; count < CASES; count++) {
            int type = random.nextInt(TYPES);
            int flags = random.nextInt(ALL_FLAGS + 1);
            int endpointId = random.nextInt(Port.MAX_ENDPOINTS);
            int generation = random.nextInt(GENERATIONS);
            long credit = random.nextLong(Long.MAX_VALUE);
            long acknowledgement = random.nextLong(Long.MAX_VALUE);

            long word = FrameWord.with(FrameWord.of(type, flags, endpointId, generation), credit, acknowledgement);

            assertThat(FrameWord.type(word)).isEqualTo(type);
            assertThat(FrameWord.flags(word)).isEqualTo(flags);
            assertThat(FrameWord.endpointId(word)).isEqualTo(endpointId);
            assertThat(FrameWord.generation(word)).isEqualTo(generation);
            assertThat(FrameWord.credit(word, credit)).isEqualTo(credit);
            assertThat(FrameWord.acknowledgement(word, acknowledgement)).isEqualTo(acknowledgement);
        }
    }

    @Test
    void keepsTheLargestValueOfEachFieldApartFromItsNeighbours() {
        long onlyType = FrameWord.of(TYPES - 1, 0, 0, 0);
        long onlyFlags = FrameWord.of(0, ALL_FLAGS, 0, 0);
        long onlyEndpoint = FrameWord.of(0, 0, Port.MAX_ENDPOINTS - 1, 0);
        long onlyGeneration = FrameWord.of(0, 0, 0, GENERATIONS - 1);
        long onlyCredit = FrameWord.with(0, CREDITS - 1, 0);
        long onlyAcknowledgement = FrameWord.with(0, 0, ACKNOWLEDGEMENTS - 1);

        assertThat(onlyType + onlyFlags + onlyEndpoint + onlyGeneration + onlyCredit + onlyAcknowledgement)
                .as("the six fields fill the word without overlap")
                .isEqualTo(-1L);
        assertThat(onlyType | onlyFlags | onlyEndpoint | onlyGeneration | onlyCredit | onlyAcknowledgement)
                .isEqualTo(-1L);
    }

    @Test
    void packsAGenerationThatIsASignedByte() {
        byte generation = (byte) 0xFE;

        long word = FrameWord.of(0, 0, 0, generation);

        assertThat(FrameWord.generation(word)).isEqualTo(0xFE);
        assertThat(FrameWord.endpointId(word)).isZero();
    }

    @Test
    void expandsACreditThatIsAheadAcrossTheWrapAround() {
        for (int count = 0; count < CASES; count++) {
            long known = nearWrapAround(CREDITS);
            long ahead = known + random.nextLong(FrameWord.MAX_CREDIT_AHEAD + 1L);

            assertThat(FrameWord.credit(FrameWord.with(0, ahead, 0), known))
                    .as("ahead of %d", known)
                    .isEqualTo(ahead);
        }
    }

    @Test
    void expandsACreditThatIsBehindAcrossTheWrapAround() {
        for (int count = 0; count < CASES; count++) {
            long known = nearWrapAround(CREDITS);
            long behind = Math.max(0, known - random.nextLong(FrameWord.MAX_CREDIT_AHEAD + 1L));

            assertThat(FrameWord.credit(FrameWord.with(0, behind, 0), known))
                    .as("behind %d", known)
                    .isEqualTo(behind);
        }
    }

    @Test
    void expandsAnAcknowledgementInBothDirectionsAcrossTheWrapAround() {
        for (int count = 0; count < CASES; count++) {
            long known = nearWrapAround(ACKNOWLEDGEMENTS);
            long ahead = known + random.nextLong(FrameWord.MAX_UNACKNOWLEDGED + 1L);
            long behind = Math.max(0, known - random.nextLong(FrameWord.MAX_UNACKNOWLEDGED + 1L));

            assertThat(FrameWord.acknowledgement(FrameWord.with(0, 0, ahead), known))
                    .as("ahead of %d", known)
                    .isEqualTo(ahead);
            assertThat(FrameWord.acknowledgement(FrameWord.with(0, 0, behind), known))
                    .as("behind %d", known)
                    .isEqualTo(behind);
        }
    }

    @Test
    void tellsExactlyTheFarthestCountsApart() {
        long known = 5 * CREDITS;

        assertThat(FrameWord.credit(FrameWord.with(0, known + FrameWord.MAX_CREDIT_AHEAD, 0), known))
                .isEqualTo(known + FrameWord.MAX_CREDIT_AHEAD);
        assertThat(FrameWord.credit(FrameWord.with(0, known + CREDITS / 2, 0), known))
                .as("half of what the bits hold is as far behind")
                .isEqualTo(known - CREDITS / 2);
    }

    @Test
    void leavesRoomForTheDeepestQueueAndTheLongestWindowOfFrames() {
        assertThat(Limits.MAX_QUEUE_DEPTH).isLessThanOrEqualTo(FrameWord.MAX_CREDIT_AHEAD);
        assertThat(2L * FrameWord.MAX_UNACKNOWLEDGED).isLessThan(ACKNOWLEDGEMENTS);
        assertThat(FrameWord.endpointId(FrameWord.of(0, 0, Port.MAX_ENDPOINTS - 1, 0)))
                .isEqualTo(Port.MAX_ENDPOINTS - 1);
    }

    @Test
    void givesEveryFrameTypeItsOwnNumber() {
        int[] types = {
            FrameWord.TYPE_SEND,
            FrameWord.TYPE_SEND_CHUNK,
            FrameWord.TYPE_SEND_AND_INVALIDATE,
            FrameWord.TYPE_WRITE,
            FrameWord.TYPE_READ_REQUEST,
            FrameWord.TYPE_READ_RESPONSE,
            FrameWord.TYPE_FAILURE
        };

        assertThat(types).doesNotHaveDuplicates();
        assertThat(IntStream.of(types)).allMatch(type -> type > 0 && type < TYPES);
    }

    private long nearWrapAround(long modulus) {
        long wrap = random.nextLong(1, 1 << 20) * modulus;
        return wrap + random.nextLong(-100, 100);
    }
}
