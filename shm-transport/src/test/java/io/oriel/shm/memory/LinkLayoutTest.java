// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.direct.DirectLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class LinkLayoutTest {
    @Test
    void keepsEachWordOnCacheLinesOfItsOwn() {
        assertThat(LinkLayout.ACKNOWLEDGEMENT_OFFSET % 128).isZero();
        assertThat(LinkLayout.ACKNOWLEDGEMENT_OFFSET).isGreaterThan(SharedFile.VERSION_OFFSET + Integer.BYTES);
        assertThat(LinkLayout.READ_OFFSET - LinkLayout.ACKNOWLEDGEMENT_OFFSET).isEqualTo(128);
        assertThat(LinkLayout.DIRECT_OFFSET - LinkLayout.READ_OFFSET).isEqualTo(128);
    }

    @Test
    void keepsWhatIsForDirectAccessAlignedAsItIsAlone() {
        assertThat(LinkLayout.DIRECT_OFFSET % 128).isZero();
    }

    @Test
    void isAsItsDiagramSays() {
        assertThat(LinkLayout.ACKNOWLEDGEMENT_OFFSET).isEqualTo(128);
        assertThat(LinkLayout.READ_OFFSET).isEqualTo(256);
        assertThat(LinkLayout.DIRECT_OFFSET).isEqualTo(384);
        assertThat(LinkLayout.LENGTH).isEqualTo(384 + DirectLayout.LENGTH).isEqualTo(66_176);
    }

    @Test
    void beginsWithAReadableMagic() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(LinkLayout.MAGIC);

        assertThat(new String(bytes.array(), StandardCharsets.US_ASCII)).isEqualTo("ORIELLNK");
    }
}
