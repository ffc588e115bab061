// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.data.Slab;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a rank learns of how many of its messages another has taken. */
final class IncomingTest {
    private static final int MANY = Integer.MAX_VALUE;

    private final UnsafeBuffer memory = new UnsafeBuffer(new byte[LaneLayout.LENGTH]);
    private final Incoming incoming = new Incoming(Slab.of(memory), 0);

    private void tell(int consumed) {
        memory.putLong(LaneLayout.CONSUMED_OFFSET, consumed);
    }

    @Test
    void takesWhatTheOtherRankHasTold() {
        tell(9);
        assertThat(incoming.peerConsumed(3)).isEqualTo(9);
        assertThat(incoming.peerConsumed(12)).isEqualTo(12);
    }

    @Test
    void takesWhatTheOtherRankHasToldWhenTheCountWrapsAround() {
        tell(MANY + 5);
        assertThat(incoming.peerConsumed(MANY - 3)).isEqualTo(MANY + 5);
    }

    @Test
    void takesNothingThatWasToldTwoBillionMessagesAgoForNews() {
        assertThat(incoming.peerConsumed(MANY + 100)).isEqualTo(MANY + 100); // it has never told anything
        tell(16);
        assertThat(incoming.peerConsumed(MANY + 100)).isEqualTo(MANY + 100);
    }
}
