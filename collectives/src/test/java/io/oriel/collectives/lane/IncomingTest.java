// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.data.Slab;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a rank learns of how many of its messages another has taken. */
final class IncomingTest {
    private final UnsafeBuffer memory = new UnsafeBuffer(new byte[LaneLayout.LENGTH]);

    private Incoming incoming(long start) {
        return new Incoming(Slab.of(memory), 0, start);
    }

    private void tell(long consumed) {
        memory.putLong(LaneLayout.CONSUMED_OFFSET, consumed);
    }

    private void arrive(long sequence, long consumed) {
        memory.putLong(LaneLayout.slotEnd(sequence) + LaneLayout.FLAG, Flag.of(sequence, consumed, 0, 0));
    }

    private static List<Long> starts() {
        return LongStream.of(1L << 15, 1L << 16, 1L << 31, 1L << 32, 1L << 62)
                .map(wrap -> wrap - 3)
                .boxed()
                .toList();
    }

    @Test
    void takesWhatTheOtherRankHasTold() {
        Incoming incoming = incoming(0);
        tell(9);
        assertThat(incoming.peerConsumed(3)).isEqualTo(9);
        assertThat(incoming.peerConsumed(12)).isEqualTo(12);
    }

    @Test
    void takesNothingForAMessageThatHasNotCome() {
        for (long start = 0; start < 1 << 17; start++) {
            assertThat(incoming(start).isReady()).as("behind %d", start).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("starts")
    void takesWhatMessagesTellWhenCountsWrap(long start) {
        Incoming incoming = incoming(start);
        long known = start;
        for (long sequence = start + 1; sequence < start + 3 * LaneLayout.SLOTS; sequence++) {
            arrive(sequence, sequence - 1);
            if (sequence % 2 == 0) { // else when it is taken
                assertThat(incoming.peerConsumed(known)).isEqualTo(sequence - 1);
            }
            assertThat(incoming.isReady()).isTrue();
            known = incoming.release(known);
            if (sequence % 2 != 0) {
                assertThat(known).isEqualTo(sequence - 1);
            }
            known = sequence - 1;
            assertThat(incoming.consumed()).isEqualTo(sequence);
            assertThat(incoming.isReady()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("starts")
    void takesNothingThatAMessageHasToldLongAgoForNews(long start) {
        Incoming incoming = incoming(start);
        arrive(start + 1, start); // and is not taken
        arrive(start + 2, start);
        long known = start;
        for (int count = 0; count < 100_000; count += LaneLayout.SLOTS / 2) {
            assertThat(incoming.peerConsumed(known)).as("after %d", count).isEqualTo(known);
            known += LaneLayout.SLOTS / 2;
            tell(known);
            assertThat(incoming.peerConsumed(known - 1)).isEqualTo(known);
        }

        for (int message = 0; message < 2; message++) {
            assertThat(incoming.isReady()).isTrue();
            assertThat(incoming.release(known)).isEqualTo(known);
        }
    }

    @Test
    void takesNothingThatWasToldLongAgoForNews() {
        assertThat(incoming(0).peerConsumed(1L << 31)).isEqualTo(1L << 31); // no count was ever published
        tell(16);
        assertThat(incoming(0).peerConsumed(1L << 32)).isEqualTo(1L << 32);
    }
}
