// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.ControlAgent;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.agrona.DirectBuffer;

/**
 * A table of another process, read by one-sided Reads alone: its owner's application does nothing for a lookup.
 *
 * <p>{@link #lookup} posts a Read of the few slots that a key may be in; {@link #poll} takes what has come and hands it to a
 * {@link LookupHandler}. Several lookups may be in flight, and are answered in any order. An answer is never a mixture: a copy
 * that met a change of the owner's is seen to be torn and Read again, {@link LookupConfig#maxAttempts()} times at most.
 *
 * <p><b>Ordering:</b> an answer is what the table held at some moment between the lookup and its answer. What the owner had put
 * before the lookup was posted (because it told this side by a message, for instance) is seen. Of lookups in flight together a later
 * one may see an older state; the versions tell.
 *
 * <p><b>Death:</b> on one host the memory of an owner that died can be read until its death is noticed, which takes
 * milliseconds: lookups until then are answered from what it left. Then they end with {@link LookupStatus#ENDED}.
 *
 * <p><b>Threading:</b> the adapter's domain.
 */
public final class RemoteTable implements AutoCloseable {
    private static final int RECEIVE = -1;

    private final LookupConfig config;
    private final CompletionQueue queue;
    private final Endpoint endpoint;
    private final Connector connector;
    private final Completion[] one = {new Completion()};
    private final RemoteWindow window;
    private final TableLayout layout;
    private final Lookups lookups;
    private NdStatus endStatus = NdStatus.SUCCESS;
    private long attempts;

    private RemoteTable(Adapter adapter, InetSocketAddress address, LookupConfig config) {
        this.config = config;
        int depth = config.depth();
        queue = adapter.createCompletionQueue(depth + 1);
        connector = adapter.createConnector();
        MemoryRegion message = adapter.allocateMemory(TableOffer.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        try {
            endpoint = adapter.createEndpoint(
                    queue, queue, EndpointConfig.defaults().withQueueDepth(depth));
            layout = connect(address, message);
            window = endpoint.openWindow(message.buffer(), TableOffer.DESCRIPTOR_OFFSET);
            lookups = new Lookups(adapter, layout, depth);
        } catch (RuntimeException e) {
            connector.close();
            queue.close(); // and with it the endpoint
            message.deregister();
            throw e;
        }
        message.deregister();
        if (window.length() != layout.length()) {
            close();
            throw new NdException(
                    NdStatus.INVALID_PARAMETER,
                    "the peer shows " + window.length() + " bytes of a table of " + layout.length());
        }
    }

    /**
     * Opens a table; blocks until its owner, which has to {@link TableOwner#poll}, has admitted this reader.
     *
     * @param adapter to read with
     * @param address where the owner listens
     * @param config  how to look up
     * @return the table
     * @throws NdException as {@link Adapter#createEndpoint}, {@link Connector#connect}, {@link Connector#completeConnect} and
     *     {@link Endpoint#openWindow}; CONNECTION_REFUSED if the owner has
     *     as many readers as it admits; IO_TIMEOUT if it takes longer than {@link LookupConfig#timeoutNs()}; CANCELED if this
     *     thread was interrupted, which is left set; INVALID_PARAMETER if the peer is not the owner of a table, or of one of
     *     another version
     */
    public static RemoteTable open(Adapter adapter, InetSocketAddress address, LookupConfig config) {
        ControlAgent.requireOtherThread();
        return new RemoteTable(adapter, address, config);
    }

    private TableLayout connect(InetSocketAddress address, MemoryRegion message) {
        long deadlineNs = System.nanoTime() + config.timeoutNs();
        require(endpoint.receive(RECEIVE, ScatterGatherList.of(message)));
        await(connector.connect(endpoint, address), deadlineNs, address);
        await(connector.completeConnect(), deadlineNs, address);
        NdStatus waited = queue.await(NotifyType.ANY, Math.max(0, deadlineNs - System.nanoTime()));
        if (waited != NdStatus.SUCCESS || queue.poll(one, 1) == 0) {
            throw new NdException(
                    waited == NdStatus.TIMEOUT ? NdStatus.IO_TIMEOUT : waited, "no table was offered by " + address);
        }
        if (one[0].status() != NdStatus.SUCCESS) {
            throw new NdException(
                    one[0].status(), "the connection to " + address + " ended before a table was offered");
        }
        return TableOffer.read(message.buffer(), one[0].bytesTransferred());
    }

    private static void await(CompletableFuture<Void> future, long deadlineNs, InetSocketAddress address) {
        try {
            var unused = future.get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            NdStatus status = e.getCause() instanceof NdException cause ? cause.status() : NdStatus.INTERNAL_ERROR;
            throw new NdException(status, "no connection to the owner of a table at " + address, e);
        } catch (TimeoutException e) {
            throw new NdException(NdStatus.IO_TIMEOUT, "the owner of a table at " + address + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NdException(NdStatus.CANCELED, "interrupted while connecting to " + address, e);
        }
    }

    private static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new NdException(status, "the Receive for the table's offer was not accepted");
        }
    }

