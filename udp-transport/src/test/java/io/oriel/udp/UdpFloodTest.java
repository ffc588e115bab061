// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Listener;
import io.oriel.api.NdStatus;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.DatagramLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers send anything to an adapter's ports while it works. */
class UdpFloodTest {
    private static final int DATAGRAMS = Integer.getInteger("oriel.test.floodDatagrams", 100_000);
    private static final int PER_STEP = 500;
    private static final long TIMEOUT_SECONDS = 900;

    private final Random random = SeededRandom.create(UdpFloodTest.class);
    private final List<InetSocketAddress> ports = new CopyOnWriteArrayList<>();
    private final ByteBuffer datagram = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void changesNothing() throws IOException {
        Announcement announcement = new Announcement() {
            @Override
            public InetSocketAddress control(InetSocketAddress own) {
                ports.add(own);
                return own;
            }

            @Override
            public InetSocketAddress data(InetSocketAddress own) {
                ports.add(own);
                return own;
            }
        };
        try (UdpPair pair = UdpPair.open(config -> config, java.net.InetAddress.getLoopbackAddress(), announcement)
                        .connect();
                Listener listener = pair.one.adapter.createListener();
                DatagramChannel stranger = DatagramChannel.open()) {
            listener.bind(new InetSocketAddress(pair.one.address, 0));
            listener.listen(1);
            ports.add(listener.localAddress());
            List<InetSocketAddress> targets = new ArrayList<>(ports);
            UdpTraffic traffic = new UdpTraffic(pair, random);

            for (int sent = 0; sent < DATAGRAMS; sent += PER_STEP) {
                for (int i = 0; i < PER_STEP; i++) {
                    send(stranger, targets.get(random.nextInt(targets.size())));
                }
                assertThat(traffic.step()).as("after %s datagrams", sent).isEqualTo(NdStatus.SUCCESS);
            }

            assertThat(pair.one.endpoint.isConnected()).isTrue();
            assertThat(pair.two.endpoint.isConnected()).isTrue();
        }
    }

    private void send(DatagramChannel stranger, InetSocketAddress target) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        datagram.clear();
        datagram.put(bytes);
        switch (random.nextInt(4)) {
            case 0 -> likeAeron(bytes.length);
            case 1 -> likeOriel(bytes.length);
            default -> {
                // any bytes
            }
        }
        try {
            datagram.flip();
            int sent = stranger.send(datagram, target);
            assert sent >= 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A header that Aeron would look at. */
    private void likeAeron(int length) {
        if (length >= 32) {
            datagram.putInt(0, random.nextBoolean() ? length : random.nextInt());
            datagram.put(4, (byte) 0);
            datagram.putShort(6, (short) random.nextInt(8));
            datagram.putInt(16, 1);
        }
    }

    /** A sum and a header that Oriel would look at. */
    private void likeOriel(int length) {
        if (length >= DatagramLayout.BODY_OFFSET) {
            datagram.putInt(DatagramLayout.MAGIC_OFFSET, DatagramLayout.MAGIC);
            datagram.putShort(DatagramLayout.HEADER_OFFSET, (short) random.nextInt(length));
            datagram.putShort(DatagramLayout.HEADER_OFFSET + 2, (short) (96 + random.nextInt(10)));
            datagram.putShort(DatagramLayout.HEADER_OFFSET + 4, (short) 4711);
            CRC32C crc = new CRC32C();
            crc.update(datagram.array(), DatagramLayout.MAGIC_OFFSET, length - DatagramLayout.MAGIC_OFFSET);
            datagram.putInt(DatagramLayout.CRC_OFFSET, (int) crc.getValue());
        }
    }
}
