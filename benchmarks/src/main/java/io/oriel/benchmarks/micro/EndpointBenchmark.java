// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.micro;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Both ends of a connection on one thread: the instructions of a round trip, with its completions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures
public class EndpointBenchmark {
    private static final int LENGTH = 32;
    private static final int RECEIVES = 16;
    // Large, because on one thread a wait for the driver would be part of the measurement.
    private static final int TERM_LENGTH = 1 << 24;

    /** Whether each side takes its Receives from a shared queue. */
    @Param({"false", "true"})
    public boolean shared;

    private Path directory;
    private Provider provider;
    Side here;
    Side there;
    RemoteWindow window;

    /** One end of the connection. */
    static final class Side {
        final Adapter adapter;
        final CompletionQueue queue;
        final Endpoint endpoint;
        final @Nullable SharedReceiveQueue receives;
        final MemoryRegion memory;
        final ScatterGatherList outgoing;
        final ScatterGatherList incoming;
        final Completion[] completions = {new Completion(), new Completion(), new Completion(), new Completion()};

        Side(Provider provider, boolean shared) {
            adapter = provider.openAdapter();
            queue = adapter.createCompletionQueue(64);
            receives = shared ? adapter.createSharedReceiveQueue(RECEIVES, 1, 0) : null;
            endpoint = receives == null
                    ? adapter.createEndpoint(queue, queue, EndpointConfig.defaults())
                    : adapter.createEndpoint(queue, queue, receives, EndpointConfig.defaults());
            memory = adapter.allocateMemory(4096, AccessFlags.ALLOW_LOCAL_WRITE);
            outgoing = ScatterGatherList.of(memory, 0, LENGTH);
            incoming = ScatterGatherList.of(memory, LENGTH, LENGTH);
        }

        void receive() {
            if (receives == null) {
                endpoint.receive(0, incoming);
            } else {
                receives.receive(0, incoming);
            }
        }

        /** Takes completions; the peer, on the same thread, may need progress first. */
        int take(Side peer) {
            int count;
            while ((count = queue.poll(completions, completions.length)) == 0) {
                peer.adapter.await(0);
            }
            return count;
        }
    }

    /**
     * Connects two adapters of this process.
     *
     * @throws Exception if that fails
     */
    @Setup
    public void connect() throws Exception {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "oriel-jmh");
        OrielConfig config = OrielConfig.defaults();
        provider = NetworkDirect.open(
                config.withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory.resolve("d")))
                        .withDriver(config.driver().withTermLength(TERM_LENGTH)));
        here = new Side(provider, shared);
        there = new Side(provider, shared);
        try (Listener listener = there.adapter.createListener()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.listen(1);
            Connector passive = there.adapter.createConnector();
            var request = listener.getConnectionRequest(passive);
            Connector active = here.adapter.createConnector();
            var connected = active.connect(here.endpoint, listener.localAddress());
            var unused = connected.whenComplete((made, failure) -> {
                if (failure != null) {
                    request.completeExceptionally(failure); // nobody else asks
                }
            });
            request.get();
            var accepted = passive.accept(there.endpoint);
            connected.get();
            active.completeConnect().get();
            accepted.get();
        }
        for (int credit = 0; credit < RECEIVES; credit++) {
            here.receive();
            there.receive();
        }
        MemoryWindow granted = there.adapter.createMemoryWindow(0);
        UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        there.endpoint.bind(0, there.memory, granted, 1024, 1024, rights, descriptor, 0);
        there.take(here);
        window = here.endpoint.openWindow(descriptor, 0);
    }

    /**
     * Closes everything.
     *
     * @throws IOException if the directory cannot be deleted
     */
    @TearDown
    public void close() throws IOException {
        provider.close();
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * Two Sends, there and back, each into a Receive that is posted again.
     *
     * @return how many completions were taken
     */
    @Benchmark
    public int sendRoundTrip() {
        here.endpoint.send(0, here.outgoing, OpFlags.SILENT_SUCCESS);
        int count = there.take(here);
        there.receive();
        there.endpoint.send(0, there.outgoing, OpFlags.SILENT_SUCCESS);
        count += here.take(there);
        here.receive();
        return count;
    }

    /**
     * One Write, executed by the peer, and its completion.
     *
     * @return how many completions were taken
     */
    @Benchmark
    public int write() {
        here.endpoint.write(0, here.outgoing, window, 0, OpFlags.NONE);
        there.queue.poll(there.completions, there.completions.length);
        return here.take(there);
    }

    /**
     * One Write that asks for no completion: the post alone, which carries it out.
     *
     * @return its status
     */
    @Benchmark
    public NdStatus postOfSilentWrite() {
        return here.endpoint.write(0, here.outgoing, window, 0, OpFlags.SILENT_SUCCESS);
    }

    /**
     * One Read, and its completion.
     *
     * @return how many completions were taken
     */
    @Benchmark
    public int read() {
        here.endpoint.read(0, here.incoming, window, 0, OpFlags.NONE);
        return here.take(there);
    }

    /**
     * An empty poll.
     *
     * @return 0
     */
    @Benchmark
    public int emptyPoll() {
        return here.queue.poll(here.completions, here.completions.length);
    }
}
