// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.examples.Waiting;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.ConnectionHandler;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.table.LookupConfig;
import io.oriel.service.table.LookupStatus;
import io.oriel.service.table.RemoteTable;
import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.agrona.LangUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A way to the store, for one request or lookup at a time. It tells how each has ended, and repeats none: that is its user's to do.
 *
 * <p>When the store is started anew the requests go there, and the table has to be opened again: what a store that has died has left in
 * its memory is never looked up beside what another one says.
 */
final class StoreLink implements AutoCloseable {
    /** The value of a key that is not there. */
    static final long ABSENT = -1;

    private final Adapter adapter;
    private final InetSocketAddress store;
    private final Waiting waiting;
    private final Client client;
    private final UnsafeBuffer key = new UnsafeBuffer(new byte[Order.KEY_LENGTH]);
    private @Nullable RemoteTable table;
    private long lastRequest;
    private long awaited; // which request is under way; 0 if none is

    private boolean isAnswered; // of a lookup

    // What the last answer was.
    private NdStatus answerStatus = NdStatus.PENDING;
    private LookupStatus lookupStatus = LookupStatus.ENDED;
    private long answered = ABSENT;

    StoreLink(Adapter adapter, InetSocketAddress store, Waiting waiting) {
        this.adapter = adapter;
        this.store = store;
        this.waiting = waiting;
        client = Client.open(
                adapter,
                StaticResolver.of(store),
                "store",
                ClientConfig.defaults(),
                ClientHandlers.of(this::onAnswer).withConnection(connection()).withErrors(LangUtil::rethrowUnchecked));
    }

    void awaitConnection() {
        while (!client.isConnected()) {
            poll();
        }
    }

    /**
     * Asks the store, and waits for its answer, of which {@link #value} is the first number.
     *
     * @return SUCCESS; CONNECTION_INVALID or NO_MORE_ENTRIES: it was not asked; otherwise as {@link Answer#status}
     */
    NdStatus ask(Order order, long number, long value) {
        NdStatus status = client.claim();
        if (status != NdStatus.SUCCESS) {
            poll(); // by which places are given back, or it learns that the connection has ended
            return status;
        }
        MutableDirectBuffer request = client.buffer();
        request.putLong(0, order.code);
        request.putLong(Order.KEY, number);
        request.setMemory(Order.VALUE, Order.VALUE_LENGTH, (byte) 0);
        request.putLong(Order.VALUE, value);
        status = client.commit(Order.LENGTH, ++lastRequest);
        if (status != NdStatus.SUCCESS) {
            client.abort(); // does nothing if the claim has gone with the connection
            var unused = client.poll(); // by which it learns that the connection has ended
            return status;
        }
        awaited = lastRequest;
        while (awaited != 0) {
            poll();
        }
        return answerStatus;
    }

    /**
     * Opens the table of the store that is there now.
     *
     * @return SUCCESS; otherwise as {@link #ask} and {@link RemoteTable#open}
     */
    NdStatus openTable() {
        closeTable();
        NdStatus status = ask(Order.TABLE, 0, 0);
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        int port = (int) answered;
        try {
            table = RemoteTable.open(adapter, new InetSocketAddress(store.getAddress(), port), LookupConfig.defaults());
            return NdStatus.SUCCESS;
        } catch (NdException e) {
            return e.status();
        }
    }

    /** Looks a key up in the store's memory, and waits for its {@link #value}; ENDED too if no table is open. */
    LookupStatus lookUp(long number) {
        RemoteTable open = table;
        if (open == null) {
            return LookupStatus.ENDED;
        }
        key.putLong(0, number);
        isAnswered = false;
        if (open.lookup(number, key, 0) != NdStatus.SUCCESS) {
            return LookupStatus.ENDED;
        }
        while (!isAnswered) {
            if (open.poll(this::onLookup, 1) == 0) {
                poll();
                if (table == null) {
                    return LookupStatus.ENDED;
                }
            }
        }
        return lookupStatus;
    }

    void onLookup(long context, LookupStatus status, long version, DirectBuffer buffer, int offset) {
        isAnswered = true;
        lookupStatus = status;
        answered = status == LookupStatus.FOUND ? buffer.getLong(offset) : ABSENT;
    }

    /** Returns what was answered last, or {@link #ABSENT} if that was nothing. */
    long value() {
        return answered;
    }

    private void onAnswer(Answer answer) {
        if (answer.requestContext() != awaited) {
            throw new IllegalStateException("request " + answer.requestContext() + " has ended twice");
        }
        awaited = 0;
        answerStatus = answer.status();
        answered = answer.length() > 0 ? answer.buffer().getLong(0) : ABSENT;
    }

    private ConnectionHandler connection() {
        return new ConnectionHandler() {
            @Override
            public void onDisconnected(long connection, NdStatus status, String explanation) {
                closeTable();
            }
        };
    }

    private void poll() {
        if (client.poll() == 0) {
            waiting.forNews(adapter, client.untilDueNs(System.nanoTime()));
        }
    }

    private void closeTable() {
        RemoteTable open = table;
        if (open != null) {
            table = null;
            open.close();
        }
    }

    @Override
    public void close() {
        closeTable();
        client.close();
    }
}
