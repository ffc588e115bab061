// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.protocol.DataHeaderFlyweight;
import java.nio.ByteOrder;
import java.util.function.IntConsumer;
import org.agrona.MutableDirectBuffer;

/**
 * The frames that one side of a link sends: numbered and summed, in one stream after another. By the domain's owner.
 *
 * <p>At half of the positions that a stream can have it is time for the next one, which is long before the end at any speed; the
 * last terms are kept for the link's own frames.
 */
final class OwnStream {
    private static final int RESERVED_TERMS = 32;

    private final long first;
    private final IntConsumer onCommitted;
    private final BufferClaim claim = new BufferClaim();
    private final FrameSum sum = new FrameSum();
    private ExclusivePublication publication;
    private long position;
    private long halfPosition;
    private long stopPosition;
    private long sent;
    private boolean isOver;

    /**
     * Begins with an empty stream.
     *
     * @param publication  the stream
     * @param first        sequence of its frames
     * @param onCommitted  gets the length of each committed frame
     */
    OwnStream(ExclusivePublication publication, long first, IntConsumer onCommitted) {
        this.first = first;
        this.onCommitted = onCommitted;
        this.publication = publication;
        begin();
    }

    private void begin() {
        position = publication.position();
        halfPosition = publication.maxPossiblePosition() / 2;
        stopPosition = publication.maxPossiblePosition() - (long) RESERVED_TERMS * publication.termBufferLength();
    }

    /** The next frame goes in another stream. */
    void goOnIn(ExclusivePublication next) {
        publication = next;
        begin();
    }

    int maxPayloadLength() {
        return publication.maxPayloadLength() - FrameLayout.HEADER_LENGTH;
    }

    /** Claims room for a frame of the engine. */
    boolean tryClaim(int length) {
        return position < stopPosition && claimOwn(length);
    }

    /** Claims room for a frame of the link's own. */
    boolean claimOwn(int length) {
        long after = publication.tryClaim(length + FrameLayout.HEADER_LENGTH, claim);
        if (after == Publication.ADMIN_ACTION) {
            after = publication.tryClaim(length + FrameLayout.HEADER_LENGTH, claim);
        }
        if (after > 0) {
            position = after;
            return true;
        }
        isOver |= after == Publication.MAX_POSITION_EXCEEDED || after == Publication.CLOSED;
        return false;
    }

    MutableDirectBuffer claimedBuffer() {
        return claim.buffer();
    }

    int claimedOffset() {
        return claim.offset() + FrameLayout.HEADER_LENGTH;
    }

    /** Publishes the claimed frame. */
    void publish(long word) {
        MutableDirectBuffer buffer = claim.buffer();
        claim.reservedValue(word);
        buffer.putLong(FrameLayout.SEQUENCE_OFFSET, first + sent, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(FrameLayout.RESERVED_OFFSET, 0);
        int length = claim.length() + DataHeaderFlyweight.HEADER_LENGTH;
        buffer.putInt(FrameLayout.CRC_OFFSET, sum.of(buffer, 0, length), ByteOrder.LITTLE_ENDIAN);
        claim.commit();
        sent++;
        onCommitted.accept(length);
    }

    /** Returns how many frames were sent. */
    long sent() {
        return sent;
    }

    /** Tells whether it is time for the next stream. */
    boolean isHalfUsed() {
        return position >= halfPosition;
    }

    /** Tells whether nothing can be sent any more. */
    boolean isOver() {
        return isOver;
    }

    boolean isClosed() {
        return publication.isClosed();
    }
}
