// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.engine.protocol.MessageHeaderDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A received datagram: where its body is, and whether it is as long as it says. Reused for the next one. */
public final class Datagram {
    private final int maxLength;
    private final ByteBuffer bytes;
    private final UnsafeBuffer buffer;
    private final CRC32C crc = new CRC32C();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private int length;

    /** Makes room for one. */
    public Datagram() {
        this(DatagramLayout.MAX_LENGTH);
    }

    /**
     * Makes room for one that may be longer than others.
     *
     * @param maxLength bytes
     */
    public Datagram(int maxLength) {
        this.maxLength = Math.max(maxLength, DatagramLayout.MAX_LENGTH);
        bytes = ByteBuffer.allocateDirect(this.maxLength + 1); // so that longer ones are seen to be
        buffer = new UnsafeBuffer(bytes);
    }

    /**
     * Returns where the next datagram is to be put.
     *
     * @return an empty buffer
     */
    public ByteBuffer clear() {
        return bytes.clear();
    }

    /**
     * Returns what was put there.
     *
     * @return the datagram up to the position
     */
    ByteBuffer received() {
        return bytes;
    }

    /**
     * Looks at the datagram that was put there.
     *
     * @return whether it is one of Oriel's, complete and undamaged
     */
    public boolean isSound() {
        int received = bytes.position();
        if (received < DatagramLayout.BODY_OFFSET || received > maxLength) {
            return false;
        }
        bytes.flip().position(DatagramLayout.MAGIC_OFFSET);
        crc.reset();
        crc.update(bytes);
        if (buffer.getInt(DatagramLayout.CRC_OFFSET, ByteOrder.LITTLE_ENDIAN) != (int) crc.getValue()
                || buffer.getInt(DatagramLayout.MAGIC_OFFSET, ByteOrder.LITTLE_ENDIAN) != DatagramLayout.MAGIC) {
            return false;
        }
        length = received - DatagramLayout.BODY_OFFSET;
        header.wrap(buffer, DatagramLayout.HEADER_OFFSET);
        return header.schemaId() == MessageHeaderDecoder.SCHEMA_ID && header.blockLength() <= length;
    }

    /**
     * Returns which message this is.
     *
     * @return a template id of the schema, or anything
     */
    public int templateId() {
        return header.templateId();
    }

    /**
     * Returns the schema's version that the sender knew.
     *
     * @return a version
     */
    public int version() {
        return header.version();
    }

    /**
     * Returns the length of the fixed part of the body.
     *
     * @return bytes, at most {@link #length()}
     */
    public int blockLength() {
        return header.blockLength();
    }

    /**
     * Returns what holds the datagram.
     *
     * @return the buffer
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Returns where the body begins.
     *
     * @return an offset in {@link #buffer()}
     */
    public int offset() {
        return DatagramLayout.BODY_OFFSET;
    }

    /**
     * Returns the length of the body.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }

    /**
     * Tells whether the body holds all that a decoder will read.
     *
     * @param minBlockLength bytes of the fixed part that it reads
     * @param parts          how many variable parts follow
     * @return true if nothing reaches beyond the end
     */
    public boolean holds(int minBlockLength, int parts) {
        if (blockLength() < minBlockLength) {
            return false;
        }
        int position = blockLength();
        for (int i = 0; i < parts; i++) {
            if (length - position < Short.BYTES) {
                return false;
            }
            int partLength = buffer.getShort(offset() + position, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
            position += Short.BYTES + partLength;
            if (position > length) {
                return false;
            }
        }
        return true;
    }
}
