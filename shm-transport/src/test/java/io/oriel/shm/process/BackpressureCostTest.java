// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Polls of adapters whose logs are full, in a process that has many other links and to which others connect. What making those
 * links costs is not for the threads that poll.
 */
class BackpressureCostTest {
    private static final int SECONDS = Integer.getInteger("oriel.test.backpressureSeconds", 0);
    private static final boolean IS_LONG = SECONDS > 0;
    /** Adapters that connect to as many others. */
    private static final int IDLE_DIALERS = IS_LONG ? 20 : 2;

    private static final int IDLE_LISTENERS = IS_LONG ? 10 : 2;
    private static final int WARM_UP_CONNECTS = IS_LONG ? 50 : 5;
    private static final int CONNECTS = 8;
    /** A round in which a batch was disturbed by something else is repeated. */
    private static final int ROUNDS = 5;

    private static final int POLLS_PER_BATCH = 16;
    private static final long MAX_BATCH_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int WRITE_LENGTH = 1 << 20; // more than a log holds
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @RegisterExtension
    final Stage stage = new Stage();

    /** An adapter that accepts connections, and is not polled. */
    private static final class Target {
        final Adapter adapter;
        final CompletionQueue queue;
        final Listener listener;

        Target(Provider provider) {
            adapter = provider.openAdapter();
            queue = adapter.createCompletionQueue(Party.DEPTH);
            listener = adapter.createListener();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.listen(0);
        }

        Endpoint newEndpoint() {
            return adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        }

        /** Connects an endpoint of another adapter; returns the one here. */
        Endpoint connect(Adapter from, Endpoint endpoint) {
            Connector here = adapter.createConnector();
            Connector there = from.createConnector();
            Endpoint accepted = newEndpoint();
            CompletableFuture<Void> request = listener.getConnectionRequest(here);
            CompletableFuture<Void> connected = there.connect(endpoint, listener.localAddress());
            Outcomes.requireSuccess(request);
            CompletableFuture<Void> accept = here.accept(accepted);
            Outcomes.requireSuccess(connected);
            Outcomes.requireSuccess(there.completeConnect());
            Outcomes.requireSuccess(accept);
            return accepted;
        }
    }

    /** A thread that polls an adapter whose peer does not read. */
    private static final class Poller extends Thread {
        final Target target;
        final CompletionQueue queue;
        final Completion[] completions = {new Completion()};

        // Written by the thread, read by the test when a round has ended.
        final AtomicLong mostNs = new AtomicLong();
        final AtomicLong allocated = new AtomicLong();
        final AtomicLong batches = new AtomicLong();
        private volatile boolean isMeasuring;
        private volatile boolean isOver;

