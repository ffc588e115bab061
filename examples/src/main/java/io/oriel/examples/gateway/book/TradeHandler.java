// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.book;

/** Is told of trades, in the order in which they are made. */
@FunctionalInterface
public interface TradeHandler {
    /**
     * Is told that the order which is being matched has traded with one that rested.
     *
     * @param place    of the resting order, still in its {@link OrderPool}; with nothing left of it, until this call returns
     * @param price    that of the resting order
     * @param quantity at least 1
     */
    void onTrade(int place, int price, int quantity);
}
