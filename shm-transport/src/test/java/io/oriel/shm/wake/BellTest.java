// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.wake;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.ShmTestBed;
import io.oriel.testing.resource.FailingLoop;
import io.oriel.testing.resource.FailingLoop.Want;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bell that connects while something is wanting. */
@Timeout(60)
final class BellTest {
    private static final long LINK_ID = 77;

    private final Path path = ShmTestBed.freshDirectory();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final SelectorLoop agent = SelectorLoop.start(errors::add);
    private final FailingLoop loop = new FailingLoop(agent);
    private final Bell bell = new Bell(loop, loop::executeBlocking, path, ShmTestBed.self(), LINK_ID);

    @AfterEach
    void close() throws IOException {
        loop.heal();
        agent.execute(bell::close);
        agent.close();
        Files.deleteIfExists(path);
    }

    @ParameterizedTest
    @CsvSource({"THREAD, 1", "THREAD, 5", "TASK, 1", "TASK, 2", "TASK, 5"})
    void wakesThoughSomethingWasWantingWhenItConnected(Want want, int failures) throws IOException {
        try (ServerSocketChannel peer = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            peer.bind(UnixDomainSocketAddress.of(path));
            loop.fail(want, 1, failures);
            agent.execute(bell::connect);
            awaitFailures(want, failures);

            bell.ring();

            requireWake(peer);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void wakesThoughThereIsNoMemoryForTheTaskThatConnects(int failures) throws IOException {
        try (ServerSocketChannel peer = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            peer.bind(UnixDomainSocketAddress.of(path));
            loop.fail(Want.TASK, 1, failures);

            bell.ring();

            requireWake(peer);
        }
    }

    @Test
    void wakesThoughThereIsNeitherAThreadNorMemoryForATimer() throws IOException {
        try (ServerSocketChannel peer = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            peer.bind(UnixDomainSocketAddress.of(path));
            loop.failAt(Want.THREAD, 1);
            loop.fail(Want.TIMER, 1, 5);

            bell.ring();

            requireWake(peer);
        }
    }

    @Test
    void wakesThoughThePeerHasClosedTheConnectionBeforeItCouldBeUsed() throws IOException {
        try (ServerSocketChannel peer = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            peer.bind(UnixDomainSocketAddress.of(path));
            CompletableFuture<Void> closedByPeer = new CompletableFuture<>();
            Bell refused = new Bell(
                    loop,
                    connecting -> {
                        connecting.run();
                        if (!closedByPeer.isDone()) {
                            acceptAndClose(peer);
                            closedByPeer.complete(null);
                        }
                    },
                    path,
                    ShmTestBed.self(),
                    LINK_ID);

            refused.ring();
            closedByPeer.join(); // or the first connection would be taken below

            requireWake(peer);
            agent.execute(refused::close);
        }
    }

    /** As another user puts it in the place of its wake socket: nothing of what a private socket gets comes from here. */
    @Test
    void writesNothingThroughALinkToAPrivateSocket() throws IOException {
        Path hidden = path.resolveSibling(path.getFileName() + "-private");
        try (ServerSocketChannel victim = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            victim.bind(UnixDomainSocketAddress.of(hidden));
            victim.configureBlocking(false);
            Files.createSymbolicLink(path, hidden);
            Bell deceived = new Bell(loop, Runnable::run, path, ShmTestBed.self(), LINK_ID);
            CompletableFuture<Void> tried = new CompletableFuture<>();
            agent.execute(() -> {
                deceived.connect();
                tried.complete(null);
            });
            tried.join();

            assertThat(victim.accept()).isNull();
        } finally {
            Files.delete(hidden);
        }
    }

    private static void acceptAndClose(ServerSocketChannel peer) {
        try {
            peer.accept().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitFailures(Want want, int count) {
        while (loop.failures(want) < count) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("the test's time is over")
                    .isFalse();
            Thread.onSpinWait();
        }
    }

    /** Accepts until a connection brings its greeting and a wake: those before have ended. */
    private static void requireWake(ServerSocketChannel peer) throws IOException {
        boolean isWoken = false;
        while (!isWoken) {
            try (SocketChannel connection = peer.accept()) {
                ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + 1);
                int count = 0;
                while (count >= 0 && bytes.hasRemaining()) {
                    count = connection.read(bytes);
                }
                isWoken = !bytes.hasRemaining();
            }
        }
    }
}
