// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.protocol.StatusMessageFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class NewestLimitTest {
    private static final int TERM_BITS = 20;
    private static final int INITIAL_TERM_ID = 7;

    private static final int DATAGRAM = 1408;

    private final NewestLimit flow = new NewestLimit(DATAGRAM);
    private long limit;

    private void hear(int position, int window) {
        StatusMessageFlyweight message =
                new StatusMessageFlyweight(ByteBuffer.allocate(StatusMessageFlyweight.HEADER_LENGTH));
        message.consumptionTermId(INITIAL_TERM_ID + (position >> TERM_BITS))
                .consumptionTermOffset(position & ((1 << TERM_BITS) - 1))
                .receiverWindowLength(window);
        InetSocketAddress from = new InetSocketAddress(0);
        limit = flow.onStatusMessage(message, from, limit, INITIAL_TERM_ID, TERM_BITS, 1);
    }

    @Test
    void followsTheReceiverForthAndBack() {
        hear(0, 4096);
        assertThat(limit).isEqualTo(4096);
        hear(1024, 65536);
        assertThat(limit).isEqualTo(1024 + 65536);
        hear(1024, 2048);
        assertThat(limit).isEqualTo(1024 + 2048);
        hear(3072, 1 << TERM_BITS);
        hear((1 << TERM_BITS) + 32, 2048);
        assertThat(limit).isEqualTo((1 << TERM_BITS) + 32 + 2048);
    }

    @Test
    void passesOverWhatComesLate() {
        hear(0, 4096);
        hear(4096, 1024);
        hear(2048, 65536);
        assertThat(limit).isEqualTo(4096 + 1024);
    }

    @Test
    void passesOverThatMoreWasTakenThanEverMightBeSent() {
        hear(DATAGRAM + 32, 4096);
        assertThat(limit).as("nothing might be sent yet").isZero();
        hear(0, 4096);

        hear(4096 + DATAGRAM + 32, 4096);
        assertThat(limit).isEqualTo(4096);

        hear(0, 1024); // taken back, but some of it may be on the way
        hear(4096, 1024);
        assertThat(limit).isEqualTo(4096 + 1024);
        hear(5120 + 32, 1024); // the end of a term was filled
        assertThat(limit).isEqualTo(5120 + 32 + 1024);
    }
}
