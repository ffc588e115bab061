// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.book;

import static io.oriel.examples.gateway.book.OrderPool.NONE;

import java.util.Arrays;

/** One side of a book: for each price a queue of orders, and which prices have one. */
final class Levels {
    private static final int WORDS = 64;
    static final int PRICES = WORDS * Long.SIZE;

    private final OrderPool orders;
    private final boolean highestFirst;
    private final int[] first = new int[PRICES];
    private final int[] last = new int[PRICES];
    private final long[] taken = new long[WORDS]; // a bit for each price
    private long takenWords; // a bit for each of those words that is not 0

    Levels(OrderPool orders, boolean highestFirst) {
        this.orders = orders;
        this.highestFirst = highestFirst;
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    /** Returns the best price; {@link OrderPool#NONE} if there is no order. */
    int best() {
        if (takenWords == 0) {
            return NONE;
        }
        int word = highestFirst ? highest(takenWords) : Long.numberOfTrailingZeros(takenWords);
        return word * Long.SIZE + (highestFirst ? highest(taken[word]) : Long.numberOfTrailingZeros(taken[word]));
    }

    private static int highest(long bits) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    }

    /** Returns the oldest order at a price. */
    int first(int price) {
        return first[price];
    }

    void append(int place) {
        int price = orders.price(place);
        int before = last[price];
        orders.link(before, place);
        orders.link(place, NONE);
        last[price] = place;
        if (before == NONE) {
            first[price] = place;
            taken[price / Long.SIZE] |= 1L << price;
            takenWords |= 1L << (price / Long.SIZE);
        }
    }

    void remove(int place) {
        int price = orders.price(place);
        int before = orders.previous(place);
        int after = orders.next(place);
        orders.link(before, after);
        if (before == NONE) {
            first[price] = after;
        }
        if (after == NONE) {
            last[price] = before;
        }
        if (first[price] == NONE) {
            int word = price / Long.SIZE;
            taken[word] &= ~(1L << price);
            if (taken[word] == 0) {
                takenWords &= ~(1L << word);
            }
        }
    }
}
