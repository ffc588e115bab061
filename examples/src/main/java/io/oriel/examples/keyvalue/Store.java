// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.examples.Completions;
import io.oriel.examples.Waiting;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.table.TableConfig;
import io.oriel.service.table.TableGrant;
import io.oriel.service.table.TableOwner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Owns the table, and serves those who ask: both on one adapter, in one thread. */
final class Store implements AutoCloseable {
    private static final int CAPACITY = 8192;

    private final Adapter adapter;
    private final Waiting waiting;
    private final TableOwner table;
    private final InetSocketAddress tableAddress;
    private final Server server;
    private @Nullable Request evicting;
    private volatile boolean isStopped;

    Store(Adapter adapter, InetSocketAddress address, Waiting waiting) {
        this.adapter = adapter;
        this.waiting = waiting;
        InetAddress here = address.getAddress();
        table = TableOwner.create(adapter, TableConfig.of(CAPACITY, Order.KEY_LENGTH, Order.VALUE_LENGTH));
        tableAddress = table.listen(new InetSocketAddress(here, 0));
        server = Server.open(adapter, address, ServerConfig.defaults(), ServerHandlers.of(this::onRequest));
    }

    InetSocketAddress address() {
        return server.address();
    }

    /** Serves until a client says that it is over, and all have left. */
    void run() {
        while (!server.isDrained()) {
            if (isStopped) {
                throw new IllegalStateException("the store was stopped before its client was served");
            }
            if (server.poll() + table.poll() == 0) {
                waiting.forNews(adapter, server.untilDueNs(System.nanoTime()));
            }
            if (evicting != null && table.grants().stream().allMatch(grant -> isOver(grant.state()))) {
                answer(evicting, 0);
                evicting = null;
            }
        }
        System.out.println("store: " + table.size() + " keys, changed " + table.version() + " times");
    }

    /** Ends {@link #run}; callable on any thread. */
    void stop() {
        isStopped = true;
        adapter.wakeup();
    }

    private static boolean isOver(TableGrant.State state) {
        return state == TableGrant.State.REVOKED || state == TableGrant.State.ENDED;
    }

    private void onRequest(Request request) {
        if (request.length() != Order.LENGTH) {
            Completions.accepted(request.decline(NdStatus.INVALID_BUFFER_SIZE));
            return;
        }
        switch (Order.of(request.buffer().getLong(0))) {
            case TABLE -> {
                Completions.accepted(request.claim());
                request.answer().putLong(0, tableAddress.getPort());
                Completions.accepted(request.commit(Long.BYTES));
            }
            case PUT -> put(request);
            case GET -> get(request);
            case EVICT -> {
                table.grants().forEach(grant -> Completions.accepted(grant.revoke()));
                evicting = request; // to be answered when nobody reads any more
            }
            case OVER -> {
                answer(request, 0);
                server.drain();
            }
        }
    }

    private void put(Request request) {
        if (table.put(request.buffer(), Order.KEY, request.buffer(), Order.VALUE)) {
            answer(request, 0);
        } else {
            Completions.accepted(request.decline(NdStatus.INSUFFICIENT_RESOURCES));
        }
    }

    private void get(Request request) {
        Completions.accepted(request.claim());
        boolean isThere = table.get(request.buffer(), Order.KEY, request.answer(), 0);
        Completions.accepted(request.commit(isThere ? Order.VALUE_LENGTH : 0));
    }

    private static void answer(Request request, int bytes) {
        Completions.accepted(request.claim());
        Completions.accepted(request.commit(bytes));
    }

    @Override
    public void close() {
        server.close();
        table.close();
    }
}
