// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Values that tell by each of their words whose they are, so that any mixture is noticed. */
final class Patterns {
    private Patterns() {}

    /** Writes the value that a key has the given time, of some words. */
    static void write(MutableDirectBuffer buffer, int offset, int length, long key, long time) {
        buffer.putLong(offset, time);
        for (int at = Long.BYTES; at < length; at += Long.BYTES) {
            buffer.putLong(offset + at, word(key, time, at));
        }
    }

    /** Returns the time of a key's value; -1 if it is none. */
    static long time(DirectBuffer buffer, int offset, int length, long key) {
        long time = buffer.getLong(offset);
        for (int at = Long.BYTES; at < length; at += Long.BYTES) {
            if (buffer.getLong(offset + at) != word(key, time, at)) {
                return -1;
            }
        }
        return time;
    }

    private static long word(long key, long time, int at) {
        return (key * 0x9e3779b97f4a7c15L ^ time) * 0xd6e8feb86659fd93L + at;
    }
}
