// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A port with an owner that keeps what it hears, for a test's thread to read. */
public final class TestPort implements PortOwner {
    static final long PATIENCE_SECONDS = 20;

    private final SelectorLoop loop;
    private final Port port;
    private final BlockingQueue<TestLink> opened = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> removals = new LinkedBlockingQueue<>();

    TestPort(SelectorLoop loop, Transport transport) {
        this.loop = loop;
        port = transport.openPort(InetAddress.getLoopbackAddress(), this);
    }

    public Port port() {
        return port;
    }

    public Port.Listening listen() {
        return port.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** Dials, and waits for the link; a failure is thrown as NdException. */
    public TestLink dial(InetSocketAddress destination) {
        Link link = await(beginDial(destination));
        TestLink test = nextOpenedUnless(link);
        assertThat(test.link()).isSameAs(link);
        return test;
    }

    private TestLink nextOpenedUnless(Link link) {
        for (TestLink known : opened) {
            if (known.link() == link) {
                opened.remove(known);
                return known;
            }
        }
        throw new AssertionError("the link was dialled before it was opened");
    }

    public CompletableFuture<Link> beginDial(InetSocketAddress destination) {
        CompletableFuture<Link> result = new CompletableFuture<>();
        loop.execute(() -> port.dial(destination, new DialHandler() {
            @Override
            public void dialled(Link link) {
                result.complete(link);
            }

            @Override
            public void failed(NdStatus status, String reason) {
                result.completeExceptionally(new NdException(status, reason));
            }
        }));
        return result;
    }

    public TestLink nextOpened() {
        return take(opened);
    }

    public BlockingQueue<TestLink> opened() {
        return opened;
    }

    public String nextRemoval() {
        return take(removals);
    }

    public BlockingQueue<String> removals() {
        return removals;
    }

    public SelectorLoop loop() {
        return loop;
    }

    @Override
    public LinkHandler linkOpened(Link link) {
        TestLink test = new TestLink(link);
        opened.add(test);
        return test;
    }

    @Override
    public void removed(String reason) {
        removals.add(reason);
    }

    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    public static <T> T take(BlockingQueue<T> queue) {
        try {
            return Objects.requireNonNull(queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "nothing came");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A link with a handler that keeps what it hears. */
    public final class TestLink implements LinkHandler {
        private final Link link;
        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        TestLink(Link link) {
            this.link = link;
        }

        public Link link() {
            return link;
        }

        public String nextEvent() {
            return take(events);
        }

        public BlockingQueue<String> events() {
            return events;
        }

        public void sendControl(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            loop.execute(() -> link.sendControl(new UnsafeBuffer(bytes), 0, bytes.length));
        }

        /** Sends a frame that holds one number, waiting for room. */
        public void send(long word, long payload) {
            long startNs = System.nanoTime();
            while (!link.tryClaim(Long.BYTES)) {
                assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
                port.kick();
                Thread.onSpinWait();
            }
            link.claimedBuffer().putLong(link.claimedOffset(), payload);
            link.commit(word);
        }

        /** Waits for a frame that holds one number, and returns it with its word. */
        public long[] receive() {
            long[] received = new long[2];
            int count = 0;
            long startNs = System.nanoTime();
            while (count == 0) {
                count = link.poll(
                        (word, buffer, offset, length) -> {
                            assertThat(length).isEqualTo(Long.BYTES);
                            received[0] = word;
                            received[1] = buffer.getLong(offset);
                        },
                        1);
                assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
                Thread.onSpinWait();
            }
            return received;
        }

        public void close() {
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            loop.execute(() -> {
                link.close();
                done.complete(true);
            });
            assertThat(await(done)).isTrue();
        }

        @Override
        public void onControl(DirectBuffer buffer, int offset, int length) {
            byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            events.add("control " + new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void onPeerClosed() {
            events.add("closed");
        }

        @Override
        public void onPeerDied() {
            events.add("died");
        }
    }
}
