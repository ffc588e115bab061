// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.micro;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.benchmarks.process.PrivateDirectory;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.ShmTransportFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Both ends of a link of shared memory on one thread: what a frame costs the one and the other. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class LinkBenchmark {
    private static final int LENGTH = 32;
    /** Frames of an invocation, so many that reading the clock around it counts for nothing. */
    private static final int FRAMES = 4096;

    private static final int FRAGMENT_LIMIT = 64;
    // Large, because on one thread a wait for the driver would be part of the measurement.
    private static final int TERM_LENGTH = 1 << 24;

    /** JMH makes it. */
    public LinkBenchmark() {}

    private static final class End implements PortOwner, LinkHandler, FrameHandler, AutoCloseable {
        final SelectorLoop loop = SelectorLoop.start(Throwable::printStackTrace);
        final CompletableFuture<Link> opened = new CompletableFuture<>();
        final Transport transport;
        final Port port;
        long sum;

        End(OrielConfig config) {
            transport = new ShmTransportFactory().open(config, loop);
            port = transport.openPort(InetAddress.getLoopbackAddress(), this);
        }

        void dial(InetSocketAddress address) {
            loop.execute(() -> port.dial(address, new DialHandler() {
                @Override
                public void dialled(Link link) {
                    // It was opened before.
                }

                @Override
                public void failed(NdStatus status, String reason) {
                    opened.completeExceptionally(new NdException(status, reason));
                }
            }));
        }

        @Override
        public LinkHandler linkOpened(Link link) {
            opened.complete(link);
            return this;
        }

        @Override
        public void onFrame(long word, DirectBuffer buffer, int offset, int length) {
            sum += word + buffer.getLong(offset);
        }

        @Override
        public void removed(String reason) {
            opened.completeExceptionally(new IllegalStateException(reason));
        }

        @Override
        public void onControl(DirectBuffer buffer, int offset, int length) {}

        @Override
        public void onPeerClosed() {}

        @Override
        public void onPeerDied() {}

        @Override
        public void close() {
            transport.close();
            loop.close();
        }
    }

    /** The link; in the scope of the benchmark, so that the states of single invocations see the same one. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures
    public static class Ends {
        private final UnsafeBuffer source = new UnsafeBuffer(new byte[LENGTH]);
        private PrivateDirectory directory;
        private End sender;
        private End taker;
        private Link there;
        private Link here;
        private long number;

        /** Connects two ports of this process. */
        @Setup
        public void connect() {
            directory = new PrivateDirectory();
            OrielConfig config = OrielConfig.defaults();
            OrielConfig own = config.withSharedMemory(SharedMemoryConfig.defaults()
                            .withDirectory(directory.path().resolve("d")))
                    .withDriver(config.driver().withTermLength(TERM_LENGTH));
            taker = new End(own);
            sender = new End(own);
            sender.dial(taker.port
                    .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .address());
            there = sender.opened.join();
            here = taker.opened.join();
        }

        /** Closes everything. */
        @TearDown
        public void close() {
            CloseHelper.quietCloseAll(sender, taker, directory);
        }

        private void commitAll() {
            for (int i = 0; i < FRAMES; i++) {
                while (!there.tryClaim(LENGTH)) {
                    sender.port.kick();
                }
                there.claimedBuffer().putBytes(there.claimedOffset(), source, 0, LENGTH);
                there.commit(++number);
            }
        }

        private int poll() {
            return here.poll(taker, FRAGMENT_LIMIT);
        }

        private long pollAll() {
            for (int count = 0; count < FRAMES; ) {
                count += poll(); // finds nothing at the end of a term, and more behind it
            }
            return taker.sum;
        }
    }

    /** Frames of the invocation before are taken. */
    @State(Scope.Thread)
    public static class Drained {
        private boolean isFilled;

        /**
         * Takes them.
         *
         * @param ends of the link
         */
        @Setup(Level.Invocation)
        public void drain(Ends ends) {
            if (isFilled) {
                ends.pollAll();
            }
            isFilled = true;
        }
    }

    /** Frames are there to be taken. */
    @State(Scope.Thread)
    public static class Filled {
        /**
         * Commits them.
         *
         * @param ends of the link
         */
        @Setup(Level.Invocation)
        public void fill(Ends ends) {
            ends.commitAll();
        }
    }

    /**
     * A claim, 32 bytes copied into it, and its commit.
     *
     * @param ends    of the link
     * @param drained in which there is room
     */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public void claimAndCommit(Ends ends, Drained drained) {
        ends.commitAll();
    }

    /**
     * A frame taken out of those that are there.
     *
     * @param ends   of the link
     * @param filled in which there are frames
     * @return what was in them
     */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public long pollOfFrames(Ends ends, Filled filled) {
        return ends.pollAll();
    }

    /**
     * A poll that finds nothing.
     *
     * @param ends of the link
     * @return 0
     */
    @Benchmark
    public int pollOfNothing(Ends ends) {
        return ends.poll();
    }

    /**
     * An acknowledgement, published at one end and read at the other.
     *
     * @param ends of the link
     * @return what was read
     */
    @Benchmark
    public long acknowledgement(Ends ends) {
        ends.here.publishAcknowledgement(++ends.number);
        return ends.there.acknowledgement();
    }
}
