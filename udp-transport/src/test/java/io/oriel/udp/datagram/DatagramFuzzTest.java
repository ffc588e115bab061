// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.oriel.api.NdStatus;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DatagramFuzzTest {
    private static final int RANDOM_INPUTS = WholeBuild.RUNS ? 200_000 : 50_000;
    private static final LinkOffer OFFER = new LinkOffer(
            LinkOffer.PROTOCOL_VERSION,
            LinkOffer.LAYOUT_VERSION,
            1,
            2,
            new LinkOffer.Stream(0, 4, 1 << 20, 1408),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 5),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 6),
            2_000);

    private static final LinkReader.Hello HELLO =
            new LinkReader.Hello(OFFER, 9, InetAddress.getLoopbackAddress(), true);
    private static final LinkReader.Welcome WELCOME =
            new LinkReader.Welcome(OFFER.withStream(OFFER.stream().withSession(3)), 10);

    private final Datagram datagram = new Datagram();

    private static List<byte[]> samples() {
        DatagramWriter writer = new DatagramWriter();
        List<byte[]> samples = new ArrayList<>();
        samples.add(bytes(writer.hello(HELLO)));
        samples.add(bytes(writer.welcome(WELCOME, 7)));
        samples.add(bytes(writer.cookie(7, 8)));
        samples.add(bytes(writer.exists(7, new LinkReader.Exists(1, 2))));
        samples.add(bytes(writer.refused(7, new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, "no"), 64)));
        samples.add(bytes(writer.ready(2, 1408, 64)));
        samples.add(bytes(writer.control(2, 1, 0, new byte[] {1, 2, 3})));
        samples.add(bytes(writer.bye(2, 2, 0, new Bye(1, 2))));
        samples.add(bytes(writer.alive(2, 3)));
        samples.add(bytes(writer.reset(2)));
        return samples;
    }

    private static byte[] bytes(ByteBuffer written) {
        byte[] bytes = new byte[written.remaining()];
        written.get(bytes);
        return bytes;
    }

    @Test
    void givesTheReasonOfARefusalInOneLine() {
        LinkReader.Refusal forged = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, "no\r\nERROR \u001b[31mforged");
        assertThat(read(bytes(new DatagramWriter().refused(7, forged, DatagramLayout.HELLO_LENGTH))))
                .isTrue();

        assertThat(requireNonNull(LinkReader.refused(datagram)).reason()).isEqualTo("no??ERROR ?[31mforged");
    }

    private boolean read(byte[] bytes) {
        ByteBuffer room = datagram.clear();
        room.put(bytes, 0, Math.min(bytes.length, room.remaining()));
        return datagram.isSound();
    }

    /** Makes the sum right, as a hostile sender would. */
    private static byte[] sealed(byte[] bytes) {
        CRC32C crc = new CRC32C();
        if (bytes.length >= DatagramLayout.HEADER_OFFSET) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            buffer.putInt(DatagramLayout.MAGIC_OFFSET, DatagramLayout.MAGIC);
            crc.update(bytes, DatagramLayout.MAGIC_OFFSET, bytes.length - DatagramLayout.MAGIC_OFFSET);
            buffer.putInt(DatagramLayout.CRC_OFFSET, (int) crc.getValue());
        }
        return bytes;
    }

    @FuzzTest
    void readsEveryDatagramOrNothing(byte[] input) {
        if (!read(sealed(input.clone()))) {
            return;
        }
        assertThat(LinkReader.key(datagram)).isNotNull();
        assertThat(LinkReader.reset(datagram)).isNotNull();
        assertThat(LinkReader.dialKey(datagram)).isNotNull();
        LinkReader.Exists exists = LinkReader.exists(datagram);
        assertThat(exists == null || datagram.length() >= 24).isTrue();
        LinkReader.Refusal refusal = LinkReader.refused(datagram);
        assertThat(refusal == null || refusal.status().isFailure()).isTrue();
        LinkReader.Greeting greeting = LinkReader.greeting(datagram);
        assertThat(greeting == null || datagram.length() >= 24).isTrue();
        assertThat(LinkReader.cookie(datagram)).isNotNull();
        LinkReader.Hello hello = LinkReader.hello(datagram);
        check(hello == null ? null : hello.offer());
        LinkReader.Welcome welcome = LinkReader.welcome(datagram);
        check(welcome == null ? null : welcome.offer());
    }

    private static void check(@Nullable LinkOffer offer) {
        if (offer != null) {
            assertThat(offer.data().getPort()).isPositive();
            assertThat(offer.control().getPort()).isPositive();
            assertThat(offer.stream().mtuLength())
                    .isLessThanOrEqualTo(offer.stream().termLength() / 8);
        }
    }

    @Test
    void readsMutatedDatagrams() {
        Random random = SeededRandom.create(DatagramFuzzTest.class);
        List<byte[]> samples = samples();
        for (int count = 0; count < RANDOM_INPUTS; count++) {
            byte[] sample = samples.get(random.nextInt(samples.size()));
            byte[] bytes = Arrays.copyOf(sample, random.nextInt(sample.length + 8));
            for (int change = random.nextInt(6); change > 0 && bytes.length > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            readsEveryDatagramOrNothing(bytes);
        }
    }

    @Test
    void readsNoDamagedDatagram() {
        Random random = SeededRandom.create(DatagramFuzzTest.class);
        List<byte[]> samples = samples();
        for (int count = 0; count < RANDOM_INPUTS; count++) {
            byte[] bytes = samples.get(random.nextInt(samples.size())).clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));

            assertThat(read(bytes)).isFalse();
        }
    }

    @Test
    void readsWhatItWrites() {
        for (byte[] sample : samples()) {
            assertThat(read(sample)).isTrue();
        }
        assertThat(read(samples().get(0))).isTrue();
        assertThat(LinkReader.hello(datagram)).isEqualTo(HELLO);
        assertThat(read(samples().get(1))).isTrue();
        assertThat(LinkReader.welcome(datagram)).isEqualTo(WELCOME);
        assertThat(LinkReader.dialKey(datagram)).hasValue(7);
        assertThat(read(samples().get(2))).isTrue();
        assertThat(LinkReader.dialKey(datagram)).hasValue(7);
        assertThat(LinkReader.cookie(datagram)).hasValue(8);
    }

    @Test
    void readsNothingThatIsLongerThanAnyDatagram() {
        assertThat(read(sealed(new byte[DatagramLayout.MAX_LENGTH + 1]))).isFalse();
    }
}
