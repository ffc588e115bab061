// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.examples.Waiting;
import io.oriel.service.ConnectionHandler;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.table.TableConfig;
import io.oriel.service.table.TableGrant;
import io.oriel.service.table.TableOwner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Owns the table, and serves those who ask: both on one adapter, in one thread. A client may go at any moment: what it was to be
 * told is dropped, and what was kept of it let go.
 */
final class Store implements AutoCloseable {
    private static final int CAPACITY = 8192;

    private final Adapter adapter;
    private final Waiting waiting;
    private final TableOwner table;
    private final InetSocketAddress tableAddress;
    private final Server server;
    private final Queue<Request> evicting = new ArrayDeque<>();
    private volatile boolean isStopped;

    Store(Adapter adapter, InetSocketAddress address, Waiting waiting) {
        this.adapter = adapter;
        this.waiting = waiting;
        InetAddress here = address.getAddress();
        table = TableOwner.create(adapter, TableConfig.of(CAPACITY, Order.KEY_LENGTH, Order.VALUE_LENGTH));
        tableAddress = table.listen(new InetSocketAddress(here, 0));
        server = Server.open(
                adapter,
                address,
                ServerConfig.defaults(),
                ServerHandlers.of(this::onRequest).withClients(clients()));
    }

    InetSocketAddress address() {
        return server.address();
    }

    /** Serves until a client says that it is over and all have left, or until it is stopped. */
    void run() {
        while (!server.isDrained() && !isStopped) {
            if (server.poll() + table.poll() == 0) {
                waiting.forNews(adapter, server.untilDueNs(System.nanoTime()));
            }
            if (!evicting.isEmpty()) {
                evict();
            }
        }
        System.out.println("store: " + table.size() + " keys, changed " + table.version() + " times");
    }

    /** Ends {@link #run}; callable on any thread. */
    void stop() {
        isStopped = true;
        adapter.wakeup();
    }

    private void onRequest(Request request) {
        if (request.isOneWay() || request.length() != Order.LENGTH) {
            decline(request, NdStatus.INVALID_DEVICE_REQUEST);
            return;
        }
        switch (Order.of(request.buffer().getLong(0))) {
            case TABLE -> tellTable(request);
            case PUT -> put(request);
            case GET -> get(request);
            case EVICT -> evicting.add(request); // to be answered when nobody reads any more
            case OVER -> {
                answer(request);
                server.drain();
            }
        }
    }

    private void tellTable(Request request) {
        if (request.claim() == NdStatus.SUCCESS) {
            request.answer().putLong(0, tableAddress.getPort());
            commit(request, Long.BYTES);
        }
    }

    private void put(Request request) {
        if (table.put(request.buffer(), Order.KEY, request.buffer(), Order.VALUE)) {
            answer(request);
        } else {
            decline(request, NdStatus.INSUFFICIENT_RESOURCES);
        }
    }

    private void get(Request request) {
        if (request.claim() == NdStatus.SUCCESS) {
            boolean isThere = table.get(request.buffer(), Order.KEY, request.answer(), 0);
            commit(request, isThere ? Order.VALUE_LENGTH : 0);
        }
    }

    /** Takes the table back from those who read it, also from those who were just let in; then tells who has asked for that. */
    private void evict() {
        for (TableGrant grant : table.grants()) {
            // Of a reader that has gone, or was not offered the table yet, a poll tells more.
            var unused = grant.revoke();
        }
        if (table.grants().stream().allMatch(grant -> isOver(grant.state()))) {
            while (!evicting.isEmpty()) {
                answer(evicting.remove());
            }
        }
    }

    private static boolean isOver(TableGrant.State state) {
        return state == TableGrant.State.REVOKED || state == TableGrant.State.ENDED;
    }

    private ConnectionHandler clients() {
        return new ConnectionHandler() {
            @Override
            public void onDisconnected(long client, NdStatus status, String explanation) {
                letGo(client);
            }
        };
    }

    private void letGo(long client) {
        List<Request> kept = evicting.stream()
                .filter(request -> request.clientId() == client)
                .toList();
        evicting.removeAll(kept);
        kept.forEach(request -> decline(request, NdStatus.CANCELED));
    }

    private static void answer(Request request) {
        if (request.claim() == NdStatus.SUCCESS) {
            commit(request, 0);
        }
    }

    private static void commit(Request request, int bytes) {
        var unused = request.commit(bytes); // a client that has gone is no concern of the store's
    }

    private static void decline(Request request, NdStatus status) {
        var unused = request.decline(status); // likewise
    }

    @Override
    public void close() {
        server.close();
        table.close();
    }
}
