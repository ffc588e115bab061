// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Computes the sums of frames that lie in one log or buffer after the other. Does not allocate while it stays the same. */
public final class FrameSum {
    private final CRC32C crc = new CRC32C();
    private @Nullable ByteBuffer known;
    private @Nullable ByteBuffer view;

    /** Creates one for any buffer. */
    public FrameSum() {}

    /**
     * Computes the sum of a frame.
     *
     * @param buffer holds it, and wraps a byte buffer
     * @param offset where it begins, with Aeron's header
     * @param length bytes, at least {@link FrameLayout#PAYLOAD_OFFSET}
     * @return the sum
     */
    public int of(DirectBuffer buffer, int offset, int length) {
        ByteBuffer bytes = viewOf(buffer);
        int begin = buffer.wrapAdjustment() + offset;
        crc.reset();
        bytes.limit(begin + FrameLayout.CRC_OFFSET).position(begin + FrameLayout.SUMMED_OFFSET);
        crc.update(bytes);
        if (length > FrameLayout.PAYLOAD_OFFSET) {
            bytes.limit(begin + length).position(begin + FrameLayout.PAYLOAD_OFFSET);
            crc.update(bytes);
        }
        return (int) crc.getValue();
    }

    @SuppressWarnings("ReferenceEquality") // two logs may hold the same bytes
    private ByteBuffer viewOf(DirectBuffer buffer) {
        ByteBuffer bytes = buffer.byteBuffer();
        ByteBuffer same = view;
        if (same == null || bytes != known) {
            if (bytes == null) {
                throw new IllegalArgumentException("a log without a byte buffer");
            }
            known = bytes;
            same = bytes.duplicate();
            view = same;
        }
        same.clear();
        return same;
    }
}
