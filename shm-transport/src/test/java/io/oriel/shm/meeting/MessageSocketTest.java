// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.ShmTestBed;
import io.oriel.testing.resource.FailingLoop;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MessageSocketTest {
    private static final int MESSAGES = 500; // more than a socket holds

    private final Path path = ShmTestBed.freshDirectory();
    private final SelectorLoop agent = SelectorLoop.start(error -> {});
    private final FailingLoop loop = new FailingLoop(agent);

    @AfterEach
    void close() throws IOException {
        agent.close();
        Files.deleteIfExists(path);
    }

    @Test
    void closesAtOnceIfThereIsNoRoomForTheTimerThatEndsItsFlush() throws IOException {
        try (ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path))) {
            SocketChannel ours = SocketChannel.open(UnixDomainSocketAddress.of(path));
            try (SocketChannel deaf = server.accept()) {
                loop.failAt(FailingLoop.Want.TIMER, 1);

                CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> sendAndClose(ours), agent::execute);

                assertThatThrownBy(closed::join).hasCauseInstanceOf(OutOfMemoryError.class);
                assertThat(ours.isOpen()).isFalse();
                assertThat(deaf.isOpen()).isTrue();
            }
        }
    }

    private void sendAndClose(SocketChannel ours) {
        MessageSocket socket = new MessageSocket(loop, ours, new MessageHandler() {
            @Override
            public void onMessage(Message message) {}

            @Override
            public void onEnd(String reason) {}
        });
        try {
            socket.start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        UnsafeBuffer message = new UnsafeBuffer(new byte[MessageSocket.MAX_MESSAGE_LENGTH]);
        for (int i = 0; i < MESSAGES; i++) {
            socket.send(message, 0, message.capacity());
        }
        socket.closeAfterFlush();
    }
}
