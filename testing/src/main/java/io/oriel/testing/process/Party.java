// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** One side of a connection: an adapter with one queue, one endpoint, memory to send from and to receive into. */
public final class Party implements AutoCloseable {
    /** Requests outstanding each way at most. */
    public static final int DEPTH = 64;
    /** Bytes for each direction; a message of this length goes in many parts, over several polls. */
    public static final int HALF_LENGTH = 4 * 1024 * 1024;

    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final Adapter adapter;
    private final CompletionQueue queue;
    private final MemoryWindow window;
    private final MemoryWindow spare;
    private final byte[] spareDescriptor = new byte[WindowDescriptor.LENGTH];
    private final ScatterGatherList list = new ScatterGatherList(1);
    private final Completion[] carriers = new Completion[DEPTH];
    private Ledger ledger = new Ledger();
    private MemoryRegion memory;
    private Endpoint endpoint;
    private Connector connector;
    private @Nullable Listener listener;
    private @Nullable RemoteWindow remote;
    private boolean isSpareBound;

    public Party(Provider provider) {
        this(provider.openAdapter());
    }

    private Party(Adapter adapter) {
        this(adapter, adapter.allocateMemory(2L * HALF_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE));
    }

    private Party(Adapter adapter, MemoryRegion memory) {
        this.adapter = adapter;
        this.memory = memory;
        queue = adapter.createCompletionQueue(2 * DEPTH);
        window = adapter.createMemoryWindow(Ledger.WINDOW_CONTEXT);
        spare = adapter.createMemoryWindow(Ledger.WINDOW_CONTEXT);
        endpoint = newEndpoint();
        connector = adapter.createConnector();
        for (int i = 0; i < carriers.length; i++) {
            carriers[i] = new Completion();
        }
    }

    /** Makes a party for a further connection of the same adapter, with the same memory. */
    public Party sibling() {
        return new Party(adapter, memory);
    }

    private Endpoint newEndpoint() {
        return adapter.createEndpoint(
                queue, queue, EndpointConfig.defaults().withQueueDepth(DEPTH).withContext(1));
    }

