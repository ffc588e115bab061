// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.transport.Port;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class WordsLayoutTest {
    @Test
    void keepsTheArmedWordOnCacheLinesOfItsOwn() {
        assertThat(WordsLayout.ARMED_OFFSET % 128).isZero();
        assertThat(WordsLayout.ARMED_OFFSET).isGreaterThanOrEqualTo(WordsLayout.ADAPTER_ID_OFFSET + Long.BYTES);
        assertThat(WordsLayout.CREDITS_OFFSET - WordsLayout.ARMED_OFFSET).isEqualTo(128);
    }

    @Test
    void alignsEveryWord() {
        assertThat(WordsLayout.CREDITS_OFFSET % Long.BYTES).isZero();
        assertThat(WordsLayout.CREDIT_STRIDE % Long.BYTES).isZero();
        assertThat(WordsLayout.ADAPTER_ID_OFFSET % Long.BYTES).isZero();
    }

    @Test
    void holdsTheWordsOfAllEndpoints() {
        assertThat(WordsLayout.creditOffset(Port.MAX_ENDPOINTS - 1) + Long.BYTES)
                .isEqualTo(WordsLayout.LENGTH);
    }

    @Test
    void isAsItsDiagramSays() {
        assertThat(WordsLayout.ARMED_OFFSET).isEqualTo(128);
        assertThat(WordsLayout.creditOffset(0)).isEqualTo(256);
        assertThat(WordsLayout.creditOffset(1)).isEqualTo(264);
        assertThat(WordsLayout.LENGTH).isEqualTo(65_792);
    }

    @Test
    void beginsWithAReadableMagic() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(WordsLayout.MAGIC);

        assertThat(new String(bytes.array(), StandardCharsets.US_ASCII)).isEqualTo("ORIELWRD");
    }
}
