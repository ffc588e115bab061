// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.protocol;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The header of each message: a word with kind, credit and status, then the correlation id, both little-endian.
 *
 * <pre>
 *  0       1       2               4                               8                              16
 *  +-------+-------+---------------+-------------------------------+------------------------------+
 *  | kind  |   0   |    credit     |            status             |        correlation id        |
 *  +-------+-------+---------------+-------------------------------+------------------------------+
 * </pre>
 */
public final class HeaderLayout {
    /** Bytes of a header. */
    public static final int LENGTH = 16;
    /** The most that one message gives back. */
    public static final int MAX_CREDIT = 0xFFFF;
    /** Bits of a correlation id that are the index of the request; the others count up. */
    public static final int INDEX_BITS = 16;

    /** Client to server: a request, to be answered. */
    public static final int REQUEST = 1;
    /** Client to server: a message that is not answered. */
    public static final int ONE_WAY = 2;
    /** Client to server: nothing but credit for parts. */
    public static final int TAKEN = 3;
    /** Server to client: the last answer to a request. */
    public static final int LAST = 4;
    /** Server to client: an answer that others follow. */
    public static final int PART = 5;
    /** Server to client: nothing but credit for messages that are not answered. */
    public static final int DONE = 6;
    /** Server to client: make no more requests here. */
    public static final int LEAVING = 7;

    private static final int ID_OFFSET = 8;
    private static final int CREDIT_SHIFT = 16;
    private static final int STATUS_SHIFT = 32;
    private static final int KIND_MASK = 0xFFFF;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;

    private HeaderLayout() {}

    /**
     * Writes a header.
     *
     * @param buffer where to
     * @param offset where it begins
     * @param kind   one of those above
     * @param credit 0 to {@link #MAX_CREDIT}
     * @param status 32 bits of an NdStatus
     * @param id     the correlation id
     */
    public static void write(MutableDirectBuffer buffer, int offset, int kind, int credit, int status, long id) {
        long word = kind | (long) credit << CREDIT_SHIFT | (long) status << STATUS_SHIFT;
        buffer.putLong(offset, word, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(offset + ID_OFFSET, id, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads the word of kind, credit and status.
     *
     * @param buffer where from
     * @param offset where the header begins
     * @return the word
     */
    public static long word(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads the correlation id.
     *
     * @param buffer where from
     * @param offset where the header begins
     * @return the id
     */
    public static long id(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + ID_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the kind in a word.
     *
     * @param word of a header
     * @return any number: the peer's
     */
    public static int kind(long word) {
        return (int) word & KIND_MASK;
    }

    /**
     * Returns the credit in a word.
     *
     * @param word of a header
     * @return 0 to {@link #MAX_CREDIT}
     */
    public static int credit(long word) {
        return (int) (word >>> CREDIT_SHIFT) & MAX_CREDIT;
    }

    /**
     * Returns the status in a word.
     *
     * @param word of a header
     * @return any number: the peer's
     */
    public static int status(long word) {
        return (int) (word >>> STATUS_SHIFT);
    }

    /**
     * Returns the index in a correlation id.
     *
     * @param id any
     * @return 0 to 65535
     */
    public static int index(long id) {
        return (int) id & INDEX_MASK;
    }
}
