// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.engine.protocol.MessageHeaderDecoder;
import io.oriel.engine.protocol.UdpByeDecoder;
import io.oriel.engine.transport.Link;

/**
 * Where things are in a datagram.
 *
 * <pre>
 *  0        4        8                 16
 * +--------+--------+-----------------+-------------- - -
 * | CRC32C | magic  |  message header |  body
 * +--------+--------+-----------------+-------------- - -
 *           \________ summed ______________________ - -
 * </pre>
 */
public final class DatagramLayout {
    /** The sum of all that follows it. */
    public static final int CRC_OFFSET = 0;
    /** Tells Oriel's datagrams from others. */
    public static final int MAGIC_OFFSET = 4;
    /** The SBE header. */
    public static final int HEADER_OFFSET = 8;
    /** The body. */
    public static final int BODY_OFFSET = HEADER_OFFSET + MessageHeaderDecoder.ENCODED_LENGTH;
    /** The constant: "ORUD", little-endian. */
    public static final int MAGIC = 0x4455524F;
    /** The longest datagram in bytes: one that carries the longest message of an engine. */
    public static final int MAX_LENGTH = BODY_OFFSET + UdpByeDecoder.BLOCK_LENGTH + Link.MAX_CONTROL_LENGTH;

    /** How long a hello is: longer than any answer to one, so that nobody uses a listener to send more than he sends. */
    public static final int HELLO_LENGTH = 512;

    private DatagramLayout() {}
}
