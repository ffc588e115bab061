// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.book;

/**
 * The orders of one instrument that rest. A new one trades with those of the other side: those at the best price for it first, at one
 * price the oldest first, each at the price of the one that rested.
 *
 * <p><b>Threading:</b> one thread. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
public final class OrderBook {
    /** The lowest price, in the smallest steps. */
    public static final int MIN_PRICE = 1;

    /** The highest price. */
    public static final int MAX_PRICE = Levels.PRICES - 1;

    private final OrderPool orders;
    private final TradeHandler trades;
    private final Levels bids;
    private final Levels asks;

    /**
     * Makes an empty book.
     *
     * @param orders of this book and others
     * @param trades whom it tells
     */
    public OrderBook(OrderPool orders, TradeHandler trades) {
        this.orders = orders;
        this.trades = trades;
        bids = new Levels(orders, true);
        asks = new Levels(orders, false);
    }

    /**
     * Trades as much as can be at once.
     *
     * @param buys     whether the order buys; otherwise it sells
     * @param price    at most, or at least, {@link #MIN_PRICE} to {@link #MAX_PRICE}
     * @param quantity at least 1
     * @return what is left of the quantity
     */
    public int match(boolean buys, int price, int quantity) {
        Levels others = buys ? asks : bids;
        int left = quantity;
        while (left > 0) {
            int best = others.best();
            if (best == OrderPool.NONE || (buys ? best > price : best < price)) {
                break;
            }
            left -= trade(others, others.first(best), best, left);
        }
        return left;
    }

    private int trade(Levels others, int place, int price, int most) {
        int quantity = Math.min(most, orders.quantity(place));
        orders.reduce(place, quantity);
        boolean isDone = orders.quantity(place) == 0;
        if (isDone) {
            others.remove(place);
        }
        trades.onTrade(place, price, quantity);
        if (isDone) {
            orders.remove(place);
        }
        return quantity;
    }

    /**
     * Has an order rest, which can trade with none that does. There must be room in the pool.
     *
     * @param buys     as above
     * @param price    as above
     * @param quantity as above
     * @param member   whose it is
     * @param orderId  by which the member knows it
     * @return its place
     */
    public int rest(boolean buys, int price, int quantity, int member, long orderId) {
        Levels own = buys ? bids : asks;
        int place = orders.add(own, price, quantity, member, orderId);
        own.append(place);
        return place;
    }

    /**
     * Returns the best price to sell at.
     *
     * @return the highest bid; {@link OrderPool#NONE} if there is none
     */
    public int bestBid() {
        return bids.best();
    }

    /**
     * Returns the best price to buy at.
     *
     * @return the lowest ask; {@link OrderPool#NONE} if there is none
     */
    public int bestAsk() {
        return asks.best();
    }
}
