// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

final class FrameSumTest {
    private static final int TERMS = 3;
    private static final int LENGTH = 1_000;
    private static final int ROUNDS = 10_000;

    private final DirectBuffer[] log = Stream.generate(() -> new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH)))
            .limit(TERMS)
            .toArray(DirectBuffer[]::new);
    private final FrameSum sum = new FrameSum();

    @Test
    void allocatesNothingInOneTermAfterTheOther() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        sumAll();
        long before = threads.getThreadAllocatedBytes(self);

        sumAll();

        // What the measurement itself allocates is less than a byte a round.
        assertThat(threads.getThreadAllocatedBytes(self) - before).isLessThan(ROUNDS);
    }

    private void sumAll() {
        for (int round = 0; round < ROUNDS; round++) {
            sum.of(log[round % TERMS], 0, LENGTH);
        }
    }

    @Test
    void sumsWhatIsInTheBufferThatItIsGiven() {
        int ofZeros = sum.of(log[0], 0, LENGTH);
        ((UnsafeBuffer) log[1]).putByte(LENGTH - 1, (byte) 1);

        assertThat(sum.of(log[1], 0, LENGTH)).isNotEqualTo(ofZeros);
        assertThat(sum.of(log[2], 0, LENGTH)).isEqualTo(ofZeros);
        assertThat(sum.of(new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH)), 0, LENGTH))
                .isEqualTo(ofZeros);
        assertThat(sum.of(log[1], 0, LENGTH)).isNotEqualTo(ofZeros);
        assertThat(sum.of(log[0], 0, LENGTH)).isEqualTo(ofZeros);
    }
}
