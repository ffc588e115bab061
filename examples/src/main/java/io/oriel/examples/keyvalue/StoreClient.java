// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.examples.Latencies;
import io.oriel.examples.Waiting;
import io.oriel.service.table.LookupStatus;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Puts values into the store, and looks them up in both ways. When the store has died it waits for another, which is empty, puts its
 * keys there, and goes on where it was.
 */
final class StoreClient implements AutoCloseable {
    private static final int KEYS = 1000;

    /** How a request ends if the store dies, is just starting, or takes no more at present. */
    private static final Set<NdStatus> PASSING = EnumSet.of(
            NdStatus.CONNECTION_INVALID,
            NdStatus.CONNECTION_REFUSED,
            NdStatus.CONNECTION_ABORTED,
            NdStatus.CANCELED,
            NdStatus.IO_TIMEOUT,
            NdStatus.NO_MORE_ENTRIES);

    private final StoreLink link;
    private final long[] values = new long[KEYS]; // by their keys, what was put or is to be
    private long begins;
    private long endedRequests;
    private long endedLookups;

    StoreClient(Adapter adapter, InetSocketAddress store, Waiting waiting) {
        link = new StoreLink(adapter, store, waiting);
        Arrays.setAll(values, number -> number);
    }

    void run(int seconds) {
        begin();
        askMany(seconds);
        lookUpMany(seconds);
        change();
        leave();
        if (begins > 1 || endedRequests + endedLookups > 0) {
            System.out.println("client: began again " + (begins - 1) + " times; " + endedRequests + " requests and "
                    + endedLookups + " lookups ended with a status instead of an answer");
        }
    }

    /** Opens the table and puts all keys; at the start, and whenever the store may be another one. */
    private void begin() {
        begins++;
        do {
            link.awaitConnection();
        } while (!isAnswered(link.openTable()) || !putAll()); // in this order: what is put is in the table that is open
        System.out.println("client: has put " + KEYS + " keys");
    }

    private boolean putAll() {
        for (int number = 0; number < KEYS; number++) {
            if (!isAnswered(link.ask(Order.PUT, number, values[number]))) {
                return false;
            }
        }
        return true;
    }

    private void askMany(int seconds) {
        Latencies latencies = new Latencies("lookups by request and answer", seconds);
        int number = 0;
        do {
            number = (number + 1) % KEYS;
            require(ask(Order.GET, number, 0) == values[number]);
        } while (latencies.count());
        System.out.println("client: " + latencies);
    }

    private void lookUpMany(int seconds) {
        Latencies latencies = new Latencies("lookups by one-sided Reads", seconds);
        int number = 0;
        do {
            number = (number + 1) % KEYS;
            require(lookUp(number) == values[number]);
        } while (latencies.count());
        System.out.println("client: " + latencies);
    }

    private void change() {
        values[7] = 70;
        var unused = ask(Order.PUT, 7, 70); // answered: whoever looks it up from now on sees it
        System.out.println("client: key 7 has " + lookUp(7) + ", key " + KEYS + " is "
                + (lookUp(KEYS) == StoreLink.ABSENT ? "absent" : "there"));
    }

    private void leave() {
        var unused = ask(Order.EVICT, 0, 0);
        System.out.println("client: after it was evicted, a lookup is " + link.lookUp(7) + "; asked, the store says "
                + ask(Order.GET, 7, 0));
        var unusedEnd = isAnswered(link.ask(Order.OVER, 0, 0)); // once: a store that has gone may have been told
    }

    /** Asks until there is an answer; what the store is asked for here can be done twice. */
    private long ask(Order order, long number, long value) {
        while (!isAnswered(link.ask(order, number, value))) {
            begin();
        }
        return link.value();
    }

    private boolean isAnswered(NdStatus status) {
        if (status == NdStatus.SUCCESS) {
            return true;
        }
        if (!PASSING.contains(status)) {
            throw new IllegalStateException("the store does not do what it was asked for: " + status);
        }
        endedRequests++;
        return false;
    }

    /** Looks a key up until there is an answer; returns its value, or {@link StoreLink#ABSENT}. */
    private long lookUp(long number) {
        for (LookupStatus status = link.lookUp(number); ; status = link.lookUp(number)) {
            switch (status) {
                case FOUND, ABSENT -> {
                    return link.value();
                }
                case CHANGING -> endedLookups++; // the table is as good as before
                case EVICTED, ENDED -> {
                    endedLookups++;
                    begin();
                }
            }
        }
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the store holds something else");
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
