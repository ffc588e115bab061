// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.connect.Acceptor;
import io.oriel.service.connect.Holdings;
import io.oriel.service.connect.OwnAdapter;
import io.oriel.service.protocol.HeaderLayout;
import io.oriel.service.run.Attention;
import io.oriel.service.run.Duty;
import io.oriel.service.run.Errors;
import io.oriel.service.slot.CompletionDispatcher;
import io.oriel.service.slot.SlotLayout;
import io.oriel.service.slot.SlotPool;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * Answers the requests of many clients, on one thread.
 *
 * <p>{@link #poll} does everything: takes requests and hands them to the handler, takes clients that come, notes those that go. All
 * clients share the memory that requests arrive in; each may have so many requests under way that no other can be kept out by it. A client
 * that sends what it may not, or nonsense, is disconnected, and nobody else notices.
 *
 * <p><b>Threading:</b> the adapter's domain: one thread at a time. <b>Ordering:</b> the requests of one client are handled in the order in
 * which they were committed; answers reach it in the order in which they are. <b>Memory:</b> registered when the server is opened;
 * requests and answers are not copied.
 */
public final class Server implements Duty, AutoCloseable {
    private static final int BATCH = 64;

    private final Adapter adapter;
    private final ServerConfig config;
    private final ServerHandlers handlers;
    private final Errors errors;
    private final Holdings holdings;
    private final CompletionQueue queue;
    private final SharedReceiveQueue receives;
    private final CompletionDispatcher dispatcher;
    private final SlotPool requests;
    private final SlotPool answers;
    private final SlotPool parts;
    private final SlotPool notes;
    private final Request[] carriers;
    private final Acceptor acceptor;
    private final Admission admission;
    private final Attention attention = new Attention();
    private boolean polling;
    private boolean draining;
    private boolean closed;

    private Server(
            Adapter adapter,
            Holdings holdings,
            InetSocketAddress address,
            ServerConfig config,
            ServerHandlers handlers) {
        this.adapter = adapter;
        this.config = config;
        this.handlers = handlers;
        errors = new Errors(handlers.errors());
        this.holdings = holdings;
        int clients = config.maxClients();
        int slots = clients * (config.requestsInFlight() + 1);
        try {
            requests = pool(adapter, slots, config.maxRequestLength());
            answers = pool(adapter, clients * config.requestsInFlight(), config.maxAnswerLength());
            parts = pool(adapter, clients * config.partsInFlight(), config.maxAnswerLength());
            notes = pool(adapter, 1, 0);
            queue = adapter.createCompletionQueue(Math.max(slots, BATCH));
            holdings.add(queue::close);
            receives = adapter.createSharedReceiveQueue(slots, 1, 0);
            holdings.add(receives::close);
            acceptor = new Acceptor(adapter, address, clients);
            holdings.add(acceptor::close);
        } catch (Throwable e) {
            holdings.close(errors);
            throw e;
        }
        dispatcher = new CompletionDispatcher(queue, BATCH, this::onSent).on(RequestType.RECEIVE, this::onReceived);
        admission = new Admission(this, adapter, queue, receives, acceptor);
        carriers = new Request[slots];
        for (int slot = 0; slot < slots; slot++) {
            carriers[slot] = new Request(this, slot, requests.body(slot));
            post(slot);
        }
    }

    private SlotPool pool(Adapter adapter, int count, int length) {
        SlotPool pool = new SlotPool(adapter, count, new SlotLayout(HeaderLayout.LENGTH, length));
        holdings.add(pool::close);
        return pool;
    }

    /**
     * Opens a server on an adapter of the caller's, which other servers and clients of the same thread may use too.
     *
     * @param adapter  whose domain the server is part of
     * @param address  of this host, where clients come to; port 0 lets the adapter choose
     * @param config   what it takes
     * @param handlers whom it tells
     * @return the server, to be closed by the caller
     * @throws NdException as {@link Adapter#allocateMemory}, {@link Adapter#createSharedReceiveQueue}, and {@link
     *     io.oriel.api.Listener#bind}
     */
    public static Server open(
            Adapter adapter, InetSocketAddress address, ServerConfig config, ServerHandlers handlers) {
        return new Server(adapter, new Holdings(), address, config, handlers);
    }

    /**
     * Opens a server with an adapter of its own, which {@link #close} closes.
     *
     * @param address  as above
     * @param config   as above
     * @param handlers as above
     * @return the server, to be closed by the caller
     * @throws NdException as above, and as {@link OwnAdapter#open}
     */
    public static Server open(InetSocketAddress address, ServerConfig config, ServerHandlers handlers) {
        OwnAdapter own = OwnAdapter.open(address.getAddress());
        return new Server(own.adapter(), Holdings.of(own::close), address, config, handlers);
    }

    /**
     * Returns what the server is on: for a {@link io.oriel.service.run.PollLoop}, and for others that share it.
     *
     * @return the adapter
     */
    public Adapter adapter() {
        return adapter;
    }

    /**
     * Returns where clients come to.
     *
     * @return the address, with the port chosen
     */
    public InetSocketAddress address() {
        return acceptor.localAddress();
    }

    /**
     * Returns how many places are taken: by clients, and by those that have gone and of whom a request is still kept.
     *
     * @return clients
     */
    public int clientCount() {
        return admission.count();
    }

    /**
     * {@inheritDoc}
     *
     * <p><b>Memory:</b> does not allocate, except for clients that come or go, and by handlers of the application.
     */
    @Override
    public int poll() {
        if (closed || polling) {
            return 0;
        }
        polling = true;
        int work = 0;
        try {
            work = dispatcher.poll();
            admission.payBack();
            if (attention.isDue(work == 0) && !closed) {
                work += admission.poll(work == 0);
            }
        } catch (NdException e) {
            errors.onError(e); // the adapter has died: no more clients come
        } finally {
            polling = false;
            if (closed) { // by a handler
                holdings.close(errors);
            }
        }
        errors.rethrow();
        return work;
    }

    @Override
    public long untilDueNs(long nowNs) {
        return attention.isSettled() ? Long.MAX_VALUE : 0; // whatever comes wakes the adapter
    }

    private void onSent(Completion completion) {
        Peer peer =
                completion.status() == NdStatus.SUCCESS || closed ? null : admission.peer(completion.endpointContext());
        if (peer != null) {
            drop(peer, completion.status(), "what was sent to the client has failed");
        }
    }

    private void onReceived(Completion completion) {
        if (closed) {
            return;
        }
        int slot = (int) completion.requestContext();
        NdStatus status = completion.status();
        Peer peer = admission.peer(completion.endpointContext());
        if (status == NdStatus.SUCCESS && peer != null) {
            admission.connected(peer);
            if (peer.isOpen()) {
                onMessage(peer, slot, (int) completion.bytesTransferred());
                return;
            }
        } else if (status == NdStatus.IO_TIMEOUT) {
            // A client that is stopped in the midst of a copy may go on with it: the memory is used no more.
            errors.onError(new NdException(
                    status,
                    "a client that was stopped may still write request slot " + slot + ", which is used no more"));
            return;
        }
        post(slot);
        if (peer != null && peer.isOpen() && status != NdStatus.CANCELED) {
            admission.connected(peer); // its first message says that it is
            if (peer.isOpen()) { // else a handler has just closed the server
                drop(peer, status, "a message of the client did not fit");
            }
        }
    }

    private void onMessage(Peer peer, int slot, int bytes) {
        int length = bytes - HeaderLayout.LENGTH;
        int offset = requests.offset(slot);
        long word = length < 0 ? 0 : HeaderLayout.word(requests.memory(), offset);
        int kind = HeaderLayout.kind(word);
        Request request = carriers[slot];
        boolean good = length >= 0 && peer.taken(HeaderLayout.credit(word));
        if (good && kind == HeaderLayout.REQUEST) {
            long id = HeaderLayout.id(requests.memory(), offset);
            if (peer.begin(id)) {
                request.begin(peer, id, length, false);
                handle(request);
                return;
            }
        } else if (good && kind == HeaderLayout.ONE_WAY && peer.mayTell()) {
            request.begin(peer, 0, length, true);
            handle(request);
            if (request.isOneWay()) {
                request.end();
            }
            return;
        }
        post(slot);
        if (!good || kind != HeaderLayout.TAKEN || HeaderLayout.credit(word) == 0) {
            drop(
                    peer,
                    NdStatus.INTERNAL_ERROR,
                    "the client broke the protocol: " + bytes + " bytes, first word 0x" + Long.toHexString(word));
        }
    }

    private void handle(Request request) {
        try {
            handlers.requests().onRequest(request);
        } catch (Throwable e) {
            if (!closed && !request.hasEnded() && !request.isOneWay()) {
                var unused = request.decline(NdStatus.REMOTE_ERROR); // if it has gone, that is told elsewhere
            }
            errors.onError(e);
        }
    }

    /** An answer cannot go. There is room for those to all that a client may ask at a time: whoever fills it asks without taking answers. */
    void unsent(Peer peer, NdStatus status) {
        boolean isFull = status == NdStatus.NO_MORE_ENTRIES;
        if (peer.isOpen()) {
            drop(
                    peer,
                    isFull ? NdStatus.INTERNAL_ERROR : NdStatus.STATUS_CONNECTION_DISCONNECTED,
                    isFull ? "the client broke the protocol: it takes no answers" : "the client has left or died");
        }
    }

    /** Disconnects a client; what is kept of it goes on being kept. */
    void drop(Peer peer, NdStatus status, String words) {
        String who = peer.connection().explain();
        boolean wasConnected = peer.acceptance() == null;
        admission.gone(peer);
        peer.close();
        if (!peer.hasRequests()) {
            admission.vacate(peer);
        }
        if (wasConnected) {
            tell(clients -> clients.onDisconnected(peer.context(), status, words + ": " + who));
        } else {
            tell(clients -> clients.onRefused(status, words + ", before it was connected: " + who));
        }
    }

    /** Tells the handler of clients something; what it throws goes to that of errors. */
    void tell(Consumer<ConnectionHandler> news) {
        errors.guard(() -> news.accept(handlers.clients()));
    }

    private void post(int slot) {
        if (!closed) {
            NdStatus status = receives.receive(slot, requests.list(slot));
            if (status != NdStatus.SUCCESS) {
                errors.onError(new NdException(status, "request slot " + slot + " cannot be used again"));
            }
        }
    }

    /** A request has ended: its memory is free, and its client's place, if that has gone. */
    void ended(Peer peer, int slot) {
        post(slot);
        if (!peer.isOpen() && !peer.hasRequests() && !closed) {
            admission.vacate(peer);
        }
    }

    void owes(Peer peer) {
        admission.owes(peer);
    }

    long nanoTime() {
        return handlers.surroundings().nanoTime();
    }

    boolean isClosed() {
        return closed;
    }

    ServerConfig config() {
        return config;
    }

    SlotPool answers() {
        return answers;
    }

    SlotPool parts() {
        return parts;
    }

    SlotPool notes() {
        return notes;
    }

    /**
     * Begins an orderly end: no more clients are taken, and those that are there are told to make no more requests. What they have sent
     * before they know is handled, what is kept can be answered. Go on polling until {@link #isDrained()}, for as long as you like to
     * wait, and close. Does nothing the second time.
     */
    public void drain() {
        if (!draining && !closed) {
            draining = true;
            admission.leave();
        }
    }

    /**
     * Tells whether the orderly end has come: all requests are answered, and all clients have left.
     *
     * @return true once they have, after {@link #drain}
     */
    public boolean isDrained() {
        return closed || (draining && admission.count() == 0);
    }

    /**
     * Disconnects all clients, whose requests end CONNECTION_ABORTED, and frees everything. Requests that are kept have ended with it. Does
     * nothing the second time.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        acceptor.close();
        for (Peer peer : admission.peers()) {
            if (peer != null && peer.isOpen()) {
                drop(peer, NdStatus.CANCELED, "the server was closed");
            }
        }
        if (!polling) { // else a request is looked at
            holdings.close(errors);
            errors.rethrow();
        }
    }
}
