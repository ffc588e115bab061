// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Addresses as bytes: how many bytes the host's has, these, and the port. */
final class Addresses {
    /** Bytes of an address at most. */
    static final int MAX_LENGTH = 1 + 16 + Short.BYTES;

    private Addresses() {}

    static void put(ByteBuffer bytes, InetSocketAddress address) {
        byte[] host = address.getAddress().getAddress();
        bytes.put((byte) host.length).put(host).putShort((short) address.getPort());
    }

    /** Reads an address; null if there is none. */
    static @Nullable InetSocketAddress get(ByteBuffer bytes) {
        int length = bytes.hasRemaining() ? bytes.get() : 0;
        if ((length != 4 && length != 16) || bytes.remaining() < length + Short.BYTES) {
            return null;
        }
        byte[] host = new byte[length];
        bytes.get(host);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(host), bytes.getShort() & 0xFFFF);
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