        Poller(Provider own, Provider peers) {
            target = new Target(peers);
            Adapter adapter = own.openAdapter();
            queue = adapter.createCompletionQueue(Party.DEPTH);
            Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            Endpoint accepted = target.connect(adapter, endpoint);
            MemoryRegion memory = target.adapter.allocateMemory(WRITE_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
            MemoryWindow window = target.adapter.createMemoryWindow(0);
            UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
            Party.require(accepted.bind(0, memory, window, 0, memory.length(), OpFlags.ALLOW_WRITE, descriptor, 0));
            RemoteWindow remote = endpoint.openWindow(descriptor, 0, null);
            MemoryRegion source = adapter.allocateMemory(WRITE_LENGTH, AccessFlags.NONE);
            Party.require(endpoint.write(0, ScatterGatherList.of(source, 0, WRITE_LENGTH), remote, 0, OpFlags.NONE));
        }

        @Override
        public void run() {
            while (!isOver) {
                long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
                long beforeNs = THREADS.getCurrentThreadCpuTime();
                poll();
                long tookNs = THREADS.getCurrentThreadCpuTime() - beforeNs;
                long took = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
                if (isMeasuring) {
                    mostNs.accumulateAndGet(tookNs, Math::max);
                    allocated.addAndGet(took);
                    batches.incrementAndGet();
                }
            }
        }

        private void poll() {
            for (int count = 0; count < POLLS_PER_BATCH; count++) {
                if (queue.poll(completions, 1) != 0) {
                    throw new IllegalStateException("a Write has completed that the peer has not taken");
                }
            }
        }

        void begin() {
            mostNs.set(0);
            allocated.set(0);
            batches.set(0);
            isMeasuring = true;
        }

        void end() {
            isMeasuring = false;
        }

        boolean isQuiet() {
            return mostNs.get() <= MAX_BATCH_NS && allocated.get() == 0;
        }

        @Override
        public String toString() {
            return "%d batches, at most %d us each, %d bytes in all"
                    .formatted(batches.get(), mostNs.get() / 1000, allocated.get());
        }

        void finish() throws InterruptedException {
            isOver = true;
            join();
            while (queue.poll(completions, 1) == 0) {
                target.queue.poll(new Completion[] {new Completion()}, 1);
            }
            Party.require(completions[0].status());
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void pollsOfFullLogsDoNoWorkForThoseWhoConnect() throws InterruptedException {
        Provider own = stage.newProvider(Stage.byResponder(stage.config()));
        Provider peers = stage.newProvider(Stage.byResponder(stage.config()));
        Target target = connectIdle(own).get(0);
        Adapter known = peers.openAdapter();
        connectAll("alone, at first", peers, known, target);
        List<Poller> pollers = List.of(new Poller(own, peers), new Poller(own, peers));
        pollers.forEach(Thread::start);
        connectAll("beside pollers, at first", peers, known, target);

        List<String> rounds = new ArrayList<>();
        int quiet = 0;
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        do {
            pollers.forEach(Poller::begin);
            connectAnew(peers, target, CONNECTS);
            pollers.forEach(Poller::end);
            quiet += pollers.stream().allMatch(Poller::isQuiet) ? 1 : 0;
            rounds.add(pollers.toString());
        } while (IS_LONG ? System.nanoTime() - untilNs < 0 : quiet == 0 && rounds.size() < ROUNDS);
        connectAll("beside pollers, at last", peers, known, target);
        for (Poller each : pollers) {
            each.finish();
        }
        connectAll("alone, at last", peers, known, target);

        // A virtual machine counts what its host takes as the thread's time: a loop that does nothing has such batches.
        int least = IS_LONG ? rounds.size() * 9 / 10 : 1;
        assertThat(quiet).as("rounds without a long batch: %s", rounds).isGreaterThanOrEqualTo(least);
        if (IS_LONG) {
            System.out.println(quiet + " of " + rounds.size() + " rounds without a batch of more than a millisecond");
        }
    }

    private static void connectAll(String when, Provider peers, Adapter known, Target target) {
        long anewUs = connectAnew(peers, target, WARM_UP_CONNECTS);
        long againUs = connectAgain(known, target, WARM_UP_CONNECTS);
        if (IS_LONG) {
            System.out.printf(
                    "connect %s: median over a new link %d us, over the same link %d us%n", when, anewUs, againUs);
        }
    }

    private static List<Target> connectIdle(Provider provider) {
        List<Target> listeners = new ArrayList<>();
        for (int count = 0; count < IDLE_LISTENERS; count++) {
            listeners.add(new Target(provider));
        }
        for (int count = 0; count < IDLE_DIALERS; count++) {
            Target dialer = new Target(provider);
            listeners.forEach(each -> each.connect(dialer.adapter, dialer.newEndpoint()));
        }
        return listeners;
    }

    /** Has new adapters connect, each over a link of its own; returns the median of their times in microseconds. */
    private static long connectAnew(Provider peers, Target target, int count) {
        long[] tookNs = new long[count];
        for (int index = 0; index < count; index++) {
            try (Adapter adapter = peers.openAdapter()) {
                tookNs[index] = connectOnce(adapter, target);
            }
        }
        return median(tookNs);
    }

    /** Has one adapter connect again and again. */
    private static long connectAgain(Adapter adapter, Target target, int count) {
        long[] tookNs = new long[count];
        for (int index = 0; index < count; index++) {
            tookNs[index] = connectOnce(adapter, target);
        }
        return median(tookNs);
    }

    private static long connectOnce(Adapter adapter, Target target) {
        try (CompletionQueue queue = adapter.createCompletionQueue(1);
                Endpoint endpoint = adapter.createEndpoint(
                        queue, queue, EndpointConfig.defaults().withQueueDepth(1))) {
            long startNs = System.nanoTime();
            Endpoint accepted = target.connect(adapter, endpoint);
            long tookNs = System.nanoTime() - startNs;
            accepted.close();
            return tookNs;
        }
    }

    private static long median(long[] tookNs) {
        Arrays.sort(tookNs);
        return tookNs[tookNs.length / 2] / 1000;
    }
}
