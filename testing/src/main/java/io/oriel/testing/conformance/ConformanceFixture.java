// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.WaitSet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;

/**
 * Two processes on one medium, with an adapter in each: the <em>owner</em> owns windows and listens, the <em>peer</em>
 * connects. One thread drives both, so that nothing has to be synchronized; a medium may have threads behind them.
 */
public abstract class ConformanceFixture implements AutoCloseable {
    /** The first port that a listener is given. */
    protected static final int FIRST_FREE_PORT = 49152;

    /** The last port that a listener is given. */
    protected static final int LAST_FREE_PORT = 65535;

    private static final int SETTLING_ROUNDS = 600;

    private final Provider ownerProvider;
    private final Provider peerProvider;
    private final List<Adapter> ownerAdapters = new ArrayList<>();
    private final List<Adapter> peerAdapters = new ArrayList<>();
    private final Adapter owner;
    private final Adapter peer;

    /**
     * Opens the two adapters.
     *
     * @param ownerProvider of the owner's process
     * @param peerProvider  of the peer's process
     */
    protected ConformanceFixture(Provider ownerProvider, Provider peerProvider) {
        this.ownerProvider = ownerProvider;
        this.peerProvider = peerProvider;
        owner = openOwnerAdapter();
        peer = openPeerAdapter();
    }

    /** Waits a moment without touching an adapter: steps a simulated host, or gives other threads the processor. */
    public abstract void pause();

    /** A wait begins. */
    protected void beginWait() {}

    /**
     * Tells whether the wait that began last has taken too long.
     *
     * @return true if the test's time is over
     */
    protected boolean isPatienceOver() {
        return Thread.currentThread().isInterrupted();
    }

    /**
     * Tells whether the blocking calls of the API can be used: those park the thread that drives a simulated host.
     *
     * @return true on real media
     */
    public boolean supportsBlockingWaits() {
        return true;
    }

    /**
     * Tells whether {@link #killPeer} works.
     *
     * @return false where the peer shares this process
     */
    public boolean canKill() {
        return false;
    }

    /**
     * Tells whether the peer's process runs.
     *
     * @return false once it was killed or has crashed
     */
    public boolean isPeerAlive() {
        return true;
    }

    /** Kills the peer's process. */
    public void killPeer() {
        throw new UnsupportedOperationException("the peer cannot be killed");
    }

    /**
     * Tells whether the peer reaches the owner's memory by itself.
     *
     * @return false where the owner's responder carries out every request
     */
    public boolean reachesMemory() {
        return false;
    }

    /**
     * Tells whether {@link #stopPeerInside} works.
     *
     * @return false where the peer cannot reach the owner's memory by itself, or cannot be caught there
     */
    public boolean canStopPeerInside() {
        return false;
    }

    /**
     * Stops the peer in the midst of a copy; it must copy nothing until it goes on.
     *
     * @param descriptor of a window of the owner's, at the buffer's start
     */
    public void stopPeerInside(DirectBuffer descriptor) {
        throw new UnsupportedOperationException("the peer cannot be stopped inside " + descriptor);
    }

    /** Lets the peer go on that was stopped inside: it ends the copy. */
    public void resumePeer() {
        throw new UnsupportedOperationException("the peer cannot be stopped");
    }

    /**
     * Tells whether the medium knows the process at the other end of a connection.
     *
     * @return false where {@code Connector.peer} is empty
     */
    public boolean knowsPeers() {
        return false;
    }

    /**
     * Tells whether an adapter that nobody calls stands still.
     *
     * @return false where the agent progresses it after a while
     */
    public boolean standsStillUncalled() {
        return true;
    }

    /**
     * Tells whether {@link #removeOwnerMedium} works.
     *
     * @return true where the medium can go and the process stay
     */
    public boolean canRemoveMedium() {
        return false;
    }

    /**
     * Takes the medium away from the adapters of the owner's process that are open now. They know it when this returns;
     * adapters opened later find another medium.
     */
    public void removeOwnerMedium() {
        throw new UnsupportedOperationException("the medium cannot be removed");
    }

    /**
     * Tells whose medium {@link #removeOwnerMedium} takes.
     *
     * @return true if that of the peer's adapters goes as well
     */
    public boolean losesPeerMediumToo() {
        return false;
    }

    /**
     * Returns how much data is a lot on this medium: more than one call moves.
     *
     * @return bytes
     */
    public int bulkLength() {
        return 8 * 1024 * 1024;
    }

    /**
     * Returns the adapter that owns windows and listens.
     *
     * @return the adapter
     */
    public final Adapter owner() {
        return owner;
    }

    /**
     * Returns the adapter that connects.
     *
     * @return the adapter
     */
    public final Adapter peer() {
        return peer;
    }

