// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import java.util.zip.CRC32C;
import org.agrona.MutableDirectBuffer;

/**
 * A numbered message with a sum of all of it. Filled and checked in a slot of memory.
 *
 * <pre>
 *      0  sum      of what follows
 *      8  sequence among all messages of its sender
 *     16  kind
 *     24  number   of the Write before it, or how many Writes of the peer were found good
 *     32  content
 * </pre>
 */
final class Message {
    static final int HEADER_LENGTH = 32;
    static final int MAX_LENGTH = 16 * 1024;
    private static final int SEQUENCE = 8;
    private static final int KIND = 16;
    private static final int NUMBER = 24;

    /** What a message is for. */
    enum Kind {
        /** It is all that is to be said. */
        CONTENT(1),
        /** A Write was posted before it. */
        WRITTEN(2),
        /** So many Writes of the peer were found good. */
        CHECKED(3);

        private final long code;

        Kind(long code) {
            this.code = code;
        }

        static Kind of(long code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalStateException("corrupt: a message of kind " + code);
        }
    }

    private final CRC32C crc = new CRC32C();
    private final byte[] bytes = new byte[MAX_LENGTH];
    private long number;

    /** Writes a message; returns its length. */
    int write(MutableDirectBuffer buffer, int offset, Kind kind, long sequence, long itsNumber) {
        int content = Pattern.length(sequence, MAX_LENGTH - HEADER_LENGTH);
        Pattern.fill(buffer, offset + HEADER_LENGTH, content, sequence);
        buffer.putLong(offset + SEQUENCE, sequence);
        buffer.putLong(offset + KIND, kind.code);
        buffer.putLong(offset + NUMBER, itsNumber);
        int length = HEADER_LENGTH + content;
        buffer.putLong(offset, sum(buffer, offset, length));
        return length;
    }

    /** Reads a message, which must have a sequence and be as it was sent. */
    Kind read(MutableDirectBuffer buffer, int offset, long length, long sequence) {
        int expected = HEADER_LENGTH + Pattern.length(sequence, MAX_LENGTH - HEADER_LENGTH);
        long found = length >= HEADER_LENGTH ? buffer.getLong(offset + SEQUENCE) : -1;
        require(found == sequence, "lost, repeated or overtaken", sequence, "was " + found);
        require(length == expected, "too long or short", sequence, length + " bytes and not " + expected);
        require(buffer.getLong(offset) == sum(buffer, offset, expected), "corrupt", sequence, "its sum is wrong");
        number = buffer.getLong(offset + NUMBER);
        return Kind.of(buffer.getLong(offset + KIND));
    }

    /** Returns the number of the message that was read. */
    long number() {
        return number;
    }

    private long sum(MutableDirectBuffer buffer, int offset, int length) {
        int summed = length - SEQUENCE;
        buffer.getBytes(offset + SEQUENCE, bytes, 0, summed);
        crc.reset();
        crc.update(bytes, 0, summed);
        return crc.getValue();
    }

    private static void require(boolean isGood, String fault, long sequence, String found) {
        if (!isGood) {
            throw new IllegalStateException(fault + ": message " + sequence + ", " + found);
        }
    }
}
