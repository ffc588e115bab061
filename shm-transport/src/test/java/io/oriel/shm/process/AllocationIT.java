// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

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
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Once warm, the data plane allocates nothing: not a byte in a hundred thousand operations of each kind. */
@Timeout(120)
@ParameterizedClass(name = "between two users: {0}")
@ValueSource(booleans = {false, true})
class AllocationIT {
    private static final int OPERATIONS = WholeBuild.RUNS ? 100_000 : 30_000;
    private static final int ROUNDS = 10;
    private static final int LENGTH = 32;
    private static final int LARGE_LENGTH = 200_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @RegisterExtension
    final Stage stage = new Stage();

    private final boolean isAfar;
    private Side one;
    private Side other;

    /** An adapter with what its operations need, all made before. */
    private static final class Side {
        final Adapter adapter;
        final CompletionQueue queue;
        final Endpoint endpoint;
        final Connector connector;
        final MemoryRegion memory;
        final MemoryWindow window;
        final ScatterGatherList message;
        final ScatterGatherList large;
        final ScatterGatherList incoming;
        final ScatterGatherList former;
        final ScatterGatherList inline = new ScatterGatherList(1);
        final UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        final Completion[] completions = new Completion[16];
        RemoteWindow remote;
        int completed;

        Side(Adapter adapter) {
            this.adapter = adapter;
            queue = adapter.createCompletionQueue(64);
            endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            connector = adapter.createConnector();
            memory = adapter.allocateMemory(2L * LARGE_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
            window = adapter.createMemoryWindow(1);
            message = ScatterGatherList.of(memory, 0, LENGTH);
            large = ScatterGatherList.of(memory, 0, LARGE_LENGTH);
            former = ScatterGatherList.of(memory, 0, Long.BYTES);
            incoming = ScatterGatherList.of(memory, LARGE_LENGTH, LARGE_LENGTH);
            inline.add(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH);
            for (int i = 0; i < completions.length; i++) {
                completions[i] = new Completion();
            }
        }

        void poll() {
            int count = queue.poll(completions, completions.length);
            for (int i = 0; i < count; i++) {
                require(completions[i].status());
            }
            completed += count;
        }
    }

