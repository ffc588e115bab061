// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

/** What a frame is; the numbers are the schema's template ids. */
public final class FrameType {
    /** A whole Send: the payload is the message. */
    public static final int SEND = 1;
    /** Part of a Send that does not fit one frame. */
    public static final int SEND_CHUNK = SendChunkEncoder.TEMPLATE_ID;
    /** A SendAndInvalidate, or part of one. */
    public static final int SEND_AND_INVALIDATE = SendAndInvalidateEncoder.TEMPLATE_ID;
    /** A Write, or part of one. */
    public static final int WRITE = WriteEncoder.TEMPLATE_ID;
    /** Asks for bytes of a window. */
    public static final int READ_REQUEST = ReadRequestEncoder.TEMPLATE_ID;
    /** Part of what a read request asked for. */
    public static final int READ_RESPONSE = ReadResponseEncoder.TEMPLATE_ID;
    /** A frame of the other direction could not be executed. */
    public static final int FAILURE = FailureEncoder.TEMPLATE_ID;
    /** Asks the owner of a shared receive queue for Receives. */
    public static final int DEMAND = DemandEncoder.TEMPLATE_ID;
    /** The end of a Write, or a whole one, that takes a Receive to tell of itself. */
    public static final int WRITE_WITH_IMMEDIATE = WriteWithImmediateEncoder.TEMPLATE_ID;
    /** Changes eight bytes of a window. */
    public static final int ATOMIC = AtomicEncoder.TEMPLATE_ID;

    private FrameType() {}

    /**
     * Tells whether a request depends on the frame.
     *
     * @param type of a frame
     * @return false for an answer, a Failure and a Demand
     */
    public static boolean isRequest(int type) {
        return type != READ_RESPONSE && type != FAILURE && type != DEMAND;
    }
}
