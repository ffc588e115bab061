// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
    private static final int OFFSET = 16;
    private static final long SEQUENCE = 0x1122334455667788L;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 17, 32, 100})
    void noticesEveryWrongByte(int size) {
        Payload payload = new Payload(size);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[OFFSET + size]);
        payload.fill(buffer, OFFSET, SEQUENCE);
        assertThat(payload.matches(buffer, OFFSET, SEQUENCE)).isTrue();

        for (int i = OFFSET; i < OFFSET + size; i++) {
            byte right = buffer.getByte(i);
            buffer.putByte(i, (byte) (right + 1));
            assertThat(payload.matches(buffer, OFFSET, SEQUENCE)).isFalse();
            buffer.putByte(i, right);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 64})
    void changesItsLastByteWithEachSequence(int size) {
        Payload payload = new Payload(size);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[size]);

        for (long sequence = 1; sequence < 600; sequence++) {
            payload.stamp(buffer, 0, sequence);

            assertThat(buffer.getByte(payload.lastByte())).isEqualTo(Payload.lastByteOf(sequence));
            assertThat(payload.isStamped(buffer, 0, sequence)).isTrue();
            assertThat(payload.isStamped(buffer, 0, sequence + 1)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 32, 100})
    void differsInItsBodyToo(int size) {
        Payload payload = new Payload(size);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[size]);
        payload.fill(buffer, 0, 1);

        payload.stamp(buffer, 0, 2);

        assertThat(payload.isStamped(buffer, 0, 2)).isTrue();
        assertThat(payload.matches(buffer, 0, 2)).isFalse();
    }
}
