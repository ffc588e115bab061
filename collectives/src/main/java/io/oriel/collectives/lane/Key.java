// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

/**
 * What a message is for: its kind, the communicator, and a number there, such as that of the operation or the tag. Messages of
 * one key between two ranks stay in order.
 */
public final class Key {
    /** Data of a collective operation; the number is the operation's. */
    public static final int COLLECTIVE = 0;
    /** Data of a send; the number is the tag. */
    public static final int TAGGED = 1;
    /** What was offered in a collective operation was read. */
    public static final int COLLECTIVE_DONE = 2;
    /** What was offered by a send was read. */
    public static final int TAGGED_DONE = 3;
    /** A receive asks for the data that a send has announced. */
    public static final int TAGGED_WANTED = 4;
    /** An operation has failed at the sender. */
    public static final int FAILED = 5;
    /** The sender has closed the communicator; the number is 0. */
    public static final int LEFT = 6;
    /** The memory that offers refer to; without a payload: its owner wants to have it back. */
    public static final int EXPOSURE = 7;
    /** The memory that the receiver wanted to have back is not read any more. */
    public static final int UNEXPOSED = 8;
    /** Memory for a part of what was offered in a collective operation, which the sender of that writes itself. */
    public static final int COLLECTIVE_GRANT = 9;
    /** The part for which memory was granted was written. */
    public static final int COLLECTIVE_WRITTEN = 10;

    /** The largest id of a communicator. */
    public static final int MAX_COMMUNICATOR = (1 << 28) - 1;

    private static final int KIND_SHIFT = 60;
    private static final int COMMUNICATOR_SHIFT = 32;

    private Key() {}

    /**
     * Makes a key.
     *
     * @param kind         one of the constants
     * @param communicator its id
     * @param number       there
     * @return the key
     */
    public static long of(int kind, int communicator, int number) {
        return (long) kind << KIND_SHIFT | (long) communicator << COMMUNICATOR_SHIFT | (number & 0xFFFF_FFFFL);
    }

    /**
     * Returns the same key of another kind.
     *
     * @param key  of a message
     * @param kind one of the constants
     * @return the key
     */
    public static long withKind(long key, int kind) {
        return of(kind, communicator(key), number(key));
    }

    /**
     * Returns the kind.
     *
     * @param key of a message
     * @return one of the constants
     */
    public static int kind(long key) {
        return (int) (key >>> KIND_SHIFT);
    }

    /**
     * Returns the communicator's id.
     *
     * @param key of a message
     * @return the id
     */
    public static int communicator(long key) {
        return (int) (key >>> COMMUNICATOR_SHIFT) & MAX_COMMUNICATOR;
    }

    /**
     * Returns the number.
     *
     * @param key of a message
     * @return the number
     */
    public static int number(long key) {
        return (int) key;
    }
}
