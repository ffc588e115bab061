// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.protocol.DataHeaderFlyweight;

/**
 * Where things are in a bundle of frames, which is a frame of Aeron's: its header, which ends with the sequence of the first
 * frame, then one frame after the other, each in a multiple of {@link #FRAME_ALIGNMENT} bytes but for the last. All little-endian.
 *
 * <pre>
 *  0        8                    24         32     40       44       48
 * +--------+--------------------+----------+------+--------+--------+---------- - - +------+--------+------+--------- - -
 * | length | term, session, ... | sequence | word | length | CRC32C |  payload      | word | length | zero |  payload
 * +--------+--------------------+----------+------+--------+--------+---------- - - +------+--------+------+--------- - -
 *           \__________________ summed ____________________/         \_____________ summed ______________________________
 * </pre>
 *
 * <p>The sum covers where in which log the bundle belongs, so that a damaged or forged one is seen before it is put there.
 */
public final class FrameLayout {
    /** The stream id of all bundles; sessions tell them apart. */
    public static final int STREAM_ID = 1;
    /** Where what is summed begins. */
    public static final int SUMMED_OFFSET = 8;
    /** The link's own sequence of the first frame. */
    public static final int SEQUENCE_OFFSET = DataHeaderFlyweight.RESERVED_VALUE_OFFSET;
    /** The first frame. */
    public static final int FRAMES_OFFSET = DataHeaderFlyweight.HEADER_LENGTH;
    /** In a frame: its word. */
    static final int WORD_OFFSET = 0;
    /** In a frame: the bytes of its payload. */
    static final int LENGTH_OFFSET = WORD_OFFSET + Long.BYTES;
    /** In a frame: the sum of the bundle, in the first one. */
    static final int SUM_OFFSET = LENGTH_OFFSET + Integer.BYTES;
    /** Bytes of a frame's own header. */
    public static final int HEADER_LENGTH = SUM_OFFSET + Integer.BYTES;
    /** Where a frame may begin. */
    static final int FRAME_ALIGNMENT = Long.BYTES;
    /** The sum. */
    public static final int CRC_OFFSET = FRAMES_OFFSET + SUM_OFFSET;
    /** The first payload. */
    public static final int PAYLOAD_OFFSET = FRAMES_OFFSET + HEADER_LENGTH;

    private FrameLayout() {}
}
