// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.engine.protocol.MessageHeaderDecoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** Checks the lengths inside a control message, before anything of it is decoded. */
final class ControlShape {
    private static final int LENGTH_OF_LENGTH = Short.BYTES;

    private ControlShape() {}

    /**
     * Tells whether a message holds its block and its variable parts.
     *
     * @param buffer      holds it
     * @param offset      where its header begins
     * @param length      bytes, header included
     * @param blockLength bytes that its fixed fields need
     * @param parts       how many variable parts follow
     * @return false if some part would reach beyond the message
     */
    static boolean holds(DirectBuffer buffer, int offset, int length, int blockLength, int parts) {
        int header = MessageHeaderDecoder.ENCODED_LENGTH;
        if (length < header) {
            return false;
        }
        int actualBlockLength = buffer.getShort(offset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        long position = (long) header + actualBlockLength;
        if (actualBlockLength < blockLength || position > length) {
            return false;
        }
        for (int part = 0; part < parts; part++) {
            if (position + LENGTH_OF_LENGTH > length) {
                return false;
            }
            int partLength = buffer.getShort(offset + (int) position, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
            position += LENGTH_OF_LENGTH + partLength;
            if (position > length) {
                return false;
            }
        }
        return true;
    }
}
