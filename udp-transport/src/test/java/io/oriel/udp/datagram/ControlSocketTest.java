// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.control.SelectorLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControlSocketTest {
    private static final int SENT = 100;
    private static final int PER_TURN_OF_ANYBODY = 32;

    private final SelectorLoop loop = SelectorLoop.start(error -> {});
    private final InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private int dropped;

    @AfterEach
    void close() {
        loop.close();
    }

    /** On the agent, which selects nothing meanwhile. */
    private void receiveAll(ControlSocket socket, int perTurn) {
        try (DatagramChannel sender = DatagramChannel.open()) {
            socket.start((datagram, source) -> {}, () -> dropped++);
            for (int count = 0; count < SENT; count++) {
                assertThat(sender.send(ByteBuffer.allocate(1), socket.address()))
                        .isOne();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int turn = 1; dropped < SENT; turn++) {
            socket.receive();
            assertThat(dropped).isEqualTo(Math.min(turn * perTurn, SENT));
        }
        socket.close();
    }

    @Test
    void takesFewDatagramsInATurnWhereAnybodyMaySend() throws IOException {
        ControlSocket socket = ControlSocket.bind(loop, anyPort);

        loop.runByAgent(() -> receiveAll(socket, PER_TURN_OF_ANYBODY));
    }

    @Test
    void takesMoreWhereLinksSend() throws IOException {
        ControlSocket socket = ControlSocket.bind(loop, anyPort, DatagramLayout.MAX_LENGTH);

        loop.runByAgent(() -> receiveAll(socket, SENT));
    }
}
