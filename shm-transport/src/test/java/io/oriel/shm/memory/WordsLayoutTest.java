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
    void keepsAcknowledgementsOnCacheLinesOfTheirOwn() {
        assertThat(WordsLayout.ACKNOWLEDGEMENT_STRIDE).isEqualTo(128);
        assertThat(WordsLayout.ACKNOWLEDGEMENTS_OFFSET % WordsLayout.ACKNOWLEDGEMENT_STRIDE)
                .isZero();
    }

    @Test
    void keepsTheArmedWordOnCacheLinesOfItsOwn() {
        assertThat(WordsLayout.ARMED_OFFSET % 128).isZero();
        assertThat(WordsLayout.ARMED_OFFSET).isGreaterThanOrEqualTo(WordsLayout.ADAPTER_ID_OFFSET + Long.BYTES);
        assertThat(WordsLayout.ACKNOWLEDGEMENTS_OFFSET - WordsLayout.ARMED_OFFSET)
                .isEqualTo(128);
    }

    @Test
    void alignsEveryWord() {
        assertThat(WordsLayout.CREDITS_OFFSET % Long.BYTES).isZero();
        assertThat(WordsLayout.CREDIT_STRIDE % Long.BYTES).isZero();
        assertThat(WordsLayout.ADAPTER_ID_OFFSET % Long.BYTES).isZero();
    }

    @Test
    void holdsTheWordsOfAllLinksAndEndpoints() {
        assertThat(WordsLayout.acknowledgementOffset(WordsLayout.MAX_LINKS - 1) + Long.BYTES)
                .isLessThanOrEqualTo(WordsLayout.CREDITS_OFFSET);
        assertThat(WordsLayout.creditOffset(Port.MAX_ENDPOINTS - 1) + Long.BYTES)
                .isEqualTo(WordsLayout.LENGTH);
    }

    @Test
    void isAsItsDiagramSays() {
        assertThat(WordsLayout.ARMED_OFFSET).isEqualTo(128);
        assertThat(WordsLayout.acknowledgementOffset(1)).isEqualTo(384);
        assertThat(WordsLayout.CREDITS_OFFSET).isEqualTo(33_024);
        assertThat(WordsLayout.LENGTH).isEqualTo(98_560);
    }

    @Test
    void beginsWithAReadableMagic() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(WordsLayout.MAGIC);

        assertThat(new String(bytes.array(), StandardCharsets.US_ASCII)).isEqualTo("ORIELWRD");
    }
}
