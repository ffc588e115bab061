// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PayloadInspectorTest {
    private static final int SIZE = 32;

    private final Tally tally = new Tally();
    private final PayloadInspector inspector = new PayloadInspector(new Payload(SIZE), tally);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SIZE]);

    @Test
    void countsEveryWrongPayloadWhenThorough() {
        inspector.thorough(true);
        inspector.write(buffer, 0, 1);

        inspector.check(buffer, 0, 1);
        inspector.check(buffer, 0, 2);
        buffer.putByte(0, (byte) (buffer.getByte(0) + 1));
        inspector.check(buffer, 0, 1);

        assertThat(tally.errors()).isEqualTo(2);
    }

    @Test
    void countsWrongPayloadsOfTheSample() {
        inspector.write(buffer, 0, 1);

        for (int i = 0; i < 640; i++) {
            inspector.check(buffer, 0, 2);
        }

        assertThat(tally.errors()).isEqualTo(10);
    }
}