    /** Deregisters the memory, which no window may be bound to any more, and allocates other. */
    public void replaceMemory() {
        memory.deregister();
        if (adapter.await(0) != NdStatus.DEVICE_REMOVED) {
            memory = adapter.allocateMemory(2L * HALF_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        }
    }

    /** Takes a new endpoint and a new connector, with an empty ledger. */
    public void renew() {
        endpoint.close();
        connector.close();
        pollOnce();
        endpoint = newEndpoint();
        connector = adapter.createConnector();
        ledger = new Ledger();
        isSpareBound = false;
    }

    public Adapter adapter() {
        return adapter;
    }

    public CompletionQueue queue() {
        return queue;
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    public Connector connector() {
        return connector;
    }

    public Ledger ledger() {
        return ledger;
    }

    public MemoryRegion memory() {
        return memory;
    }

    public MemoryWindow window() {
        return window;
    }

    // The control plane.

    public InetSocketAddress listen() {
        return listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public InetSocketAddress listen(InetSocketAddress address) {
        Listener made = adapter.createListener();
        made.bind(address);
        made.listen(0);
        listener = made;
        return made.localAddress();
    }

    public CompletableFuture<Void> request() {
        Listener bound = listener;
        if (bound == null) {
            throw new IllegalStateException("listen comes first");
        }
        return bound.getConnectionRequest(connector);
    }

    public CompletableFuture<Void> accept() {
        return connector.accept(endpoint);
    }

    public CompletableFuture<Void> connect(InetSocketAddress address) {
        return connector.connect(endpoint, address);
    }

    public CompletableFuture<Void> complete() {
        return connector.completeConnect();
    }

    // The data plane. Every post that is accepted is entered into the ledger.

    public NdStatus receive(int length) {
        NdStatus status = endpoint.receive(ledger.nextReceive(), incoming(length));
        if (status == NdStatus.SUCCESS) {
            ledger.receivePosted();
        }
        return status;
    }

    public NdStatus send(int length) {
        return entered(endpoint.send(ledger.nextInitiator(), outgoing(length), OpFlags.NONE));
    }

    public NdStatus read(int length) {
        return entered(
                endpoint.read(ledger.nextInitiator(), incoming(length), requireRemote(), HALF_LENGTH, OpFlags.NONE));
    }

    public NdStatus write(int length) {
        return entered(
                endpoint.write(ledger.nextInitiator(), outgoing(length), requireRemote(), HALF_LENGTH, OpFlags.NONE));
    }

    /** Writes in parts, reads, and waits for both; not entered into the ledger, which allocates. */
    public void writeAndReadUnledgered() {
        RemoteWindow opened = requireRemote();
        require(endpoint.write(0, outgoing(HALF_LENGTH / 16), opened, HALF_LENGTH, OpFlags.NONE));
        require(endpoint.read(0, incoming(HALF_LENGTH / 16), opened, HALF_LENGTH, OpFlags.NONE));
        int completed = 0;
        while (completed < 2) {
            int count = queue.poll(carriers, carriers.length);
            for (int i = 0; i < count; i++) {
                require(carriers[i].status());
            }
            completed += count;
        }
    }

    /** Adds to the peer's first eight bytes. */
    public NdStatus fetchAndAdd(long addend) {
        return entered(endpoint.fetchAndAdd(
                ledger.nextInitiator(), incoming(Long.BYTES), requireRemote(), 0, addend, OpFlags.NONE));
    }

    /** Counts the peer's first eight bytes up by one, as often as asked, by comparing and swapping. */
    public void countUpBySwapping(int times) {
        long expected = 0;
        for (int done = 0; done < times; ) {
            require(entered(endpoint.compareAndSwap(
                    ledger.nextInitiator(),
                    incoming(Long.BYTES),
                    requireRemote(),
                    0,
                    expected,
                    expected + 1,
                    OpFlags.NONE)));
            settleInitiator();
            long found = memory.buffer().getLong(HALF_LENGTH);
            done += found == expected ? 1 : 0;
            expected = found == expected ? expected + 1 : found;
        }
    }

    public NdStatus invalidate(int flags) {
        return entered(endpoint.invalidate(ledger.nextInitiator(), window, flags));
    }

    /** Binds a window that nobody uses, or takes it back once the Reads before are complete. */
    public NdStatus bindOrInvalidateSpare() {
        NdStatus status = isSpareBound
                ? entered(endpoint.invalidate(ledger.nextInitiator(), spare, OpFlags.READ_FENCE))
                : bind(spare, spareDescriptor);
        if (status == NdStatus.SUCCESS) {
            isSpareBound = !isSpareBound;
        }
        return status;
    }

    public NdStatus sendAndInvalidate(int length) {
        return entered(
                endpoint.sendAndInvalidate(ledger.nextInitiator(), outgoing(length), requireRemote(), OpFlags.NONE));
    }

    /** Binds the window to all of the memory; returns the descriptor. */
    public byte[] bind() {
        byte[] descriptor = new byte[WindowDescriptor.LENGTH];
        require(bind(window, descriptor));
        return descriptor;
    }

    private NdStatus bind(MemoryWindow toBind, byte[] descriptor) {
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;
        return entered(endpoint.bind(
                ledger.nextInitiator(), memory, toBind, 0, memory.length(), rights, new UnsafeBuffer(descriptor), 0));
    }

    public void openWindow(byte[] descriptor) {
        remote = endpoint.openWindow(new UnsafeBuffer(descriptor), 0, null);
    }

    public RemoteWindow requireRemote() {
        RemoteWindow opened = remote;
        if (opened == null) {
            throw new IllegalStateException("openWindow comes first");
        }
        return opened;
    }

    private NdStatus entered(NdStatus status) {
        if (status == NdStatus.SUCCESS) {
            ledger.initiatorPosted();
        }
        return status;
    }

    private ScatterGatherList outgoing(int length) {
        return list.clear().add(memory, 0, length);
    }

    private ScatterGatherList incoming(int length) {
        return list.clear().add(memory, HALF_LENGTH, length);
    }

    // Progress.

    /** Polls once; returns how many completions there were. */
    public int pollOnce() {
        int count = queue.poll(carriers, carriers.length);
        for (int i = 0; i < count; i++) {
            ledger.take(carriers[i]);
        }
        return count;
    }

    /** Polls, and naps if there was nothing. */
    public void progress() {
        if (pollOnce() == 0 && adapter.await(NAP_NS) == NdStatus.DEVICE_REMOVED) {
            LockSupport.parkNanos(NAP_NS);
        }
    }

    /** Polls until a condition holds; if it never does, the test fails. */
    public void progressUntil(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new AssertionError("waited in vain until " + what + ": " + ledger);
            }
            progress();
        }
    }

    /** Polls until everything posted has completed. */
    public void settle() {
        progressUntil("everything has completed", ledger::isSettled);
    }

    /** Polls until every initiator request has completed. */
    public void settleInitiator() {
        progressUntil("every initiator request has completed", () -> ledger.initiatorOutstanding() == 0);
    }

    /** Waits for something else than news of connections. */
    public NdStatus awaitDevice(long millis) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        NdStatus status;
        do {
            status = adapter().await(deadlineNs - System.nanoTime());
        } while (status == NdStatus.SUCCESS && pollOnce() == 0);
        return status;
    }

    /** Keeps the receive queue full, and waits for nothing. */
    public void refill(int length) {
        while (ledger.receivesOutstanding() < DEPTH && receive(length) == NdStatus.SUCCESS) {
            // Until it is full, or the connection has ended.
        }
    }

    public static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new AssertionError("a post was answered " + status);
        }
    }

    @Override
    public void close() {
        adapter.close();
    }
}
