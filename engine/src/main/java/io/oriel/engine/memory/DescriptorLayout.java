// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.transport.RegionMemory;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a window descriptor, in network byte order; base, length and token stand as in ND's own. The base is where the
 * binding begins in its region, for a peer that maps it, and else 0.
 *
 * <pre>
 *   0        8        16       24           32     36       40     44       48      56          64
 *  +--------+--------+--------+------------+------+--------+------+--------+-------+-----------+
 *  |  base  | length | token  | generation |  id  | format | slot | rights | stamp | region id |
 *  +--------+--------+--------+------------+------+--------+------+--------+-------+-----------+
 * </pre>
 *
 * <p>What begins with the slot tells a peer on the same host how to reach the memory by itself; a stamp of 0 says that it
 * cannot.
 */
public final class DescriptorLayout {
    private static final int BASE_OFFSET = 0;
    private static final int LENGTH_OFFSET = 8;
    private static final int TOKEN_OFFSET = 16;
    private static final int GENERATION_OFFSET = 24;
    private static final int ID_OFFSET = 32;
    private static final int FORMAT_OFFSET = 36;
    private static final int SLOT_OFFSET = 40;
    private static final int RIGHTS_OFFSET = 44;
    private static final int STAMP_OFFSET = 48;
    private static final int REGION_ID_OFFSET = 56;
    private static final int FORMAT = 0x4f524933; // "ORI3"
    private static final long FIRST_GENERATION = 1;

    private DescriptorLayout() {}

    /**
     * Writes the descriptor of a binding.
     *
     * @param buffer     takes {@link WindowDescriptor#LENGTH} bytes
     * @param offset     where
     * @param id         of the window that is being bound
     * @param generation of the binding
     * @param token      of the binding
     * @param length     of the binding, bytes
     */
    public static void write(MutableDirectBuffer buffer, int offset, int id, long generation, long token, long length) {
        buffer.putLong(offset + BASE_OFFSET, 0, BIG_ENDIAN);
        buffer.putLong(offset + LENGTH_OFFSET, length, BIG_ENDIAN);
        buffer.putLong(offset + TOKEN_OFFSET, token, BIG_ENDIAN);
        buffer.putLong(offset + GENERATION_OFFSET, generation, BIG_ENDIAN);
        buffer.putInt(offset + ID_OFFSET, id, BIG_ENDIAN);
        buffer.putInt(offset + FORMAT_OFFSET, FORMAT, BIG_ENDIAN);
        writeDirect(buffer, offset, 0, 0, PeerBinding.NO_STAMP, RegionMemory.UNMAPPED);
    }

    /**
     * Adds to a descriptor how the peer reaches the memory by itself.
     *
     * @param buffer   holds the descriptor
     * @param offset   where
     * @param slot     shows the binding
     * @param rights   ALLOW flags of {@link io.oriel.api.OpFlags}
     * @param regionId by which the peer maps the memory
     * @param start    of the binding: bytes from the region's start
     */
    public static void writeExposure(
            MutableDirectBuffer buffer, int offset, WindowSlot slot, int rights, long regionId, long start) {
        buffer.putLong(offset + BASE_OFFSET, start, BIG_ENDIAN);
        writeDirect(buffer, offset, slot.slot(), rights, slot.stamp(), regionId);
    }

    private static void writeDirect(
            MutableDirectBuffer buffer, int offset, int slot, int rights, long stamp, long regionId) {
        buffer.putInt(offset + SLOT_OFFSET, slot, BIG_ENDIAN);
        buffer.putInt(offset + RIGHTS_OFFSET, rights, BIG_ENDIAN);
        buffer.putLong(offset + STAMP_OFFSET, stamp, BIG_ENDIAN);
        buffer.putLong(offset + REGION_ID_OFFSET, regionId, BIG_ENDIAN);
    }

    /**
     * Tells whether a buffer holds a descriptor's bytes at an offset.
     *
     * @param buffer the caller's
     * @param offset where
     * @return false if they do not fit, or there is no buffer
     */
    public static boolean fits(@Nullable DirectBuffer buffer, int offset) {
        return buffer != null && offset >= 0 && offset <= buffer.capacity() - WindowDescriptor.LENGTH;
    }

    /** As {@link #fits}; throws INVALID_BUFFER_SIZE, or INVALID_PARAMETER if there is no buffer. */
    static void requireRoom(DirectBuffer buffer, int offset) {
        Arguments.require("descriptor", buffer);
        if (!fits(buffer, offset)) {
            throw new NdException(
                    NdStatus.INVALID_BUFFER_SIZE,
                    "a descriptor has " + WindowDescriptor.LENGTH + " bytes; at offset " + offset + " of a buffer of "
                            + buffer.capacity() + " bytes there are not as many");
        }
    }

    /**
     * Checks bytes that a peer has sent.
     *
     * @param buffer holds them
     * @param offset where
     * @throws NdException INVALID_BUFFER_SIZE if a descriptor does not fit the buffer; INVALID_PARAMETER if the bytes are
     *     none
     */
    public static void check(DirectBuffer buffer, int offset) {
        requireRoom(buffer, offset);
        int format = buffer.getInt(offset + FORMAT_OFFSET, BIG_ENDIAN);
        long length = length(buffer, offset);
        long generation = generation(buffer, offset);
        if (format != FORMAT || length < 0 || generation < FIRST_GENERATION) {
            throw new NdException(
                    NdStatus.INVALID_PARAMETER,
                    "these bytes are no window descriptor: format 0x" + Integer.toHexString(format) + ", length "
                            + length + ", generation " + generation + "; a descriptor must arrive as Bind wrote it");
        }
    }

    /**
     * Returns the length of the binding.
     *
     * @param buffer holds the descriptor
     * @param offset where
     * @return bytes
     */
    public static long length(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + LENGTH_OFFSET, BIG_ENDIAN);
    }

    /**
     * Tells what binding a descriptor is of.
     *
     * @param buffer  holds the descriptor
     * @param offset  where
     * @param binding learns it
     */
    public static void read(DirectBuffer buffer, int offset, PeerBinding binding) {
        binding.name(
                buffer.getInt(offset + ID_OFFSET, BIG_ENDIAN),
                generation(buffer, offset),
                buffer.getLong(offset + TOKEN_OFFSET, BIG_ENDIAN));
        binding.expose(
                buffer.getInt(offset + SLOT_OFFSET, BIG_ENDIAN),
                buffer.getInt(offset + RIGHTS_OFFSET, BIG_ENDIAN),
                buffer.getLong(offset + STAMP_OFFSET, BIG_ENDIAN),
                buffer.getLong(offset + REGION_ID_OFFSET, BIG_ENDIAN));
        binding.cover(buffer.getLong(offset + BASE_OFFSET, BIG_ENDIAN), length(buffer, offset));
    }

    private static long generation(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + GENERATION_OFFSET, BIG_ENDIAN);
    }
}