    /**
     * Opens one more adapter in the owner's process.
     *
     * @return the adapter, driven as the others are
     */
    public final Adapter openOwnerAdapter() {
        Adapter adapter = ownerProvider.openAdapter();
        ownerAdapters.add(adapter);
        return adapter;
    }

    /**
     * Opens one more adapter in the peer's process.
     *
     * @return the adapter, driven as the others are
     */
    public final Adapter openPeerAdapter() {
        Adapter adapter = peerProvider.openAdapter();
        peerAdapters.add(adapter);
        return adapter;
    }

    /**
     * Creates a wait set for adapters of the owner's process.
     *
     * @return the set
     */
    public final WaitSet newOwnerWaitSet() {
        return ownerProvider.createWaitSet();
    }

    /**
     * Returns the owner's address with port 0.
     *
     * @return an address to listen at
     */
    public final InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /**
     * Returns an address that nobody listens at.
     *
     * @return the address
     */
    public final InetSocketAddress freshAddress() {
        try (Listener listener = owner.createListener()) {
            listener.bind(anyPort());
            listener.listen(0);
            return listener.localAddress();
        }
    }

    /**
     * Lets somebody listen at every port of the owner's address that a listener could be given.
     *
     * @return frees a port again
     */
    public IntConsumer occupyEveryPort() {
        List<Listener> listeners = new ArrayList<>();
        for (int port = FIRST_FREE_PORT; port <= LAST_FREE_PORT; port++) {
            Listener listener = owner.createListener();
            listener.bind(new InetSocketAddress(anyPort().getAddress(), port));
            listeners.add(listener);
        }
        return port -> listeners.get(port - FIRST_FREE_PORT).close();
    }

    /** Progresses every adapter once, takes no completion, and waits a moment. */
    public final void idle() {
        ownerAdapters.forEach(this::progress);
        peerAdapters.forEach(this::progress);
        pause();
    }

    /**
     * Progresses one adapter once; a killed one stays as it is.
     *
     * @param adapter to be progressed
     */
    public void progress(Adapter adapter) {
        adapter.await(0);
    }

    /** Lets everything that is under way arrive, as far as that can be known. */
    public void settle() {
        for (int round = 0; round < SETTLING_ROUNDS; round++) {
            idle();
        }
    }

    /**
     * Waits for something, driving every adapter.
     *
     * @param what      is waited for, for the message
     * @param condition true once it is there
     */
    public final void await(String what, BooleanSupplier condition) {
        beginWait();
        while (!condition.getAsBoolean()) {
            idle();
            requirePatience(what);
        }
    }

    /**
     * Waits for a control operation, without driving any adapter: none may depend on the application's polling.
     *
     * @param future of the operation
     * @param <T>    its result
     * @return the result
     */
    public final <T> T get(CompletableFuture<T> future) {
        awaitUndriven("a future", future::isDone);
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("the operation failed: " + e.getCause(), e);
        }
    }

    /**
     * Waits for an event that one adapter has to bring about, driving that adapter only.
     *
     * @param future of the event
     * @param active the adapter to be driven
     */
    public final void getDriving(CompletableFuture<Void> future, Adapter active) {
        beginWait();
        while (!future.isDone()) {
            progress(active);
            pause();
            requirePatience("an event");
        }
        get(future);
    }

    /**
     * Waits for a control operation that fails.
     *
     * @param future of the operation
     * @return what it failed with; SUCCESS if it did not fail
     */
    public final NdStatus statusOf(CompletableFuture<?> future) {
        awaitUndriven("a future", future::isDone);
        try {
            future.get();
            return NdStatus.SUCCESS;
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NdException failure) {
                return failure.status();
            }
            throw new AssertionError("not a failure of Network Direct", e);
        }
    }

    @Override
    public void close() {
        ownerProvider.close();
        peerProvider.close();
    }

    /**
     * Tells whose an adapter is.
     *
     * @param adapter of this fixture
     * @return true if it is in the peer's process
     */
    protected final boolean isOfPeer(Adapter adapter) {
        return peerAdapters.contains(adapter);
    }

    /**
     * Waits for something, without driving any adapter.
     *
     * @param what      is waited for, for the message
     * @param condition true once it is there
     */
    protected final void awaitUndriven(String what, BooleanSupplier condition) {
        beginWait();
        while (!condition.getAsBoolean()) {
            pause();
            requirePatience(what);
        }
    }

    /**
     * Returns every adapter that was opened.
     *
     * @return those of both processes, closed ones too
     */
    protected final List<Adapter> adapters() {
        return Stream.concat(ownerAdapters.stream(), peerAdapters.stream()).toList();
    }

    protected final Provider ownerProvider() {
        return ownerProvider;
    }

    protected final Provider peerProvider() {
        return peerProvider;
    }

    private void requirePatience(String what) {
        if (isPatienceOver()) {
            throw new AssertionError("waited too long for " + what);
        }
    }
}
