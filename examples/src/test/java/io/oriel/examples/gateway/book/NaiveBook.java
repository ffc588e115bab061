// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.book;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rules of a book in a few lines, by sorting all orders each time. */
public final class NaiveBook {
    private final List<Resting> resting = new ArrayList<>();
    private long clock;

    private static final class Resting {
        final boolean buys;
        final int price;
        final int member;
        final long orderId;
        final long time;
        int quantity;

        Resting(boolean buys, int price, int quantity, int member, long orderId, long time) {
            this.buys = buys;
            this.price = price;
            this.quantity = quantity;
            this.member = member;
            this.orderId = orderId;
            this.time = time;
        }
    }

    public record Trade(int member, long orderId, int price, int quantity, int leaves) {}

    /** What is done at once; the rest of the order rests. */
    public List<Trade> place(boolean buys, int price, int quantity, int member, long orderId) {
        List<Trade> trades = new ArrayList<>();
        Comparator<Resting> byPrice = Comparator.comparingInt(each -> each.price);
        List<Resting> others = resting.stream()
                .filter(each -> each.buys != buys && (buys ? each.price <= price : each.price >= price))
                .sorted((buys ? byPrice : byPrice.reversed()).thenComparingLong(each -> each.time))
                .toList();
        int left = quantity;
        for (Resting each : others) {
            int traded = Math.min(left, each.quantity);
            if (traded == 0) {
                break;
            }
            left -= traded;
            each.quantity -= traded;
            trades.add(new Trade(each.member, each.orderId, each.price, traded, each.quantity));
        }
        resting.removeIf(each -> each.quantity == 0);
        if (left > 0) {
            resting.add(new Resting(buys, price, left, member, orderId, clock++));
        }
        return trades;
    }

    /** What was left of the order; 0 if it does not rest. */
    public int cancel(int member, long orderId) {
        int left = quantity(member, orderId);
        resting.removeIf(each -> each.member == member && each.orderId == orderId);
        return left;
    }

    public int quantity(int member, long orderId) {
        return resting.stream()
                .filter(each -> each.member == member && each.orderId == orderId)
                .mapToInt(each -> each.quantity)
                .sum();
    }

    public int size() {
        return resting.size();
    }

    public int bestBid() {
        return resting.stream()
                .filter(each -> each.buys)
                .mapToInt(each -> each.price)
                .max()
                .orElse(OrderPool.NONE);
    }

    public int bestAsk() {
        return resting.stream()
                .filter(each -> !each.buys)
                .mapToInt(each -> each.price)
                .min()
                .orElse(OrderPool.NONE);
    }
}
