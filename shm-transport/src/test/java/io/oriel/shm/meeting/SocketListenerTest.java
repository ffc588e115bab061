// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.SharingConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.Eventually;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.rights.Members;
import io.oriel.testing.resource.FailingLoop;
import io.oriel.testing.resource.FailingLoop.Want;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A listening socket whose process lacks something for a while. */
@SuppressWarnings("try") // listeners and connections are open for as long as the block
class SocketListenerTest {
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final BlockingQueue<SocketChannel> accepted = new LinkedBlockingQueue<>();
    private final SelectorLoop agent = SelectorLoop.start(errors::add);
    private final FailingLoop loop = new FailingLoop(agent);
    private final Path directory = ShmTestBed.freshDirectory();
    private final Path path = directory.resolve("s");

    @BeforeEach
    void makeDirectory() throws IOException {
        Files.createDirectory(directory);
    }

    @AfterEach
    void removeEverything() throws IOException {
        agent.close();
        for (SocketChannel each : accepted) {
            each.close();
        }
        Files.deleteIfExists(path);
        Files.delete(directory);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void goesOnAfterThreadsCouldNotBeMade(int failures) throws Exception {
        try (SocketListener listener = bind(accepted::add)) {
            loop.fail(Want.THREAD, 1, failures);

            for (int i = 0; i < failures; i++) {
                try (SocketChannel refused = connect()) {
                    assertThat(read(refused))
                            .as("the connection that was not taken is closed")
                            .isNegative();
                }
                assertThat(errors.take()).isInstanceOf(OutOfMemoryError.class);
            }
            try (SocketChannel taken = connect()) {
                assertThat(accepted.take().isConnected()).isTrue();
                assertThat(taken.isConnected()).isTrue();
            }
            assertThat(errors).isEmpty();
        }
    }

    @Test
    void goesOnAfterTheTakerOfAConnectionHadNoMemory() throws Exception {
        Consumer<SocketChannel> poor = channel -> {
            if (errors.isEmpty()) {
                throw new OutOfMemoryError("Cannot reserve 64 bytes of direct buffer memory");
            }
            accepted.add(channel);
        };
        try (SocketListener listener = bind(poor)) {
            try (SocketChannel refused = connect()) {
                assertThat(read(refused)).isNegative();
            }
            awaitError();
            try (SocketChannel taken = connect()) {
                assertThat(accepted.take().isConnected()).isTrue();
            }
        }
    }

    @Test
    void listensAfterItCouldNotBeWatchedAtFirst() throws Exception {
        loop.failAt(Want.WATCH, 1);
        try (SocketListener listener = bind(accepted::add)) {
            try (SocketChannel taken = connect()) {
                assertThat(accepted.take().isConnected()).isTrue();
            }
            assertThat(errors.take()).hasMessageContaining("cannot be watched");
        }
    }

    @Test
    void leavesNoSocketThatTheAgentWasNotTold() throws Exception {
        loop.failAt(Want.TASK, 1);

        try {
            bind(accepted::add).close();
        } catch (OutOfMemoryError e) {
            assertThat(path).doesNotExist();
            bind(accepted::add).close();
            return;
        }
        throw new AssertionError("no failure");
    }

    @Test
    void stopsListeningThoughTheAgentTakesNoTaskAtFirst() throws Exception {
        SocketListener listener = bind(accepted::add);
        SocketChannel peer = connect();
        accepted.take().close();
        peer.close();
        loop.failAt(Want.TASK, 1);

        listener.close();

        assertThat(path).doesNotExist();
        Eventually.becomes(() -> openListenersAt(path), 0L);
    }

    private SocketListener bind(Consumer<SocketChannel> onAccept) throws IOException {
        return SocketListener.bind(
                loop, path, Members.of(SharingConfig.defaults()), (channel, user) -> onAccept.accept(channel));
    }

    private SocketChannel connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(path));
        return channel;
    }

    /** As the kernel lists them; each socket that was accepted there is listed too. */
    private static long openListenersAt(Path path) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/net/unix"))) {
            return lines.filter(line -> line.endsWith(" " + path)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int read(SocketChannel channel) throws IOException {
        return channel.read(ByteBuffer.allocate(1));
    }

    private void awaitError() throws InterruptedException {
        errors.add(errors.take());
    }
}
