// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

/**
 * The 64 bits beside each frame: type, flags, the receiving endpoint, the sender's credit and acknowledgement.
 *
 * <pre>
 *  63    60 59   57 56        44 43        36 35            22 21                       0
 * +--------+-------+------------+------------+----------------+--------------------------+
 * |  type  | flags | endpoint id| generation |     credit     |      acknowledgement     |
 * +--------+-------+------------+------------+----------------+--------------------------+
 *     4        3         13           8              14                    22
 * </pre>
 *
 * <p>Credit and acknowledgement are the low bits of ever-growing counts: {@link #expand} finds the count nearest to the
 * one known. That is unambiguous while the two differ by less than half of what the bits hold: {@link #MAX_CREDIT_AHEAD}
 * and {@link #MAX_UNACKNOWLEDGED}.
 */
public final class FrameWord {
    // Types: the schema's template ids.

    /** A whole Send: the payload is the message. */
    public static final int TYPE_SEND = 1;
    /** Part of a Send that does not fit one frame. */
    public static final int TYPE_SEND_CHUNK = SendChunkEncoder.TEMPLATE_ID;
    /** A SendAndInvalidate, or part of one. */
    public static final int TYPE_SEND_AND_INVALIDATE = SendAndInvalidateEncoder.TEMPLATE_ID;
    /** A Write, or part of one. */
    public static final int TYPE_WRITE = WriteEncoder.TEMPLATE_ID;
    /** Asks for bytes of a window. */
    public static final int TYPE_READ_REQUEST = ReadRequestEncoder.TEMPLATE_ID;
    /** Part of what a read request asked for. */
    public static final int TYPE_READ_RESPONSE = ReadResponseEncoder.TEMPLATE_ID;
    /** A frame of the other direction could not be executed. */
    public static final int TYPE_FAILURE = FailureEncoder.TEMPLATE_ID;
    /** Asks the owner of a shared receive queue for Receives. */
    public static final int TYPE_DEMAND = DemandEncoder.TEMPLATE_ID;
    /** The end of a Write, or a whole one, that takes a Receive to tell of itself. */
    public static final int TYPE_WRITE_WITH_IMMEDIATE = WriteWithImmediateEncoder.TEMPLATE_ID;
    /** Changes eight bytes of a window. */
    public static final int TYPE_ATOMIC = AtomicEncoder.TEMPLATE_ID;
    /** Of a medium without shared memory, which keeps it: tells acknowledgement and credit words. */
    public static final int TYPE_LINK_STATE = LinkStateEncoder.TEMPLATE_ID;

    // Flags.

    /** The message asked for a solicited event. */
    public static final int FLAG_SOLICITED = 0x1;
    /** The last part of its request. */
    public static final int FLAG_LAST = 0x2;
    /** The bytes are in their place already, a Receive or a window; the frame has no payload. */
    public static final int FLAG_PLACED = 0x4;

    /** Of a Failure: the frame was for an endpoint that is not there; the word names it instead of a receiver. */
    public static final int FLAG_NOBODY = 0x1;

    /** Of a Demand: the sender takes grants, which can be taken back; else credit. */
    public static final int FLAG_REVOCABLE = 0x1;

    /** Of a {@link #TYPE_LINK_STATE}: the peer is to tell its own. */
    public static final int FLAG_ASKS = 0x1;

    /** Bits of the credit count. */
    public static final int CREDIT_BITS = 14;
    /** Bits of the acknowledgement count. */
    public static final int ACKNOWLEDGEMENT_BITS = 22;
    /** How far a credit may be ahead of the one known; no receive queue is deeper. */
    public static final int MAX_CREDIT_AHEAD = (1 << (CREDIT_BITS - 1)) - 1;
    /** How many frames may be unacknowledged; nothing is sent beyond it. */
    public static final int MAX_UNACKNOWLEDGED = 1 << (ACKNOWLEDGEMENT_BITS - 2);

