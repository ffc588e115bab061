// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SmallCopyTest {
    private static final int CAPACITY = 160;
    private static final int MOST = 140;
    private static final byte UNTOUCHED = -1;

    private static List<UnsafeBuffer> newBuffers() {
        return List.of(new UnsafeBuffer(new byte[CAPACITY]), new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY)));
    }

    @Test
    void copiesEveryLengthBetweenEveryKindOfMemory() {
        for (UnsafeBuffer from : newBuffers()) {
            for (int index = 0; index < CAPACITY; index++) {
                from.putByte(index, (byte) index);
            }
            for (UnsafeBuffer to : newBuffers()) {
                for (int length = 0; length <= MOST; length++) {
                    copyAndCheck(from, to, length);
                }
            }
        }
    }

    private static void copyAndCheck(UnsafeBuffer from, UnsafeBuffer to, int length) {
        int fromIndex = length % 7;
        int toIndex = length % 5;
        to.setMemory(0, CAPACITY, UNTOUCHED);

        SmallCopy.copy(from, fromIndex, to, toIndex, length);

        for (int index = 0; index < CAPACITY; index++) {
            boolean isCopied = index >= toIndex && index < toIndex + length;
            assertThat(to.getByte(index))
                    .as("byte %s of %s", index, length)
                    .isEqualTo(isCopied ? (byte) (index - toIndex + fromIndex) : UNTOUCHED);
        }
    }

    @Test
    void touchesNothingOutsideOfABuffer() {
        for (UnsafeBuffer from : newBuffers()) {
            for (UnsafeBuffer to : newBuffers()) {
                for (int length = 0; length <= MOST; length++) {
                    refuses(from, CAPACITY - length + 1, to, 0, length);
                    refuses(from, 0, to, CAPACITY - length + 1, length);
                    refuses(from, -1, to, 0, length);
                    refuses(from, 0, to, -1, length);
                }
                refuses(from, 0, to, 0, -1);
                refuses(from, Integer.MAX_VALUE, to, 0, 32);
                refuses(from, 0, to, Integer.MAX_VALUE, 32);
            }
        }
    }

    private static void refuses(UnsafeBuffer from, int fromIndex, UnsafeBuffer to, int toIndex, int length) {
        to.setMemory(0, CAPACITY, UNTOUCHED);

        assertThatThrownBy(() -> SmallCopy.copy(from, fromIndex, to, toIndex, length))
                .as("%s bytes from %s to %s", length, fromIndex, toIndex)
                .isInstanceOf(IndexOutOfBoundsException.class);
        for (int index = 0; index < CAPACITY; index++) {
            assertThat(to.getByte(index)).isEqualTo(UNTOUCHED);
        }
    }
}
