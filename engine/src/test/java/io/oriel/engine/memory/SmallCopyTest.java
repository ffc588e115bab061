// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SmallCopyTest {
    private static final int CAPACITY = 300;

    @Test
    void copiesJustTheBytesOfAnyLengthBetweenAnyOffsets() {
        UnsafeBuffer from = new UnsafeBuffer(new byte[CAPACITY]);
        for (int index = 0; index < CAPACITY; index++) {
            from.putByte(index, (byte) (index * 7 + 1));
        }
        for (int length = 0; length <= 130; length++) {
            for (int shift = 0; shift < 9; shift++) {
                UnsafeBuffer to = new UnsafeBuffer(new byte[CAPACITY]);

                SmallCopy.copy(from, 11 + shift, to, 20, length);

                for (int index = 0; index < CAPACITY; index++) {
                    boolean inside = index >= 20 && index < 20 + length;
                    byte expected = inside ? from.getByte(index - 20 + 11 + shift) : 0;
                    assertThat(to.getByte(index)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void copiesNothingBeyondTheEndOfEither() {
        UnsafeBuffer small = new UnsafeBuffer(new byte[31]);
        UnsafeBuffer large = new UnsafeBuffer(new byte[CAPACITY]);

        assertThatThrownBy(() -> SmallCopy.copy(small, 0, large, 0, 32)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> SmallCopy.copy(large, 0, small, 0, 32)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
