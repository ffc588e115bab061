// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramHandler;
import io.oriel.udp.datagram.DatagramWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A network between sockets that loses, repeats, delays and damages datagrams by dice. */
final class TestNetwork {
    private static final long MAX_DELAY_NS = 30_000_000;

    private final TestLoop loop;
    private final Random dice;
    private final Map<InetSocketAddress, DatagramHandler> sockets = new HashMap<>();
    private final Datagram arrival = new Datagram();
    double lossRate;
    double repeatRate;
    double damageRate;
    boolean isDelayed;

    @Nullable
    InetSocketAddress lost;

    private int unsound;
    private int sent;

    TestNetwork(TestLoop loop, Random dice) {
        this.loop = loop;
        this.dice = dice;
    }

    /** Binds a socket. */
    ControlChannel bind(InetSocketAddress address, DatagramHandler handler) {
        sockets.put(address, handler);
        return new ControlChannel() {
            private final DatagramWriter writer = new DatagramWriter();

            @Override
            public DatagramWriter writer() {
                return writer;
            }

            @Override
            public void send(ByteBuffer datagram, InetSocketAddress to) {
                byte[] bytes = new byte[datagram.remaining()];
                datagram.get(bytes);
                sent++;
                carry(bytes, address, to);
                if (dice.nextDouble() < repeatRate) {
                    carry(bytes, address, to);
                }
            }

            @Override
            public void receive() {}
        };
    }

    private void carry(byte[] bytes, InetSocketAddress from, InetSocketAddress to) {
        if (dice.nextDouble() < lossRate || to.equals(lost)) {
            return;
        }
        byte[] carried = bytes.clone();
        if (dice.nextDouble() < damageRate) {
            carried[dice.nextInt(carried.length)] ^= (byte) (1 << dice.nextInt(8));
        }
        long delayNs = isDelayed ? (long) (dice.nextDouble() * MAX_DELAY_NS) : 0;
        loop.schedule(delayNs, () -> arrive(carried, from, to));
    }

    private void arrive(byte[] bytes, InetSocketAddress from, InetSocketAddress to) {
        DatagramHandler handler = sockets.get(to);
        ByteBuffer room = arrival.clear();
        room.put(bytes);
        if (!arrival.isSound()) {
            unsound++;
        } else if (handler != null) {
            handler.onDatagram(arrival, from);
        }
    }

    int unsound() {
        return unsound;
    }

    int sent() {
        return sent;
    }
}
