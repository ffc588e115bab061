// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.relay;

import io.oriel.udp.datagram.DatagramLayout;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A datagram at a relay.
 *
 * @param bytes of the datagram
 * @param from  the socket behind a front that sent it, or through whose front it is an answer; null if there is none
 * @param to    where it goes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Passage(byte[] bytes, @Nullable InetSocketAddress from, InetSocketAddress to) {
    /** Tells whether it is one of Oriel's own, and none of Aeron's. */
    public boolean isControl() {
        return bytes.length > DatagramLayout.HEADER_OFFSET
                && new UnsafeBuffer(bytes).getInt(DatagramLayout.MAGIC_OFFSET, ByteOrder.LITTLE_ENDIAN)
                        == DatagramLayout.MAGIC;
    }

    public int length() {
        return bytes.length;
    }
}
