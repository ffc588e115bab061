// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.lane.LaneLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a rank says when it connects: who it is, what it takes for granted, and where others find it.
 *
 * @param rank    of the dialler
 * @param address where it listens
 */
record Greeting(int rank, InetSocketAddress address) {
    /** What every rank of a world says in the same way, as text that tells people what differs. */
    private static final int TEXT_LENGTH = 256;

    /** Encodes the greeting of a rank. */
    static byte[] of(CommunicatorConfig config, InetSocketAddress address) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + TEXT_LENGTH + Addresses.MAX_LENGTH);
        bytes.putInt(config.meeting().rank());
        bytes.put(Arrays.copyOf(terms(config), TEXT_LENGTH));
        Addresses.put(bytes, address);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** Decodes a greeting; null if it is something else. */
    static @Nullable Greeting read(byte[] data, CommunicatorConfig config) {
        if (data.length < Integer.BYTES + TEXT_LENGTH) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(data);
        int rank = bytes.getInt();
        bytes.position(Integer.BYTES + TEXT_LENGTH);
        InetSocketAddress address = Addresses.get(bytes);
        return address == null || rank < 0 || rank >= config.meeting().size() ? null : new Greeting(rank, address);
    }

    /** Tells what a dialler takes for granted and this rank does not; empty if they agree. */
    static String difference(byte[] data, CommunicatorConfig config) {
        if (data.length < Integer.BYTES + TEXT_LENGTH) {
            return "something that is no rank has connected";
        }
        byte[] theirs = Arrays.copyOfRange(data, Integer.BYTES, Integer.BYTES + TEXT_LENGTH);
        byte[] own = Arrays.copyOf(terms(config), TEXT_LENGTH);
        return Arrays.equals(theirs, own) ? "" : "'" + text(theirs) + "' there is '" + text(own) + "' here";
    }

    private static String text(byte[] padded) {
        return new String(padded, StandardCharsets.UTF_8).trim().replace("\0", "");
    }

    private static byte[] terms(CommunicatorConfig config) {
        MeetingConfig meeting = config.meeting();
        String text = "version " + LaneLayout.VERSION + ", " + ByteOrder.nativeOrder() + ", size " + meeting.size()
                + ", checking "
                + config.checking() + ", tuning "
                + Integer.toHexString(config.tuning().rules().toString().hashCode())
                + ", job " + meeting.job();
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
