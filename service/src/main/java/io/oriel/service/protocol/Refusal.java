// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.protocol;

import io.oriel.api.NdStatus;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Why a server does not take a client, in the private data of its Reject.
 *
 * @param status why
 * @param text   why, for people
 */
public record Refusal(NdStatus status, String text) {
    private static final int MAGIC = 0x5253524F; // ORSR
    private static final int STATUS_OFFSET = 8;
    private static final int TEXT_OFFSET = 12;
    private static final int MAX_TEXT_LENGTH = 300;

    /**
     * Writes the refusal.
     *
     * @return private data
     */
    public byte[] toBytes() {
        byte[] words = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(words.length, MAX_TEXT_LENGTH);
        byte[] data = new byte[TEXT_OFFSET + length];
        UnsafeBuffer buffer = new UnsafeBuffer(data);
        buffer.putInt(0, data.length, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(Integer.BYTES, MAGIC, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(STATUS_OFFSET, status.value(), ByteOrder.LITTLE_ENDIAN);
        buffer.putBytes(TEXT_OFFSET, words, 0, length);
        return data;
    }

    /**
     * Reads a refusal.
     *
     * @param data the peer's; anything
     * @param fallback what to return if they are no refusal
     * @return the refusal
     */
    public static Refusal parse(byte[] data, Refusal fallback) {
        UnsafeBuffer buffer = new UnsafeBuffer(data);
        if (data.length < TEXT_OFFSET
                || data.length > TEXT_OFFSET + MAX_TEXT_LENGTH
                || buffer.getInt(0, ByteOrder.LITTLE_ENDIAN) != data.length
                || buffer.getInt(Integer.BYTES, ByteOrder.LITTLE_ENDIAN) != MAGIC) {
            return fallback;
        }
        NdStatus status = Statuses.of(buffer.getInt(STATUS_OFFSET, ByteOrder.LITTLE_ENDIAN));
        String text = new String(data, TEXT_OFFSET, data.length - TEXT_OFFSET, StandardCharsets.UTF_8);
        return new Refusal(status, text);
    }
}
