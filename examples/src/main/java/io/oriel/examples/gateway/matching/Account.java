// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

import io.oriel.examples.gateway.book.OrderPool;
import io.oriel.examples.gateway.protocol.Reason;
import io.oriel.examples.gateway.protocol.Result;
import java.util.Arrays;

/**
 * What the engine knows of one member: its session, its last orders with what was answered to each, its last Fills.
 *
 * <p>An order is known by its id: it has the place of its id in a window, until an order takes the place whose id is a whole window
 * higher. So an id that was used is recognised, and one that is too old to be known is refused.
 *
 * <p><b>Threading:</b> the matcher's thread. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
final class Account {
    private final int mask;
    private final long[] ids;
    private final Entry.Kind[] kinds;
    private final long[] targets;
    private final int[] prices;
    private final int[] quantities;
    private final Result[] results;
    private final Reason[] reasons;
    private final int[] filled;
    private final int[] leaves;
    private final int[] places; // in the pool, while the order rests
    private final Reports reports;
    private long session;
    private long lastId;

    Account(MatcherConfig config) {
        int window = config.window();
        mask = window - 1;
        ids = new long[window];
        kinds = new Entry.Kind[window];
        targets = new long[window];
        prices = new int[window];
        quantities = new int[window];
        results = new Result[window];
        reasons = new Reason[window];
        filled = new int[window];
        leaves = new int[window];
        places = new int[window];
        Arrays.fill(places, OrderPool.NONE);
        reports = new Reports(config.reports());
    }

    long session() {
        return session;
    }

    void beginSession() {
        session++;
    }

    long lastId() {
        return lastId;
    }

    Reports reports() {
        return reports;
    }

    private int index(long id) {
        return (int) id & mask;
    }

    boolean isKnown(long id) {
        return ids[index(id)] == id;
    }

    /** Tells whether an id is too old to be known, if it was used. */
    boolean isForgotten(long id) {
        return ids[index(id)] > id;
    }

    boolean isSame(Entry entry) {
        int index = index(entry.orderId());
        return kinds[index] == entry.kind()
                && targets[index] == entry.target()
                && prices[index] == entry.price()
                && quantities[index] == entry.quantity();
    }

    /** Takes a new id; what became of the order is yet to be noted. */
    void begin(Entry entry) {
        long id = entry.orderId();
        int index = index(id);
        ids[index] = id;
        kinds[index] = entry.kind();
        targets[index] = entry.target();
        prices[index] = entry.price();
        quantities[index] = entry.quantity();
        places[index] = OrderPool.NONE;
        lastId = Math.max(lastId, id);
    }

    void note(Outcome outcome) {
        int index = index(outcome.orderId());
        results[index] = outcome.result();
        reasons[index] = outcome.reason();
        filled[index] = outcome.filled();
        leaves[index] = outcome.leaves();
    }

    Outcome repeat(long id, Outcome outcome) {
        int index = index(id);
        return outcome.set(id, results[index], reasons[index], filled[index], leaves[index], true);
    }

    void rests(long id, int place) {
        places[index(id)] = place;
    }

    void restsNoMore(long id) {
        if (isKnown(id)) {
            places[index(id)] = OrderPool.NONE;
        }
    }

    /** Returns where an order rests that is known; {@link OrderPool#NONE} if it does not. */
    int place(long id) {
        return places[index(id)];
    }
}
