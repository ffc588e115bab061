// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.testing.FuzzInput;
import io.oriel.engine.testing.SeededRandom;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class DescriptorFuzzTest {
    private static final byte[] FORMAT = {'O', 'R', 'I', '1'};
    private static final int FORMAT_OFFSET = 36;

    @FuzzTest
    void opensOrRefusesAnyBytes(byte[] bytes) {
        FuzzInput input = new FuzzInput(bytes);
        int offset = input.oneIn(8) ? input.int32() : input.below(16);
        byte[] message = input.raw(2 * WindowDescriptor.LENGTH);
        if (!input.oneIn(4) && message.length >= offset + WindowDescriptor.LENGTH && offset >= 0) {
            System.arraycopy(FORMAT, 0, message, offset + FORMAT_OFFSET, FORMAT.length);
        }
        byte[] before = message.clone();
        PeerWindow.Table table = new PeerWindow.Table();

        try {
            PeerWindow window = table.open(new UnsafeBuffer(message), offset, null);
            assertThat(window.length()).isNotNegative();
            assertThat(window.isInvalidated()).isFalse();
            table.invalidate(window);
            assertThat(window.isInvalidated()).isTrue();
        } catch (NdException e) {
            assertThat(e.status()).isIn(NdStatus.INVALID_BUFFER_SIZE, NdStatus.INVALID_PARAMETER);
        }
        assertThat(message).isEqualTo(before);
    }

    @Test
    void opensOrRefusesRandomBytes() {
        Random random = SeededRandom.create(DescriptorFuzzTest.class);
        for (int count = 0; count < 2000; count++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            opensOrRefusesAnyBytes(bytes);
        }
    }
}