    private static final int CREDIT_SHIFT = 22;
    private static final int GENERATION_SHIFT = 36;
    private static final int ENDPOINT_SHIFT = 44;
    private static final int FLAGS_SHIFT = 57;
    private static final int TYPE_SHIFT = 60;
    private static final int GENERATION_MASK = 0xFF;
    private static final int ENDPOINT_MASK = 0x1FFF;
    private static final int FLAGS_MASK = 0x7;
    private static final long RECEIVER_BITS =
            (long) ENDPOINT_MASK << ENDPOINT_SHIFT | (long) GENERATION_MASK << GENERATION_SHIFT;

    private FrameWord() {}

    /**
     * Packs type, flags and receiving endpoint; the rest is 0.
     *
     * @param type       of this class
     * @param flags      bits of this class
     * @param endpointId the receiver's id
     * @param generation of that id
     * @return the word
     */
    public static long of(int type, int flags, int endpointId, int generation) {
        return (long) type << TYPE_SHIFT
                | (long) flags << FLAGS_SHIFT
                | (long) endpointId << ENDPOINT_SHIFT
                | (long) (generation & GENERATION_MASK) << GENERATION_SHIFT;
    }

    /**
     * Adds the counts.
     *
     * @param word            from {@link #of}
     * @param credit          Receives that the sender's endpoint has posted in its life
     * @param acknowledgement frames that the sender has executed
     * @return the whole word
     */
    public static long with(long word, long credit, long acknowledgement) {
        return word
                | (credit & ((1L << CREDIT_BITS) - 1)) << CREDIT_SHIFT
                | (acknowledgement & ((1L << ACKNOWLEDGEMENT_BITS) - 1));
    }

    /**
     * Returns the type.
     *
     * @param word of a frame
     * @return of this class, or an unknown one
     */
    public static int type(long word) {
        return (int) (word >>> TYPE_SHIFT);
    }

    /**
     * Tells whether a request depends on a frame.
     *
     * @param type of the frame
     * @return false for an answer, a Failure and a Demand
     */
    public static boolean isRequest(int type) {
        return type != TYPE_READ_RESPONSE && type != TYPE_FAILURE && type != TYPE_DEMAND;
    }

    /**
     * Returns the flags.
     *
     * @param word of a frame
     * @return bits of this class
     */
    public static int flags(long word) {
        return (int) (word >>> FLAGS_SHIFT) & FLAGS_MASK;
    }

    /**
     * Tells whether the message asked for a solicited event.
     *
     * @param word of a frame
     * @return true with {@link #FLAG_SOLICITED}
     */
    public static boolean isSolicited(long word) {
        return (flags(word) & FLAG_SOLICITED) != 0;
    }

    /**
     * Returns what addresses the receiving endpoint.
     *
     * @param word of a frame
     * @return the word without all else
     */
    public static long receiver(long word) {
        return word & RECEIVER_BITS;
    }

    /**
     * Returns the receiving endpoint.
     *
     * @param word of a frame
     * @return its id
     */
    public static int endpointId(long word) {
        return (int) (word >>> ENDPOINT_SHIFT) & ENDPOINT_MASK;
    }

    /**
     * Returns the generation of the receiving endpoint's id.
     *
     * @param word of a frame
     * @return 0 to 255
     */
    public static int generation(long word) {
        return (int) (word >>> GENERATION_SHIFT) & GENERATION_MASK;
    }

    /**
     * Returns the sender's credit count.
     *
     * @param word  of a frame
     * @param known the count known before
     * @return the count nearest to it that has the word's low bits
     */
    public static long credit(long word, long known) {
        return expand(word >>> CREDIT_SHIFT, CREDIT_BITS, known);
    }

    /**
     * Returns the sender's acknowledgement count.
     *
     * @param word  of a frame
     * @param known the count known before
     * @return the count nearest to it that has the word's low bits
     */
    public static long acknowledgement(long word, long known) {
        return expand(word, ACKNOWLEDGEMENT_BITS, known);
    }

    /**
     * Expands the low bits of an ever-growing count.
     *
     * @param low   the bits; higher bits are ignored
     * @param bits  the number of low bits, fewer than 64
     * @param known the count known before
     * @return the count nearest to the known one that has the low bits
     */
    public static long expand(long low, int bits, long known) {
        int shift = Long.SIZE - bits;
        return known + (((low - known) << shift) >> shift);
    }
}
