// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class OrderBookTest {
    private static final int CAPACITY = 64;
    private static final int STEPS = 20_000;

    private final OrderPool orders = new OrderPool(CAPACITY);
    private final List<NaiveBook.Trade> trades = new ArrayList<>();
    private final OrderBook book = new OrderBook(
            orders,
            (place, price, quantity) -> trades.add(new NaiveBook.Trade(
                    orders.member(place), orders.orderId(place), price, quantity, orders.quantity(place))));
    private final int[] places = new int[STEPS + 1]; // by order id

    private int place(boolean buys, int price, int quantity, long orderId) {
        int left = book.match(buys, price, quantity);
        places[(int) orderId] = left == 0 ? OrderPool.NONE : book.rest(buys, price, left, (int) orderId % 7, orderId);
        return left;
    }

    @Test
    void tradesAtTheBestPriceFirstAndThereWithTheOldest() {
        place(false, 102, 5, 1);
        place(false, 101, 5, 2);
        place(false, 101, 5, 3);
        place(false, 103, 5, 4);

        assertThat(place(true, 102, 12, 5)).isZero();

        assertThat(trades)
                .containsExactly(
                        new NaiveBook.Trade(2, 2, 101, 5, 0),
                        new NaiveBook.Trade(3, 3, 101, 5, 0),
                        new NaiveBook.Trade(1, 1, 102, 2, 3));
        assertThat(book.bestAsk()).isEqualTo(102);
        assertThat(book.bestBid()).isEqualTo(OrderPool.NONE);
    }

    @Test
    void tradesWithTheHighestBidFirst() {
        place(true, 99, 5, 1);
        place(true, 100, 5, 2);

        assertThat(place(false, 99, 7, 3)).isZero();

        assertThat(trades).containsExactly(new NaiveBook.Trade(2, 2, 100, 5, 0), new NaiveBook.Trade(1, 1, 99, 2, 3));
    }

    @Test
    void restsWithWhatIsLeftAndDoesNotTradeBeyondItsPrice() {
        place(false, 101, 5, 1);
        place(false, 102, 5, 2);

        assertThat(place(true, 101, 8, 3)).isEqualTo(3);

        assertThat(book.bestBid()).isEqualTo(101);
        assertThat(book.bestAsk()).isEqualTo(102);
        assertThat(orders.quantity(places[3])).isEqualTo(3);
    }

    @Test
    void takesAnOrderAwayFromTheMidstOfItsPrice() {
        for (int id = 1; id <= 3; id++) {
            place(false, 101, 5, id);
        }

        assertThat(orders.cancel(places[2])).isEqualTo(5);
        place(true, 101, 10, 4);

        assertThat(trades).extracting(NaiveBook.Trade::orderId).containsExactly(1L, 3L);
    }

    @Test
    void usesPlacesAgain() {
        for (int id = 1; id <= CAPACITY; id++) {
            place(false, 101, 1, id);
        }
        assertThat(orders.hasRoom()).isFalse();

        place(true, 101, 1, CAPACITY + 1);

        assertThat(orders.hasRoom()).isTrue();
        place(false, 101, 1, CAPACITY + 2);
        assertThat(orders.hasRoom()).isFalse();
    }

    /** Few prices, so that they are crowded, from both ends of the range. */
    @RepeatedTest(5)
    void doesAsTheNaiveBookDoes() {
        Random random = SeededRandom.create(getClass());
        NaiveBook naive = new NaiveBook();
        int lowest = random.nextBoolean() ? OrderBook.MIN_PRICE : OrderBook.MAX_PRICE - 70;
        for (int id = 1; id <= STEPS; id++) {
            trades.clear();
            int other = 1 + random.nextInt(id);
            if (random.nextInt(3) == 0 || !orders.hasRoom()) {
                int left = naive.cancel(other % 7, other);
                if (left > 0) {
                    assertThat(orders.cancel(places[other])).isEqualTo(left);
                }
                places[id] = OrderPool.NONE;
            } else {
                boolean buys = random.nextBoolean();
                int price = lowest + random.nextInt(random.nextInt(10) == 0 ? 71 : 5);
                int quantity = 1 + random.nextInt(20);
                List<NaiveBook.Trade> expected = naive.place(buys, price, quantity, id % 7, id);
                int left = place(buys, price, quantity, id);
                assertThat(trades).isEqualTo(expected);
                assertThat(left).isEqualTo(naive.quantity(id % 7, id));
            }
            assertThat(book.bestBid()).isEqualTo(naive.bestBid());
            assertThat(book.bestAsk()).isEqualTo(naive.bestAsk());
            assertThat(orders.hasRoom()).isEqualTo(naive.size() < CAPACITY);
        }
    }
}
