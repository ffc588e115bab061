// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static final long[] EDGES = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        Long.MIN_VALUE + 100,
        -100,
        -1,
        0,
        1,
        7,
        64,
        100,
        1L << 31,
        1L << 62,
        Long.MAX_VALUE - 100,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
    };

    @Test
    void findsInsideWhatIsInsideWhateverThePeerSays() {
        for (long offset : EDGES) {
            for (long size : EDGES) {
                for (long length : EDGES) {
                    assertThat(Arguments.isInside(offset, size, length))
                            .as("%s bytes at %s of %s", size, offset, length)
                            .isEqualTo(isInside(offset, size, length));
                }
            }
        }
    }

    private static boolean isInside(long offset, long size, long length) {
        BigInteger end = BigInteger.valueOf(offset).add(BigInteger.valueOf(size));
        return offset >= 0 && size >= 0 && length >= 0 && end.compareTo(BigInteger.valueOf(length)) <= 0;
    }
}
