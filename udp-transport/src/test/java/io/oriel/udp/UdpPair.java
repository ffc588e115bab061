// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

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
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.testing.resource.Directories;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.ExposureWarning;
import io.oriel.udp.flood.CountersFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.UnaryOperator;

/** Two adapters of two providers that talk over UDP on one host, each with an agent of its own; driven by one thread. */
final class UdpPair implements AutoCloseable {
    static final int REGION_LENGTH = 1 << 20;
    private static final int QUEUE_DEPTH = 256;
    private static final long PATIENCE_SECONDS = 20;

    private final Path parent;
    private final IntToLongFunction firstPosition;
    private final List<Throwable> errors = new ArrayList<>();
    private final Deque<Runnable> closings = new ArrayDeque<>();
    final RecordingLogger log = new RecordingLogger();
    final Side one;
    final Side two;
    private final OrielConfig base;
    private final List<Side> joined = new ArrayList<>();

    /** One end. */
    final class Side {
        final SelectorLoop loop;
        final Provider provider;
        final Adapter adapter;
        final InetAddress address;
        final CompletionQueue queue;
        final Endpoint endpoint;
        final MemoryRegion memory;
        final Queue<Completion> completions = new ArrayDeque<>();
        final Connector connector;
        private Completion[] taken = newCompletions();

        Side(OrielConfig config, InetAddress address, Announcement announcement) {
            this.address = address;
            loop = SelectorLoop.start(UdpPair.this::noteError);
            closings.push(loop::close);
            provider = EngineProviderFactory.open(config, loop, factory(announcement));
            closings.push(provider::close);
            adapter = provider.openAdapter(address);
            queue = adapter.createCompletionQueue(2 * QUEUE_DEPTH);
            endpoint = adapter.createEndpoint(
                    queue, queue, EndpointConfig.defaults().withQueueDepth(QUEUE_DEPTH));
            int all = AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;
            memory = adapter.allocateMemory(REGION_LENGTH, all);
            connector = adapter.createConnector();
        }

        /** Polls once; completions wait to be taken. */
        void poll() {
            int count = queue.poll(taken, taken.length);
            for (int i = 0; i < count; i++) {
                completions.add(taken[i]);
                taken[i] = new Completion();
            }
        }

        Completion next() {
            await("a completion", () -> !completions.isEmpty());
            return completions.remove();
        }

        Completion nextSuccess() {
            Completion completion = next();
            assertThat(completion.status()).isEqualTo(NdStatus.SUCCESS);
            return completion;
        }
    }

    private static Completion[] newCompletions() {
        Completion[] completions = new Completion[QUEUE_DEPTH];
        for (int i = 0; i < completions.length; i++) {
            completions[i] = new Completion();
        }
        return completions;
    }

    private UdpPair(
            Path parent,
            OrielConfig base,
            List<OrielConfig> configs,
            InetAddress address,
            List<? extends Announcement> announcements,
            IntToLongFunction firstPosition) {
        this.parent = parent;
        this.base = base;
        this.firstPosition = firstPosition;
        try {
            one = new Side(configs.get(0), address, announcements.get(0));
            two = new Side(configs.get(1), address, announcements.get(1));
        } catch (RuntimeException e) {
            closeAll();
            throw e;
        }
    }

    private void closeAll() {
        while (!closings.isEmpty()) {
            closings.pop().run();
        }
        Directories.delete(parent);
    }

    static UdpPair open(UnaryOperator<OrielConfig> change) {
        return open(change, InetAddress.getLoopbackAddress(), Announcement.TRUE);
    }

    static UdpPair open(UnaryOperator<OrielConfig> change, InetAddress address, Announcement announcement) {
        return open(List.of(change, change), address, announcement);
    }

    /** Opens a pair whose sides are set differently. */
    static UdpPair open(List<UnaryOperator<OrielConfig>> changes, InetAddress address, Announcement announcement) {
        return open(changes, address, List.of(announcement, announcement));
    }

    /** Opens a pair whose sides differ. */
    static UdpPair open(
            List<UnaryOperator<OrielConfig>> changes, InetAddress address, List<? extends Announcement> announcements) {
        return open(changes, address, announcements, termLength -> 0);
    }

