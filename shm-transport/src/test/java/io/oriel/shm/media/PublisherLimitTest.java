// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PublisherLimitTest {
    private static final int TERM = 1 << 16;
    private static final int WINDOW = TERM / 2;
    private static final int GAIN = WINDOW / 8;
    private static final int READER = 0;
    private static final int LIMIT = 128;

    private final UnsafeBuffer counters = new UnsafeBuffer(new byte[256]);
    private final UnsafeBuffer[] terms = terms(TERM);
    private final PublisherLimit limit = limit(terms, 0);

    private static UnsafeBuffer[] terms(int length) {
        return new UnsafeBuffer[] {
            new UnsafeBuffer(new byte[length]), new UnsafeBuffer(new byte[length]), new UnsafeBuffer(new byte[length])
        };
    }

    private PublisherLimit limit(UnsafeBuffer[] of, long position) {
        counters.putLong(READER, position);
        counters.putLong(LIMIT, position + of[0].capacity() / 2);
        return new PublisherLimit(of, counters, READER, LIMIT, position);
    }

    @Test
    void movesByNoLessThanAnEighthOfItsWindow() {
        counters.putLong(READER, GAIN - 32);
        assertThat(limit.advance(WINDOW)).isFalse();

        counters.putLong(READER, GAIN);
        assertThat(limit.advance(WINDOW)).isTrue();
        assertThat(limit.advance(WINDOW)).isFalse();

        assertThat(counters.getLong(LIMIT)).isEqualTo(WINDOW + GAIN);
    }

    @Test
    void goesNoFurtherThanWasWrittenWhateverTheReaderShows() {
        counters.putLong(READER, Long.MAX_VALUE);
        assertThat(limit.advance(GAIN)).isTrue();
        assertThat(counters.getLong(LIMIT)).isEqualTo(WINDOW + GAIN);

        counters.putLong(READER, Long.MIN_VALUE);
        assertThat(limit.advance(WINDOW)).isFalse();
    }

    @Test
    void staysWhereItIsWhenTheLogWasClosed() {
        counters.putLong(READER, WINDOW);

        assertThat(limit.advance(-4)).isFalse();
    }

    @Test
    void staysWhereTheDriverHasPutItWhenTheReaderHadLeft() {
        counters.putLong(READER, WINDOW);
        counters.putLong(LIMIT, 17);

        assertThat(limit.advance(WINDOW)).isFalse();

        assertThat(counters.getLong(LIMIT)).isEqualTo(17);
    }

    @Test
    void cleansInOneCallNoMoreThanItsBound() {
        int length = 8 * PublisherLimit.MAX_CLEANED;
        UnsafeBuffer[] large = terms(length);
        PublisherLimit ofLarge = limit(large, 0);
        int written = length / 2;
        large[0].setMemory(0, written, (byte) 1);
        counters.putLong(READER, written);

        int calls = 0;
        while (ofLarge.advance(written)) {
            calls++;
            int cleaned = calls * PublisherLimit.MAX_CLEANED;
            assertThat(large[0].getByte(cleaned - 1)).isZero();
            assertThat(cleaned == written || large[0].getByte(cleaned) == 1).isTrue();
            assertThat(counters.getLong(LIMIT)).isEqualTo(written + cleaned);
        }

        assertThat(calls).isEqualTo(written / PublisherLimit.MAX_CLEANED);
    }

    /** Each byte holds the round of the terms in which it was written, until it was read. */
    @Test
    void cleansAllThatIsWrittenNextAndNothingThatIsUnread() {
        Random random = SeededRandom.create(PublisherLimitTest.class);
        long first = (random.nextInt(1000) * 3L * TERM + random.nextInt(3 * TERM)) & -32;
        PublisherLimit moved = limit(terms, first);
        long written = first;
        long read = first;
        for (int step = 0; step < 4_000; step++) {
            if (random.nextBoolean()) {
                long upTo = Math.min(counters.getLong(LIMIT), written + random.nextInt(WINDOW) & -32);
                for (; written < upTo; written += 32) {
                    assertThat(at(written))
                            .as("clean at %d of %d", written, first)
                            .isZero();
                    put(written, 1 + written / TERM);
                }
            } else {
                long upTo = Math.min(written, read + random.nextInt(WINDOW) & -32);
                for (; read < upTo; read += 32) {
                    assertThat(at(read)).as("unread at %d of %d", read, first).isEqualTo(1 + read / TERM);
                }
                counters.putLong(READER, read);
            }
            boolean hasMoved = moved.advance(written);
            assertThat(counters.getLong(LIMIT) - read).isLessThanOrEqualTo(WINDOW);
            assertThat(hasMoved || counters.getLong(LIMIT) - read > WINDOW - GAIN)
                    .isTrue();
        }
        assertThat(read).isGreaterThan(first + 6L * TERM);
    }

    private long at(long position) {
        UnsafeBuffer term = terms[(int) (position / TERM % 3)];
        int offset = (int) (position % TERM);
        long found = term.getLong(offset);
        for (int index = 8; index < 32; index += 8) {
            assertThat(term.getLong(offset + index)).isEqualTo(found);
        }
        return found;
    }

    private void put(long position, long value) {
        for (int index = 0; index < 32; index += 8) {
            terms[(int) (position / TERM % 3)].putLong((int) (position % TERM) + index, value);
        }
    }
}
