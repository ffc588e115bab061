// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.protocol.DataHeaderFlyweight;

/**
 * Where things are in a frame: Aeron's header, which ends with the frame's word, then the link's, then the payload. All
 * little-endian.
 *
 * <pre>
 *  0        8                    24       32         40         44       48
 * +--------+--------------------+--------+----------+----------+--------+---------- - -
 * | length | term, session, ... |  word  | sequence | reserved | CRC32C |  payload
 * +--------+--------------------+--------+----------+----------+--------+---------- - -
 *           \__________________ summed ________________________/         \_ summed _ -
 * </pre>
 *
 * <p>The sum covers where in which log the frame belongs, so that a damaged or forged one is seen before it is put there.
 */
public final class FrameLayout {
    /** The stream id of all frames; sessions tell them apart. */
    public static final int STREAM_ID = 1;
    /** Where what is summed begins. */
    public static final int SUMMED_OFFSET = 8;
    /** The link's own sequence. */
    public static final int SEQUENCE_OFFSET = DataHeaderFlyweight.HEADER_LENGTH;
    /** Zero. */
    public static final int RESERVED_OFFSET = SEQUENCE_OFFSET + Long.BYTES;
    /** The sum. */
    public static final int CRC_OFFSET = RESERVED_OFFSET + Integer.BYTES;
    /** The payload. */
    public static final int PAYLOAD_OFFSET = CRC_OFFSET + Integer.BYTES;
    /** Bytes of the link's own header. */
    public static final int HEADER_LENGTH = PAYLOAD_OFFSET - SEQUENCE_OFFSET;

    private FrameLayout() {}
}
