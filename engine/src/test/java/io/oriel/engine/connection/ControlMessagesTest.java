// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.protocol.ConnectAcceptEncoder;
import io.oriel.engine.protocol.ConnectRequestEncoder;
import io.oriel.engine.protocol.MessageHeaderEncoder;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ControlMessagesTest {
    private static final int OFFSET = 5;
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final int BLOCK = ConnectRequestEncoder.BLOCK_LENGTH;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1000]);

    @Test
    void holdsAMessageAsItsEncoderWroteIt() {
        int length = request(4, 16, 100);

        assertThat(holds(length, BLOCK, 3)).isTrue();
    }

    @Test
    void holdsNoMessageThatIsCutShortAnywhere() {
        int length = request(4, 16, 3);

        for (int cut = 0; cut < length; cut++) {
            assertThat(holds(cut, BLOCK, 3)).as("%d of %d bytes", cut, length).isFalse();
        }
    }

    @Test
    void holdsAMessageWithMoreBehindIt() {
        int length = request(4, 4, 0);

        assertThat(holds(length + 10, BLOCK, 3)).as("parts of a later version").isTrue();
    }

    @Test
    void holdsAMessageWithALongerBlock() {
        buffer.putShort(OFFSET, (short) (BLOCK + 8), ByteOrder.LITTLE_ENDIAN);

        assertThat(holds(HEADER + BLOCK + 8, BLOCK, 0))
                .as("fields of a later version")
                .isTrue();
        assertThat(holds(HEADER + BLOCK + 7, BLOCK, 0)).isFalse();
    }

    @Test
    void holdsNoMessageWithAShorterBlock() {
        int length = request(4, 4, 0);
        buffer.putShort(OFFSET, (short) (BLOCK - 1), ByteOrder.LITTLE_ENDIAN);

        assertThat(holds(length, BLOCK, 3)).isFalse();
    }

    @Test
    void readsLengthsWithoutTheirSign() {
        buffer.putShort(OFFSET, (short) 0xFFFF, ByteOrder.LITTLE_ENDIAN);
        assertThat(holds(1000 - OFFSET, BLOCK, 0)).isFalse();

        buffer.putShort(OFFSET, (short) BLOCK, ByteOrder.LITTLE_ENDIAN);
        buffer.putShort(OFFSET + HEADER + BLOCK, (short) 0xFFFF, ByteOrder.LITTLE_ENDIAN);
        assertThat(holds(1000 - OFFSET, BLOCK, 1)).isFalse();
    }

    @Test
    void looksAtNothingBeyondTheMessage() {
        UnsafeBuffer exact = new UnsafeBuffer(new byte[HEADER]);

        assertThat(ControlMessages.Shape.holds(exact, 0, HEADER, 0, 1)).isFalse();
        assertThat(ControlMessages.Shape.holds(exact, 0, HEADER, 0, 0)).isTrue();
        assertThat(ControlMessages.Shape.holds(exact, HEADER, 0, 0, 0)).isFalse();
    }

    @Test
    void holdsAnEmptyPartAtTheVeryEnd() {
        ConnectAcceptEncoder accept = new ConnectAcceptEncoder();
        accept.wrapAndApplyHeader(buffer, OFFSET, new MessageHeaderEncoder()).putPrivateData(new byte[0], 0, 0);

        assertThat(holds(HEADER + accept.encodedLength(), ConnectAcceptEncoder.BLOCK_LENGTH, 1))
                .isTrue();
    }

    private boolean holds(int length, int block, int parts) {
        return ControlMessages.Shape.holds(buffer, OFFSET, length, block, parts);
    }

    private int request(int destination, int source, int privateData) {
        ConnectRequestEncoder encoder = new ConnectRequestEncoder();
        encoder.wrapAndApplyHeader(buffer, OFFSET, new MessageHeaderEncoder())
                .connectionId(1)
                .destinationPort(6)
                .sourcePort(7)
                .putDestination(new byte[destination], 0, destination)
                .putSource(new byte[source], 0, source)
                .putPrivateData(new byte[privateData], 0, privateData);
        return HEADER + encoder.encodedLength();
    }
}
