// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.engine.protocol.MessageHeaderDecoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** A received message: where its body is, and whether it is as long as it says. Reused for the next one. */
public final class Message {
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private DirectBuffer buffer;
    private int offset;
    private int length;

    /**
     * Creates a view of nothing.
     *
     * @param buffer in which messages will be
     */
    public Message(DirectBuffer buffer) {
        this.buffer = buffer;
    }

    /**
     * Views a message.
     *
     * @param messageBuffer holds it
     * @param messageOffset where its header begins
     * @param messageLength bytes, header included
     * @return whether it is one of Oriel's
     */
    public boolean wrap(DirectBuffer messageBuffer, int messageOffset, int messageLength) {
        if (messageLength < MessageHeaderDecoder.ENCODED_LENGTH) {
            return false;
        }
        buffer = messageBuffer;
        header.wrap(messageBuffer, messageOffset);
        offset = messageOffset + MessageHeaderDecoder.ENCODED_LENGTH;
        length = messageLength - MessageHeaderDecoder.ENCODED_LENGTH;
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
     * Returns what holds the message.
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
        return offset;
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
     * @param textCount      how many texts follow
     * @return true if nothing reaches beyond the end
     */
    public boolean holds(int minBlockLength, int textCount) {
        if (blockLength() < minBlockLength) {
            return false;
        }
        int position = blockLength();
        for (int i = 0; i < textCount; i++) {
            if (length - position < Short.BYTES) {
                return false;
            }
            int textLength = buffer.getShort(offset + position, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
            position += Short.BYTES + textLength;
            if (position > length) {
                return false;
            }
        }
        return true;
    }
}
