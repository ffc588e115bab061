// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Pump;
import io.oriel.engine.transport.Transport;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.FailingLoop;
import io.oriel.testing.resource.Holdings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** UDP whose agent lacks what a test chooses, in a directory of its own, with what it must have given back at last. */
final class FailingHost implements AutoCloseable {
    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);
    private static final long PERIOD_NS = 50_000;
    private static final long PATIENCE_SECONDS = 20;

    final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    final SelectorLoop agent = SelectorLoop.start(errors::add);
    final FailingLoop loop = new FailingLoop(agent);
    private final Path parent = newParent();
    private final OrielConfig config;

    FailingHost(Medium medium) {
        OrielConfig defaults = OrielConfig.defaults();
        config = defaults.withMedium(medium)
                .withSharedMemory(defaults.sharedMemory().withDirectory(parent.resolve("d")))
                .withTimeouts(defaults.timeouts().withHandshake(HANDSHAKE));
    }

    private static Path newParent() {
        return Directories.make("oriel-udp");
    }

    Transport open() {
        return new UdpTransportFactory().open(config, loop);
    }

    FailingPort openPort(Transport transport) {
        return new FailingPort(transport);
    }

    List<String> files() {
        try (Stream<Path> files = Files.walk(parent.resolve("d"))) {
            return files.map(Path::toString)
                    .filter(name -> name.contains("/d/"))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    long mappings() {
        return Holdings.mappingsBelow(parent);
    }

    /** Waits until nothing is held but what was before. */
    void requireNothingHeldBut(Map<String, Long> descriptors, String when) {
        boolean isBack = Holdings.becomes(() -> Holdings.areAtMost(descriptors));
        assertThat(isBack)
                .as("%s: %s, but before %s", when, Holdings.descriptors(), descriptors)
                .isTrue();
        assertThat(mappings()).as("mappings, %s", when).isZero();
        assertThat(files()).as("files, %s", when).isEmpty();
    }

    @Override
    public void close() {
        loop.heal();
        agent.close();
        Directories.delete(parent);
    }

    /** A port with an owner who turns its pump and polls its links, and closes what its peers have closed. */
    final class FailingPort implements PortOwner, AutoCloseable {
        private final Port port;
        private final Set<Link> links = ConcurrentHashMap.newKeySet();
        private volatile @Nullable Thread turner;
        private volatile boolean isClosing;

        private FailingPort(Transport transport) {
            port = transport.openPort(LOOPBACK, this);
        }

        Port port() {
            return port;
        }

        Port.Listening listen() {
            return port.listen(new InetSocketAddress(LOOPBACK, 0));
        }

        /** Dials, and returns what comes of it. */
        NdStatus dial(InetSocketAddress destination) {
            CompletableFuture<NdStatus> answer = new CompletableFuture<>();
            agent.execute(() -> port.dial(destination, new DialHandler() {
                @Override
                public void dialled(Link link) {
                    answer.complete(NdStatus.SUCCESS);
                }

                @Override
                public void failed(NdStatus status, String reason) {
                    answer.complete(status);
                }
            }));
            try {
                return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError("the dial was never answered", e);
            }
        }

        @Override
        public LinkHandler linkOpened(Link link) {
            links.add(link);
            return new Ender(link);
        }

        @Override
        public void removed(String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void pumpStarted(Pump pump) {
            Thread thread = new Thread(() -> turn(pump), "turner");
            turner = thread;
            thread.start();
        }

        private void turn(Pump pump) {
            try {
                while (!isClosing) {
                    int work = pump.turn();
                    for (Link link : links) {
                        work += link.poll((word, buffer, offset, length) -> {}, 1);
                    }
                    LockSupport.parkNanos(work > 0 ? 1 : PERIOD_NS);
                }
            } catch (Throwable e) {
                errors.add(new AssertionError("the owner was thrown something", e));
            }
        }

        @Override
        public void close() {
            isClosing = true;
            try {
                Thread thread = turner;
                if (thread != null) {
                    thread.join();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            port.close();
        }

        /** Closes a link when its peer has. */
        private final class Ender implements LinkHandler {
            private final Link link;

            Ender(Link link) {
                this.link = link;
            }

            @Override
            public void onControl(DirectBuffer buffer, int offset, int length) {
                throw new AssertionError("nobody sends");
            }

            @Override
            public void onPeerClosed() {
                links.remove(link);
                link.close();
            }

            @Override
            public void onPeerDied() {
                onPeerClosed();
            }
        }
    }

    /** Tells whether a failure says what is wanting. */
    static boolean isClear(NdException failure) {
        return failure.status() == NdStatus.INSUFFICIENT_RESOURCES || failure.status() == NdStatus.DEVICE_NOT_READY;
    }
}
