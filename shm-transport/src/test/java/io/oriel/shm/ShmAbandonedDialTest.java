// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.RawPeer;
import io.oriel.shm.meeting.SampleMessages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A dial that is over while a worker is still making its link. */
@Timeout(40) // or it would end with the handshake's time-out
final class ShmAbandonedDialTest {
    private static final InetSocketAddress FAKE = TestAddresses.at("127.0.0.1", 50008);
    private static final String LINK_FILE = "l-0123456789abcdef";

    private final ShmTestBed bed =
            new ShmTestBed(config -> config.withTimeouts(config.timeouts().withHandshake(Duration.ofMinutes(1))));
    private final AtomicReference<HoldingLoop> loop = new AtomicReference<>();
    private final TestPort peer = bed.openPort();
    private final TestPort dialler = bed.openPort(bed.open(bed.config(), real -> {
        HoldingLoop made = new HoldingLoop(real);
        loop.set(made);
        return made;
    }));

    /** Another's control agent, whose workers can be held back. */
    private static final class HoldingLoop implements ControlLoop {
        private final ControlLoop loop;
        private final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
        private volatile boolean holds;

        HoldingLoop(ControlLoop loop) {
            this.loop = loop;
        }

        @Override
        public long nanoTime() {
            return loop.nanoTime();
        }

        @Override
        public void execute(Runnable task) {
            loop.execute(task);
        }

        @Override
        public Timer schedule(long delayNs, Runnable task) {
            return loop.schedule(delayNs, task);
        }

        @Override
        public void executeBlocking(Runnable task) {
            if (holds) {
                held.add(task);
            } else {
                loop.executeBlocking(task);
            }
        }

        @Override
        public void await(CompletableFuture<?> done) {
            loop.await(done);
        }

        @Override
        public boolean isAgentThread() {
            return loop.isAgentThread();
        }

        @Override
        public Watch watch(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException {
            return loop.watch(channel, interestOps, handler);
        }
    }

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void awaitsNothingMoreFromAListenerThatHasEnded() throws IOException, InterruptedException {
        LinkOffer offer = offerOfThePeer();
        HoldingLoop workers = Objects.requireNonNull(loop.get());
        Runnable making;
        try (ServerSocketChannel listener = listen()) {
            CompletableFuture<?> dial = dialler.beginDial(FAKE);
            try (RawPeer fake = new RawPeer(listener.accept())) {
                assertThat(fake.readMessage()).isNotNull();
                workers.holds = true;
                fake.sendMessage(SampleMessages.welcome(offer));
                making = workers.held.take();
            }
            assertThatThrownBy(() -> TestPort.await(dial))
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.CONNECTION_ABORTED));
            workers.holds = false;
        } finally {
            Files.deleteIfExists(socket());
        }

        making.run();

        assertThat(dialler.opened()).isEmpty();
    }

    /** What a listener would say whose files are there. */
    private LinkOffer offerOfThePeer() throws IOException {
        try (ServerSocketChannel listener = listen()) {
            CompletableFuture<?> dial = peer.beginDial(FAKE);
            try (RawPeer fake = new RawPeer(listener.accept())) {
                Message hello = Objects.requireNonNull(fake.readMessage());
                LinkOffer offer = Objects.requireNonNull(LinkReader.hello(hello));
                Path process = bed.directory().resolve(offer.process());
                Files.copy(
                        process.resolve(offer.file()), process.resolve(LINK_FILE), StandardCopyOption.COPY_ATTRIBUTES);
                return offer.withLink(1, LINK_FILE);
            } finally {
                dial.handle((link, failure) -> true).join();
            }
        } finally {
            Files.deleteIfExists(socket());
        }
    }

    private ServerSocketChannel listen() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return channel.bind(UnixDomainSocketAddress.of(socket()));
    }

    private Path socket() {
        return SocketNames.of(BaseDirectory.open(bed.directory())).listener(FAKE);
    }
}
