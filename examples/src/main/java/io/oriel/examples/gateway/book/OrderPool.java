// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.book;

/**
 * Resting orders of several books, each in a place with a number. A place is used again when its order is done.
 *
 * <p><b>Threading:</b> one thread. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
public final class OrderPool {
    /** No place. */
    public static final int NONE = -1;

    private final int[] members;
    private final long[] orderIds;
    private final int[] prices;
    private final int[] quantities;
    private final Levels[] levels;
    private final int[] next; // at the same price, or of the free places
    private final int[] previous;
    private int free;

    /**
     * Makes room.
     *
     * @param capacity orders, at least 1
     */
    public OrderPool(int capacity) {
        members = new int[capacity];
        orderIds = new long[capacity];
        prices = new int[capacity];
        quantities = new int[capacity];
        levels = new Levels[capacity];
        next = new int[capacity];
        previous = new int[capacity];
        for (int place = 0; place < capacity; place++) {
            next[place] = place + 1 < capacity ? place + 1 : NONE;
        }
    }

    /**
     * Tells whether another order can rest.
     *
     * @return false if all places are taken
     */
    public boolean hasRoom() {
        return free != NONE;
    }

    /** Takes a place, of which there must be one. */
    int add(Levels in, int price, int quantity, int member, long orderId) {
        int place = free;
        free = next[place];
        levels[place] = in;
        prices[place] = price;
        quantities[place] = quantity;
        members[place] = member;
        orderIds[place] = orderId;
        return place;
    }

    /**
     * Takes an order away from its book.
     *
     * @param place where it rests
     * @return what was left of it
     */
    public int cancel(int place) {
        int quantity = quantities[place];
        levels[place].remove(place);
        remove(place);
        return quantity;
    }

    /**
     * Finds an order by looking at all places, which takes long.
     *
     * @param member  whose it is
     * @param orderId by which the member knows it
     * @return its place; {@link #NONE} if it does not rest
     */
    public int find(int member, long orderId) {
        for (int place = 0; place < quantities.length; place++) {
            if (orderIds[place] == orderId && members[place] == member && quantities[place] > 0) {
                return place;
            }
        }
        return NONE;
    }

    /** Gives a place back whose order is in no level any more. */
    void remove(int place) {
        quantities[place] = 0;
        next[place] = free;
        free = place;
    }

    /**
     * Returns whose an order is.
     *
     * @param place of the order
     * @return the number that was given
     */
    public int member(int place) {
        return members[place];
    }

    /**
     * Returns the member's id of an order.
     *
     * @param place of the order
     * @return the id that was given
     */
    public long orderId(int place) {
        return orderIds[place];
    }

    /**
     * Returns how much of an order is left.
     *
     * @param place of the order
     * @return the quantity
     */
    public int quantity(int place) {
        return quantities[place];
    }

    void reduce(int place, int by) {
        quantities[place] -= by;
    }

    int price(int place) {
        return prices[place];
    }

    int next(int place) {
        return next[place];
    }

    int previous(int place) {
        return previous[place];
    }

    void link(int earlier, int later) {
        if (earlier != NONE) {
            next[earlier] = later;
        }
        if (later != NONE) {
            previous[later] = earlier;
        }
    }
}
