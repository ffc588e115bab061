// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.DatagramWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SealedReaderTest {
    private static final int TRIES = 50_000;

    private final Random random = SeededRandom.create(SealedReaderTest.class);
    private final DatagramWriter writer = new DatagramWriter();
    private final Datagram datagram = new Datagram();

    private static byte[] bytes(ByteBuffer written) {
        byte[] bytes = new byte[written.remaining()];
        written.get(bytes);
        return bytes;
    }

    private Datagram received(byte[] bytes) {
        datagram.clear().put(bytes);
        assertThat(datagram.isSound()).isTrue();
        return datagram;
    }

    private byte[] message(int length) {
        byte[] message = new byte[length];
        random.nextBytes(message);
        return message;
    }

    @Test
    void readsWhatWasWritten() {
        byte[] message = message(600);
        assertThat(SealedReader.knock(received(bytes(writer.knock(1, 7))))).isEqualTo(new SealedReader.Knock(1, 7));

        SealedReader.Hello hello = Objects.requireNonNull(
                SealedReader.hello(received(bytes(writer.sealedHello(1, 7, 8, "key", message)))));
        assertThat(hello.sealVersion()).isEqualTo(1);
        assertThat(hello.key()).isEqualTo(7);
        assertThat(hello.cookie()).isEqualTo(8);
        assertThat(hello.keyId()).isEqualTo("key");
        assertThat(hello.message()).isEqualTo(message);

        SealedReader.Answer welcome =
                Objects.requireNonNull(SealedReader.welcome(received(bytes(writer.sealedWelcome(9, message)))));
        assertThat(welcome.dialKey()).isEqualTo(9);
        assertThat(welcome.message()).isEqualTo(message);

        SealedReader.Answer answer =
                Objects.requireNonNull(SealedReader.answer(received(bytes(writer.sealedAnswer(10, message)))));
        assertThat(answer.dialKey()).isEqualTo(10);
        assertThat(answer.message()).isEqualTo(message);
    }

    @Test
    void readsAHelloThatIsShorterThanItsAnswersAsNothing() {
        assertThat(SealedReader.hello(received(bytes(writer.sealedHello(1, 7, 8, "key", message(100))))))
                .isNull();
    }

    /** Sound by their sum, whatever they hold. */
    @Test
    void readsNonsenseAsNothingOrSomethingShort() {
        List<byte[]> written = List.of(
                bytes(writer.knock(1, 7)),
                bytes(writer.sealedHello(1, 7, 8, "key", message(600))),
                bytes(writer.sealedWelcome(9, message(200))),
                bytes(writer.sealedAnswer(10, message(60))));
        for (int count = 0; count < TRIES; count++) {
            byte[] bytes = damaged(written.get(random.nextInt(written.size())));
            datagram.clear().put(bytes);
            if (datagram.isSound()) {
                readAll(bytes.length);
            }
        }
    }

    private void readAll(int length) {
        SealedReader.Hello hello = SealedReader.hello(datagram);
        SealedReader.Answer welcome = SealedReader.welcome(datagram);
        SealedReader.Answer answer = SealedReader.answer(datagram);
        assertThat(SealedReader.knock(datagram) == null || length >= DatagramLayout.HELLO_LENGTH)
                .isTrue();
        assertThat(hello == null ? 0 : hello.message().length + hello.keyId().length())
                .isLessThan(length);
        assertThat(welcome == null ? 0 : welcome.message().length).isLessThan(length);
        assertThat(answer == null ? 0 : answer.message().length).isLessThan(length);
    }

    private byte[] damaged(byte[] sound) {
        int least = DatagramLayout.BODY_OFFSET;
        ByteBuffer bytes = ByteBuffer.allocate(
                        random.nextInt(4) == 0 ? least + random.nextInt(sound.length) : sound.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(sound, 0, Math.min(sound.length, bytes.capacity()));
        for (int change = random.nextInt(6); change > 0; change--) {
            int reach = Math.min(bytes.capacity(), random.nextBoolean() ? 64 : bytes.capacity());
            bytes.put(DatagramLayout.MAGIC_OFFSET + random.nextInt(reach - DatagramLayout.MAGIC_OFFSET), (byte)
                    random.nextInt());
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), DatagramLayout.MAGIC_OFFSET, bytes.capacity() - DatagramLayout.MAGIC_OFFSET);
        bytes.putInt(DatagramLayout.CRC_OFFSET, (int) crc.getValue());
        return bytes.array();
    }
}