    /**
     * Looks a key up; the answer comes with {@link #poll}.
     *
     * <p><b>Memory:</b> does not allocate; the key is copied during the call.
     *
     * @param context comes back with the answer
     * @param key     holds {@link #keyLength()} bytes
     * @param offset  where they begin, in bytes
     * @return SUCCESS, an answer will come; NO_MORE_ENTRIES if {@link LookupConfig#depth()} lookups are in flight;
     *     CONNECTION_INVALID if the connection has ended, see {@link #endStatus()}; INVALID_HANDLE if this is closed;
     *     DEVICE_REMOVED if the adapter's driver died. With any but SUCCESS no answer comes
     */
    public NdStatus lookup(long context, DirectBuffer key, int offset) {
        int place = lookups.begin(context, key, offset);
        if (place == Lookups.NONE) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        NdStatus status = post(place);
        if (status != NdStatus.SUCCESS) {
            lookups.answered();
            lookups.free(place);
        }
        return status;
    }

    private NdStatus post(int place) {
        attempts++;
        return endpoint.read(place, lookups.sink(place), window, lookups.source(place), OpFlags.NONE);
    }

    /**
     * Takes what has come, and makes the adapter progress; never blocks.
     *
     * <p><b>Memory:</b> does not allocate, except by the handler.
     *
     * @param handler takes the answers; what it throws comes out of this call, and loses no other answer
     * @param max     how many Reads to look at, at most; those that have to be repeated count too
     * @return how many answers the handler was given
     */
    public int poll(LookupHandler handler, int max) {
        int answers = 0;
        for (int looked = 0; looked < max && queue.poll(one, 1) > 0; looked++) {
            if (complete(one[0], handler)) {
                answers++;
            }
        }
        return answers;
    }

    /**
     * Waits, making progress, until there is something to poll.
     *
     * @param timeoutNs nanoseconds to wait at most; 0 tries once
     * @return as {@link CompletionQueue#await}
     */
    public NdStatus await(long timeoutNs) {
        return queue.await(NotifyType.ANY, timeoutNs);
    }

    /** Handles a completed Read; false if it has to be repeated. */
    private boolean complete(Completion completion, LookupHandler handler) {
        int place = (int) completion.requestContext();
        if (completion.status() != NdStatus.SUCCESS) {
            end(completion.status());
            return answer(place, ended(), Lookups.NONE, handler);
        }
        int slot = lookups.find(place);
        if (slot != Lookups.TORN) {
            return answer(place, slot == Lookups.NONE ? LookupStatus.ABSENT : LookupStatus.FOUND, slot, handler);
        }
        if (lookups.countAttempt(place) >= config.maxAttempts()) {
            return answer(place, LookupStatus.CHANGING, Lookups.NONE, handler);
        }
        NdStatus status = post(place);
        if (status != NdStatus.SUCCESS) {
            return answer(place, ended(), Lookups.NONE, handler);
        }
        return false;
    }

    private boolean answer(int place, LookupStatus status, int slot, LookupHandler handler) {
        boolean isFound = status == LookupStatus.FOUND;
        lookups.answered();
        try {
            handler.onLookup(
                    lookups.context(place),
                    status,
                    isFound ? lookups.version(slot) : 0,
                    lookups.buffer(),
                    isFound ? slot + layout.valueOffset() : 0);
        } finally {
            lookups.free(place);
        }
        return true;
    }

    /** Keeps the first failure, which says why; those behind it are CANCELED. */
    private void end(NdStatus status) {
        if (endStatus == NdStatus.SUCCESS) {
            endStatus = status;
        }
    }

    private LookupStatus ended() {
        return endStatus == NdStatus.ACCESS_VIOLATION ? LookupStatus.EVICTED : LookupStatus.ENDED;
    }

    /**
     * Tells whether keys can be looked up.
     *
     * @return false once the connection has ended; a reader that was evicted learns it by its next lookup
     */
    public boolean isOpen() {
        return endpoint.isConnected();
    }

    /**
     * Tells how the connection has ended.
     *
     * @return SUCCESS, not yet; ACCESS_VIOLATION, evicted; IO_TIMEOUT, the owner died or cannot be reached; CANCELED, the owner
     *     closed the connection; another status of {@link Completion#status()}; CONNECTION_INVALID, it has ended while no lookup
     *     was in flight that could tell
     */
    public NdStatus endStatus() {
        return endStatus == NdStatus.SUCCESS && !isOpen() ? NdStatus.CONNECTION_INVALID : endStatus;
    }

    /**
     * Returns the length of a key.
     *
     * @return bytes
     */
    public int keyLength() {
        return layout.keyLength();
    }

    /**
     * Returns the length of a value.
     *
     * @return bytes
     */
    public int valueLength() {
        return layout.valueLength();
    }

    /**
     * Tells how many lookups are in flight.
     *
     * @return lookups posted and not yet answered
     */
    public int inFlight() {
        return lookups.inFlight();
    }

    /**
     * Tells how many Reads were posted; what is more than the lookups met changes of the owner's.
     *
     * @return the count since this was opened
     */
    public long reads() {
        return attempts;
    }

    /**
     * Tells whether the owner is on this host, and its memory read directly.
     *
     * @return {@link RemoteWindow#isDirect()}
     */
    public boolean isDirect() {
        return window.isDirect();
    }

    /** Disconnects, and drops lookups in flight without an answer. Does nothing the second time. */
    @Override
    public void close() {
        connector.close();
        queue.close();
        lookups.close();
    }
}
