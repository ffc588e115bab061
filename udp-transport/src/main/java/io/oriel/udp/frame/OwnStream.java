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
 * The frames that one side of a link sends: numbered, bundled and summed, in one stream after another. By the domain's owner.
 *
 * <p>Small ones wait in a bundle for {@link #submit}; a large one is written to the log where it goes from.
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
    private final Bundle bundle;
    private final int maxBundled;
    private ExclusivePublication publication;
    private long position;
    private long halfPosition;
    private long stopPosition;
    private long sent;
    private int claimedLength;
    private boolean isClaimedInLog;
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
        bundle = new Bundle(publication.maxPayloadLength());
        maxBundled = maxPayloadLength() / 2; // a larger one could wait for small ones alone
        begin();
    }

    private void begin() {
        position = publication.position();
        halfPosition = publication.maxPossiblePosition() / 2;
        stopPosition = publication.maxPossiblePosition() - (long) RESERVED_TERMS * publication.termBufferLength();
    }

    /** The next frame goes in another stream; none waits for the former. */
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
        if (length > maxBundled) {
            return claimInLog(length);
        }
        isClaimedInLog = false;
        claimedLength = length;
        return bundle.tryClaim(length) || (submit() && bundle.tryClaim(length));
    }

    /** Claims room for a frame that waits for no other one. */
    boolean claimInLog(int length) {
        isClaimedInLog = true;
        claimedLength = length;
        return submit() && claimBytes(length + FrameLayout.HEADER_LENGTH);
    }

    private boolean claimBytes(int length) {
        long after = publication.tryClaim(length, claim);
        if (after == Publication.ADMIN_ACTION) {
            after = publication.tryClaim(length, claim);
        }
        if (after > 0) {
            position = after;
            return true;
        }
        isOver |= after == Publication.MAX_POSITION_EXCEEDED || after == Publication.CLOSED;
        return false;
    }

    MutableDirectBuffer claimedBuffer() {
        return isClaimedInLog ? claim.buffer() : bundle.buffer();
    }

    int claimedOffset() {
        return isClaimedInLog ? claim.offset() + FrameLayout.HEADER_LENGTH : bundle.payloadOffset();
    }

    /** Commits the claimed frame. */
    void publish(long word) {
        if (isClaimedInLog) {
            Bundle.writeHeader(claim.buffer(), claim.offset(), word, claimedLength);
            commitBundle(sent);
        } else {
            bundle.add(word, claimedLength);
        }
        sent++;
        onCommitted.accept(claimedLength + FrameLayout.HEADER_LENGTH);
    }

    /** Lets frames that wait for others go; false if they cannot now. */
    boolean submit() {
        return bundle.isEmpty() || submitBundle();
    }

    private boolean submitBundle() {
        if (!claimBytes(bundle.length())) {
            return false;
        }
        int count = bundle.count();
        bundle.moveTo(claim.buffer(), claim.offset());
        commitBundle(sent - count);
        return true;
    }

    private void commitBundle(long sequence) {
        MutableDirectBuffer buffer = claim.buffer();
        claim.reservedValue(first + sequence);
        int length = claim.length() + DataHeaderFlyweight.HEADER_LENGTH;
        buffer.putInt(FrameLayout.CRC_OFFSET, sum.of(buffer, 0, length), ByteOrder.LITTLE_ENDIAN);
        claim.commit();
    }

    /** Tells whether frames wait for others, or for room. */
    boolean isWaiting() {
        return !bundle.isEmpty();
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
