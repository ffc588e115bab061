// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

/**
 * One thing that a member has asked the engine to do: a carrier, filled again and again, from a message and from the journal.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Entry {
    /** What is asked for. */
    public enum Kind {
        /** A session. */
        LOGIN(1),
        /** To buy. */
        BUY(2),
        /** To sell. */
        SELL(3),
        /** To take an order from the book. */
        CANCEL(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** Returns what stands for it in the journal; not 0. */
        int code() {
            return code;
        }

        static Kind of(int code) {
            return switch (code) {
                case 1 -> LOGIN;
                case 2 -> BUY;
                case 3 -> SELL;
                case 4 -> CANCEL;
                default -> throw new IllegalStateException("the journal has an entry of the unknown kind " + code);
            };
        }
    }

    private Kind kind = Kind.LOGIN;
    private int member;
    private long session;
    private long orderId;
    private long target; // an instrument; of a cancel, an order
    private int price;
    private int quantity;

    /** Creates one that asks for a session of member 0. */
    public Entry() {}

    /**
     * Asks for a session.
     *
     * @param of the member
     * @return this
     */
    public Entry login(int of) {
        return set(Kind.LOGIN, of, 0).with(0, 0, 0, 0);
    }

    /**
     * Begins to ask for something else.
     *
     * @param what   not LOGIN
     * @param of     the member
     * @param within the session
     * @return this, to be completed by {@link #with}
     */
    public Entry set(Kind what, int of, long within) {
        kind = what;
        member = of;
        session = within;
        return this;
    }

    /**
     * Completes what is asked for.
     *
     * @param id      of the order
     * @param what    the instrument; of a cancel, the id of the order to be cancelled
     * @param at      price; of a cancel, 0
     * @param howMuch quantity; of a cancel, 0
     * @return this
     */
    public Entry with(long id, long what, int at, int howMuch) {
        orderId = id;
        target = what;
        price = at;
        quantity = howMuch;
        return this;
    }

    /**
     * Returns what is asked for.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns who asks.
     *
     * @return the member's number; anything
     */
    public int member() {
        return member;
    }

    /**
     * Returns in which session.
     *
     * @return its number; anything
     */
    public long session() {
        return session;
    }

    /**
     * Returns the id.
     *
     * @return the member's; anything
     */
    public long orderId() {
        return orderId;
    }

    /**
     * Returns the instrument; of a cancel, the id of the order to be cancelled.
     *
     * @return anything
     */
    public long target() {
        return target;
    }

    /**
     * Returns the price.
     *
     * @return anything
     */
    public int price() {
        return price;
    }

    /**
     * Returns the quantity.
     *
     * @return anything
     */
    public int quantity() {
        return quantity;
    }
}
