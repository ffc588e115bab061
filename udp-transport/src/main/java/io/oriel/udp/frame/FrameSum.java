// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.logbuffer.LogBufferDescriptor;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Computes the sums of frames that lie in a buffer, or in the terms of a log. Does not allocate while these stay the same. */
public final class FrameSum {
    private final CRC32C crc = new CRC32C();
    private final @Nullable ByteBuffer[] known = new ByteBuffer[LogBufferDescriptor.PARTITION_COUNT];
    private final ByteBuffer[] views = new ByteBuffer[LogBufferDescriptor.PARTITION_COUNT];
    private int latest;

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

    @SuppressWarnings("ReferenceEquality") // two terms may hold the same bytes
    private ByteBuffer viewOf(DirectBuffer buffer) {
        ByteBuffer bytes = buffer.byteBuffer();
        if (known[latest] != bytes || bytes == null) {
            find(bytes);
        }
        ByteBuffer view = views[latest];
        view.clear();
        return view;
    }

    /** Goes on to the next term, or makes a view of one that is new in the place of the eldest. */
    @SuppressWarnings("ReferenceEquality") // as above
    private void find(@Nullable ByteBuffer bytes) {
        if (bytes == null) {
            throw new IllegalArgumentException("a log without a byte buffer");
        }
        for (int count = 0; count < known.length; count++) {
            latest = (latest + 1) % known.length;
            if (known[latest] == bytes) {
                return;
            }
        }
        latest = (latest + 1) % known.length;
        known[latest] = bytes;
        views[latest] = bytes.duplicate();
    }
}
