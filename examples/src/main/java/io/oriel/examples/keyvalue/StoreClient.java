// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.examples.Latencies;
import io.oriel.examples.Waiting;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.table.LookupConfig;
import io.oriel.service.table.LookupStatus;
import io.oriel.service.table.RemoteTable;
import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Puts values into the store, and looks them up in both ways. */
final class StoreClient implements AutoCloseable {
    private static final int KEYS = 1000;
    private static final int ABSENT = -1;

    private final Adapter adapter;
    private final InetSocketAddress store;
    private final Waiting waiting;
    private final Client client;
    private final UnsafeBuffer key = new UnsafeBuffer(new byte[Order.KEY_LENGTH]);

    // What the last answer was.
    private boolean isAnswered;
    private NdStatus answerStatus = NdStatus.PENDING;
    private LookupStatus lookupStatus = LookupStatus.ABSENT;
    private long answered;

    StoreClient(Adapter adapter, InetSocketAddress store, Waiting waiting) {
        this.adapter = adapter;
        this.store = store;
        this.waiting = waiting;
        client = Client.open(
                adapter, StaticResolver.of(store), "store", ClientConfig.defaults(), ClientHandlers.of(this::onAnswer));
    }

    void run(int seconds) {
        while (!client.isConnected()) {
            poll();
        }
        for (int number = 0; number < KEYS; number++) {
            ask(Order.PUT, number, number);
        }
        int port = (int) ask(Order.TABLE, 0, 0);
        try (RemoteTable table =
                RemoteTable.open(adapter, new InetSocketAddress(store.getAddress(), port), LookupConfig.defaults())) {
            askMany(seconds);
            lookUpMany(table, seconds);

            ask(Order.PUT, 7, 70); // answered: whoever looks it up from now on sees it
            System.out.println("client: key 7 has " + lookUp(table, 7) + ", key " + KEYS + " is "
                    + (lookUp(table, KEYS) == ABSENT ? "absent" : "there"));

            ask(Order.EVICT, 0, 0);
            var unused = lookUp(table, 7);
            System.out.println("client: after it was evicted, a lookup is " + lookupStatus + "; asked, the store says "
                    + ask(Order.GET, 7, 0));
        }
        ask(Order.OVER, 0, 0);
    }

    private void askMany(int seconds) {
        Latencies latencies = new Latencies("lookups by request and answer", seconds);
        int number = 0;
        do {
            number = (number + 1) % KEYS;
            require(ask(Order.GET, number, 0) == number);
        } while (latencies.count());
        System.out.println("client: " + latencies);
    }

    private void lookUpMany(RemoteTable table, int seconds) {
        Latencies latencies = new Latencies("lookups by one-sided Reads", seconds);
        int number = 0;
        do {
            number = (number + 1) % KEYS;
            require(lookUp(table, number) == number);
        } while (latencies.count());
        System.out.println("client: " + latencies);
    }

    /** Looks a key up in the store's memory; returns what it has, or {@link #ABSENT}. */
    private long lookUp(RemoteTable table, long number) {
        key.putLong(0, number);
        isAnswered = false;
        accepted(table.lookup(number, key, 0));
        while (!isAnswered) {
            if (table.poll(this::onLookup, 1) == 0) {
                poll();
            }
        }
        return answered;
    }

    void onLookup(long context, LookupStatus status, long version, DirectBuffer buffer, int offset) {
        isAnswered = true;
        lookupStatus = status;
        answered = status == LookupStatus.FOUND ? buffer.getLong(offset) : ABSENT;
    }

    /** Asks the store; returns the first number of the answer, or {@link #ABSENT} if it is empty. */
    private long ask(Order order, long number, long value) {
        accepted(client.claim());
        MutableDirectBuffer request = client.buffer();
        request.putLong(0, order.code);
        request.putLong(Order.KEY, number);
        request.setMemory(Order.VALUE, Order.VALUE_LENGTH, (byte) 0);
        request.putLong(Order.VALUE, value);
        isAnswered = false;
        accepted(client.commit(Order.LENGTH, 0));
        while (!isAnswered) {
            poll();
        }
        accepted(answerStatus);
        return answered;
    }

    private void onAnswer(Answer answer) {
        isAnswered = true;
        answerStatus = answer.status();
        answered = answer.length() > 0 ? answer.buffer().getLong(0) : ABSENT;
    }

    private void poll() {
        if (client.poll() == 0) {
            waiting.forNews(adapter, client.untilDueNs(System.nanoTime()));
        }
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the store holds something else");
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
