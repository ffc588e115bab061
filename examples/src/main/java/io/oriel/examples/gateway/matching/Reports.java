// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

/**
 * The last Fills of one member, by number. A new one takes the place of the oldest.
 *
 * <p><b>Threading:</b> the matcher's thread. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
public final class Reports {
    private final int mask;
    private final long[] orderIds;
    private final int[] prices;
    private final int[] quantities;
    private final int[] leaves;
    private long count;

    Reports(int capacity) {
        mask = capacity - 1;
        orderIds = new long[capacity];
        prices = new int[capacity];
        quantities = new int[capacity];
        leaves = new int[capacity];
    }

    void add(long orderId, int price, int quantity, int left) {
        int index = index(++count);
        orderIds[index] = orderId;
        prices[index] = price;
        quantities[index] = quantity;
        leaves[index] = left;
    }

    private int index(long number) {
        return (int) number & mask;
    }

    /**
     * Returns how many there have been.
     *
     * @return the number of the last, from 1; 0 if there was none
     */
    public long count() {
        return count;
    }

    /**
     * Returns the oldest that is kept.
     *
     * @return its number; one more than {@link #count()} if there was none
     */
    public long oldest() {
        return Math.max(1, count - mask);
    }

    /**
     * Returns which order was filled.
     *
     * @param number {@link #oldest()} to {@link #count()}
     * @return the member's id
     */
    public long orderId(long number) {
        return orderIds[index(number)];
    }

    /**
     * Returns at which price.
     *
     * @param number as above
     * @return the price
     */
    public int price(long number) {
        return prices[index(number)];
    }

    /**
     * Returns how much.
     *
     * @param number as above
     * @return the quantity, at least 1
     */
    public int quantity(long number) {
        return quantities[index(number)];
    }

    /**
     * Returns what was left of the order then.
     *
     * @param number as above
     * @return the quantity, at least 0
     */
    public int leaves(long number) {
        return leaves[index(number)];
    }
}