    /** Opens a pair whose streams begin at some position. */
    static UdpPair open(
            List<UnaryOperator<OrielConfig>> changes,
            InetAddress address,
            List<? extends Announcement> announcements,
            IntToLongFunction firstPosition) {
        Path parent = Directories.make("oriel-udp");
        OrielConfig defaults = OrielConfig.defaults();
        OrielConfig config = defaults.withMedium(Medium.UDP)
                .withSharedMemory(defaults.sharedMemory().withDirectory(parent.resolve("d")));
        List<OrielConfig> configs =
                changes.stream().map(each -> each.apply(config)).toList();
        return new UdpPair(parent, config, configs, address, announcements, firstPosition);
    }

    /** Opens a third side. */
    Side join(UnaryOperator<OrielConfig> change, Announcement announcement) {
        Side side = new Side(change.apply(base), one.address, announcement);
        joined.add(side);
        return side;
    }

    private TransportFactory factory(Announcement announcement) {
        return new TransportFactory() {
            @Override
            public String medium() {
                return "udp";
            }

            @Override
            public Transport open(OrielConfig config, ControlLoop loop) {
                return UdpTransport.open(new UdpTransport.Home(
                        config, loop, announcement, new ExposureWarning(() -> log), firstPosition));
            }
        };
    }

    private synchronized void noteError(Throwable error) {
        errors.add(error);
    }

    /** Returns how much both adapters have counted. */
    long counted(AdapterCounter counter) {
        return CountersFiles.sum(parent, counter);
    }

    /** Connects the two endpoints: one dials, two listens. */
    UdpPair connect() {
        connect(one.connector, one.endpoint, two.connector, two.endpoint);
        return this;
    }

    /** Connects an endpoint of side one with one of side two. */
    void connect(Connector dialling, Endpoint from, Connector accepting, Endpoint to) {
        try (Listener listener = two.adapter.createListener()) {
            listener.bind(new InetSocketAddress(two.address, 0));
            listener.listen(1);
            CompletableFuture<Void> request = listener.getConnectionRequest(accepting);
            CompletableFuture<Void> connected = dialling.connect(from, listener.localAddress());
            get(request);
            CompletableFuture<Void> accepted = accepting.accept(to);
            get(connected);
            get(dialling.completeConnect());
            get(accepted);
        }
        NdStatus news = two.adapter.await(0);
        assertThat(news).as("of the request").isEqualTo(NdStatus.SUCCESS);
    }

    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Grants side one a window on memory of side two. */
    RemoteWindow grant(MemoryRegion memory) {
        MemoryWindow granted = two.adapter.createMemoryWindow(0);
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        posted(one.endpoint.receive(0, ScatterGatherList.of(one.memory, 0, WindowDescriptor.LENGTH)));
        posted(two.endpoint.bind(0, memory, granted, 0, memory.length(), rights, two.memory.buffer(), 0));
        posted(two.endpoint.send(0, ScatterGatherList.of(two.memory, 0, WindowDescriptor.LENGTH), 0));
        assertThat(one.nextSuccess().requestType()).isEqualTo(RequestType.RECEIVE);
        assertThat(two.nextSuccess().requestType()).isEqualTo(RequestType.BIND);
        assertThat(two.nextSuccess().requestType()).isEqualTo(RequestType.SEND);
        return one.endpoint.openWindow(one.memory.buffer(), 0);
    }

    /** Sends something from one side to the other. */
    void exchange() {
        posted(two.endpoint.receive(1, ScatterGatherList.of(two.memory, 0, 100)));
        posted(one.endpoint.send(2, ScatterGatherList.of(one.memory, 0, 100), 0));
        assertThat(one.nextSuccess().requestContext()).isEqualTo(2);
        assertThat(two.nextSuccess().bytesTransferred()).isEqualTo(100);
    }

    /** Polls both sides until something holds. */
    void await(String what, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            one.poll();
            two.poll();
            joined.forEach(Side::poll);
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("waited too long for " + what);
            }
            LockSupport.parkNanos(1_000);
        }
    }

    /** Polls both sides for a while. */
    void loopFor(Duration time) {
        long endNs = System.nanoTime() + time.toNanos();
        await("time to pass", () -> System.nanoTime() - endNs >= 0);
    }

    @Override
    public void close() {
        closeAll();
        synchronized (this) {
            assertThat(errors).isEmpty();
        }
    }
}