    private static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new AssertionError("was " + status);
        }
    }

    AllocationIT(boolean isAfar) {
        this.isAfar = isAfar;
    }

    private Provider newProvider() {
        return isAfar ? stage.newProviderAfar() : stage.newProvider();
    }

    @BeforeEach
    void connect() {
        one = new Side(newProvider().openAdapter());
        other = new Side(newProvider().openAdapter());
        Listener listener = other.adapter.createListener();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.listen(0);
        CompletableFuture<Void> request = listener.getConnectionRequest(other.connector);
        CompletableFuture<Void> connected = one.connector.connect(one.endpoint, listener.localAddress());
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = other.connector.accept(other.endpoint);
        Outcomes.requireSuccess(connected);
        Outcomes.requireSuccess(one.connector.completeConnect());
        Outcomes.requireSuccess(accepted);
        bindAndOpen();
    }

    /** Gives one a window on the other's memory. */
    private void bindAndOpen() {
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;
        require(other.endpoint.bind(
                2, other.memory, other.window, 0, other.memory.length(), rights, other.descriptor, 0));
        one.remote = one.endpoint.openWindow(other.descriptor, 0, one.remote);
        await(0, 1);
    }

    /** Polls both until so many have completed. */
    private void await(int atOne, int atOther) {
        while (one.completed < atOne || other.completed < atOther) {
            one.poll();
            other.poll();
        }
        assertThatNoMore(atOne, atOther);
        one.completed = 0;
        other.completed = 0;
    }

    private void assertThatNoMore(int atOne, int atOther) {
        if (one.completed != atOne || other.completed != atOther) {
            throw new AssertionError("completed " + one.completed + " and " + other.completed);
        }
    }

    /**
     * Repeats the operation in rounds until one has allocated nothing. The rounds before are the warm-up: there the JVM
     * links and compiles. What allocates in each of so many operations, or in one of them, never passes.
     */
    private static void requireNoAllocation(int count, Runnable operation) {
        List<Long> allocated = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < count; i++) {
                operation.run();
            }
            allocated.add(THREADS.getCurrentThreadAllocatedBytes() - before);
            if (round > 0 && allocated.get(round) == 0) {
                return;
            }
        }
        throw new AssertionError("bytes allocated in rounds of " + count + " operations: " + allocated);
    }

    @Test
    void sendAndReceive() {
        requireNoAllocation(OPERATIONS, () -> {
            require(other.endpoint.receive(1, other.incoming));
            require(one.endpoint.send(2, one.message, OpFlags.NONE));
            await(1, 1);
        });
    }

    @Test
    void sendWithoutCredit() {
        requireNoAllocation(OPERATIONS, () -> {
            require(one.endpoint.send(2, one.message, OpFlags.NONE));
            one.poll();
            require(other.endpoint.receive(1, other.incoming));
            await(1, 1);
        });
    }

    @Test
    void sendInline() {
        requireNoAllocation(OPERATIONS, () -> {
            require(other.endpoint.receive(1, other.incoming));
            require(one.endpoint.send(2, one.inline, OpFlags.INLINE | OpFlags.SILENT_SUCCESS));
            await(0, 1);
        });
    }

    @Test
    void sendInParts() {
        requireNoAllocation(OPERATIONS / 100, () -> {
            require(other.endpoint.receive(1, other.incoming));
            require(one.endpoint.send(2, one.large, OpFlags.NONE));
            await(1, 1);
        });
    }

    @Test
    void read() {
        requireNoAllocation(OPERATIONS, () -> {
            require(one.endpoint.read(1, one.message, one.remote, 0, OpFlags.NONE));
            await(1, 0);
        });
    }

    @Test
    void readInParts() {
        requireNoAllocation(OPERATIONS / 100, () -> {
            require(one.endpoint.read(1, one.large, one.remote, 0, OpFlags.NONE));
            await(1, 0);
        });
    }

    @Test
    void write() {
        requireNoAllocation(OPERATIONS, () -> {
            require(one.endpoint.write(1, one.message, one.remote, 0, OpFlags.NONE));
            await(1, 0);
        });
    }

    @Test
    void writeWithImmediate() {
        requireNoAllocation(OPERATIONS, () -> {
            require(other.endpoint.receive(1, other.incoming));
            require(one.endpoint.writeWithImmediate(2, one.message, one.remote, 0, 3, OpFlags.NONE));
            await(1, 1);
        });
    }

    @Test
    void atomics() {
        requireNoAllocation(OPERATIONS, () -> {
            require(one.endpoint.fetchAndAdd(1, one.former, one.remote, 0, 1, OpFlags.NONE));
            require(one.endpoint.compareAndSwap(2, one.former, one.remote, 8, 0, 1, OpFlags.NONE));
            await(2, 0);
        });
    }

    /** Longer than the log: with back-pressure. */
    @Test
    void writeInParts() {
        requireNoAllocation(OPERATIONS / 100, () -> {
            require(one.endpoint.write(1, one.large, one.remote, 0, OpFlags.NONE));
            require(one.endpoint.write(1, one.large, one.remote, 0, OpFlags.NONE));
            await(2, 0);
        });
    }

    @Test
    void pollOfNothing() {
        requireNoAllocation(OPERATIONS, () -> {
            one.poll();
            other.poll();
        });
    }

    @Test
    void bindAndInvalidate() {
        requireNoAllocation(OPERATIONS, () -> {
            require(other.endpoint.invalidate(3, other.window, OpFlags.NONE));
            await(0, 1);
            bindAndOpen();
        });
    }

    @Test
    void sendAndInvalidate() {
        requireNoAllocation(OPERATIONS, () -> {
            require(other.endpoint.receive(1, other.incoming));
            require(one.endpoint.sendAndInvalidate(2, one.message, one.remote, OpFlags.NONE));
            await(1, 2);
            bindAndOpen();
        });
    }

    /** The peer is a process of its own. */
    @Test
    void writeAndReadToAnotherProcess() {
        assumeFalse(isAfar, "the other process does not do as if");
        Side local = one;
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        child.order("serve", "serving");
        assertThat(local.completed).isZero();

        requireNoAllocation(OPERATIONS / 100, party::writeAndReadUnledgered);
    }
}
