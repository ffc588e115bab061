// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.WindowDescriptor;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What rank 0 tells: where all listen, or why there is no meeting.
 *
 * @param addresses of all ranks; empty if there is no meeting
 * @param failure   why there is none; empty if there is one
 * @param missing   the first rank that has not come
 */
record Table(List<InetSocketAddress> addresses, String failure, int missing) {
    private static final int LEAST_LENGTH = 1024;
    private static final byte IS_TABLE = 0;
    private static final byte IS_FAILURE = 1;

    /** Returns how long a message of the meeting is at most. */
    static int lengthFor(int ranks) {
        return Math.max(
                Math.max(WindowDescriptor.LENGTH, LEAST_LENGTH),
                (1 + ranks * Addresses.MAX_LENGTH + Long.BYTES) & -Long.BYTES);
    }

    static byte[] of(InetSocketAddress[] addresses) {
        ByteBuffer bytes = ByteBuffer.allocate(lengthFor(addresses.length));
        bytes.put(IS_TABLE);
        for (InetSocketAddress address : addresses) {
            Addresses.put(bytes, address);
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    static byte[] ofFailure(String text, int missing, int ranks) {
        ByteBuffer bytes = ByteBuffer.allocate(lengthFor(ranks));
        bytes.put(IS_FAILURE).putInt(missing);
        byte[] words = text.getBytes(StandardCharsets.UTF_8);
        bytes.put(words, 0, Math.min(words.length, bytes.remaining()));
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    static Table read(byte[] told, int ranks) {
        ByteBuffer bytes = ByteBuffer.wrap(told);
        if (bytes.get() == IS_FAILURE) {
            int missing = bytes.getInt();
            String text = new String(told, bytes.position(), bytes.remaining(), StandardCharsets.UTF_8);
            return new Table(List.of(), text, missing);
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            InetSocketAddress address = Addresses.get(bytes);
            if (address == null) {
                throw new NdException(NdStatus.INTERNAL_ERROR, "rank 0 has told no address of rank " + rank);
            }
            addresses.add(address);
        }
        return new Table(addresses, "", 0);
    }
}
