// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The right of one reader to read a table, until its owner revokes it or the connection ends.
 *
 * <p><b>Threading:</b> the adapter's domain.
 */
public final class TableGrant {
    private static final long BIND = 1;
    private static final long OFFER = 2;
    private static final long INVALIDATE = 3;

    private final long number;
    private final Connector connector;
    private final Endpoint endpoint;
    private final MemoryWindow window;
    private final InetSocketAddress reader;
    private final CompletableFuture<Void> accepted;
    private final CompletableFuture<Void> ending;
    private State state = State.ADMITTED;

    /** How far a grant has come. */
    public enum State {
        /** The reader was accepted; it has no window yet. */
        ADMITTED,
        /** The reader has been offered the table. */
        GRANTED,
        /** {@link TableGrant#revoke} was called; the reader may be reading still. */
        REVOKING,
        /** The reader reads nothing more: its next Read fails. */
        REVOKED,
        /** There is no connection any more. */
        ENDED
    }

    TableGrant(Adapter adapter, CompletionQueue queue, Connector request, long number) {
        this.number = number;
        connector = request;
        reader = request.peerAddress();
        window = adapter.createMemoryWindow(number);
        try {
            endpoint = adapter.createEndpoint(
                    queue,
                    queue,
                    EndpointConfig.defaults()
                            .withContext(number)
                            .withReceiveQueueDepth(1)
                            .withInitiatorQueueDepth(4));
        } catch (NdException e) {
            window.close();
            throw e;
        }
        accepted = request.accept(endpoint);
        // The owner may be asleep when it can make its offer.
        var unused = accepted.whenComplete((nothing, failure) -> adapter.wakeup());
        ending = request.notifyDisconnect();
    }

    /** Goes on as far as it can without waiting; true if the state is another one now. */
    boolean advance(MemoryRegion table, UnsafeBuffer offer) {
        State before = state;
        if (ending.isDone() || accepted.isCompletedExceptionally()) {
            state = State.ENDED;
        } else if (state == State.ADMITTED && accepted.isDone()) {
            state = offer(table, offer) ? State.GRANTED : State.ENDED;
        }
        return state != before;
    }

    private boolean offer(MemoryRegion table, UnsafeBuffer offer) {
        NdStatus bound = endpoint.bind(
                BIND, table, window, 0, table.length(), OpFlags.ALLOW_READ, offer, TableOffer.DESCRIPTOR_OFFSET);
        if (bound != NdStatus.SUCCESS) {
            return false;
        }
        ScatterGatherList message = new ScatterGatherList(1).add(offer, 0, TableOffer.LENGTH);
        return endpoint.send(OFFER, message, OpFlags.INLINE) == NdStatus.SUCCESS;
    }

    /** Takes the result of a request of this grant's; true if the state is another one now. */
    boolean complete(Completion completion) {
        State before = state;
        if (completion.status() != NdStatus.SUCCESS) {
            state = State.ENDED;
        } else if (completion.requestContext() == INVALIDATE) {
            state = State.REVOKED;
        }
        return state != before;
    }

    /**
     * Takes the reader's window back: its lookups end with {@link LookupStatus#EVICTED}.
     *
     * <p>It is done when {@link #state} is REVOKED, in one of the next {@link TableOwner#poll}s: from then on the reader reads
     * nothing. If the reader's process was stopped in the midst of a Read the connection ends instead, see {@link
     * Endpoint#invalidate}.
     *
     * @return SUCCESS; INVALID_DEVICE_STATE if the state is not GRANTED; CONNECTION_INVALID if the connection has ended;
     *     INVALID_HANDLE if the table is closed; DEVICE_REMOVED if the adapter's driver died
     */
    public NdStatus revoke() {
        if (state != State.GRANTED) {
            return NdStatus.INVALID_DEVICE_STATE;
        }
        NdStatus status = endpoint.invalidate(INVALIDATE, window, OpFlags.NONE);
        if (status == NdStatus.SUCCESS) {
            state = State.REVOKING;
        }
        return status;
    }

    /**
     * Tells how far this grant has come.
     *
     * @return the state, as of the last poll
     */
    public State state() {
        return state;
    }

    /**
     * Returns the number of this grant.
     *
     * @return from 1 on, in the order in which readers came; no number comes twice in a table's life
     */
    public long number() {
        return number;
    }

    /**
     * Returns where the reader is.
     *
     * @return {@link Connector#peerAddress} of its connection
     */
    public InetSocketAddress reader() {
        return reader;
    }

    void close(CompletionQueue queue) {
        state = State.ENDED;
        connector.close();
        endpoint.close();
        var unused = queue.discard(endpoint);
        window.close();
    }
}
