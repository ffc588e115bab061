// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.Image;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import io.oriel.engine.transport.FrameHandler;
import java.nio.ByteOrder;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * The frames that the peer sends, out of one stream after another: takes bundles apart, and none that is missing, repeated or
 * damaged. By the domain's owner.
 */
final class PeerStream implements ControlledFragmentHandler {
    private final LinkFrames.Numbering numbering;
    private final Reader reader;
    private final FrameSum sum = new FrameSum();
    private Image image;
    private long received;

    /** Takes the frames. */
    interface Reader extends FrameHandler {
        /** Tells whether no further bundle is to be taken now. */
        boolean isEnough();

        /** What has come is no bundle, or not the next. */
        void onNonsense();
    }

    /**
     * Begins with a stream of which nothing was taken.
     *
     * @param image     the stream
     * @param numbering of its frames
     * @param reader    takes them
     */
    PeerStream(Image image, LinkFrames.Numbering numbering, Reader reader) {
        this.image = image;
        this.numbering = numbering;
        this.reader = reader;
    }

    /** Takes so many bundles at most; returns how many there were. */
    int poll(int limit) {
        return image.controlledPoll(this, limit);
    }

    /** The next frame comes in another stream. */
    void goOnIn(Image next) {
        image = next;
    }

    boolean isClosed() {
        return image.isClosed();
    }

    /** Returns how many frames have come. */
    long received() {
        return received;
    }

    @Override
    public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        // Lengths first: a driver that is not ours may have put anything into its log.
        int bundleOffset = offset - DataHeaderFlyweight.HEADER_LENGTH;
        int bundleLength = length + DataHeaderFlyweight.HEADER_LENGTH;
        if (length < FrameLayout.HEADER_LENGTH
                || bundleOffset < 0
                || bundleLength > buffer.capacity() - bundleOffset
                || !isNext(buffer, bundleOffset, bundleLength)
                || !takeFrames(buffer, offset, offset + length)) {
            reader.onNonsense();
            return Action.BREAK;
        }
        return reader.isEnough() ? Action.BREAK : Action.CONTINUE;
    }

    private boolean isNext(DirectBuffer buffer, int offset, int length) {
        long sequence = buffer.getLong(offset + FrameLayout.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN);
        return sequence == numbering.firstPeer() + received
                && (numbering.isGuarded() || isWhole(buffer, offset, length));
    }

    private boolean isWhole(DirectBuffer buffer, int offset, int length) {
        int told = buffer.getInt(offset + FrameLayout.CRC_OFFSET, ByteOrder.LITTLE_ENDIAN);
        return told == sum.of(buffer, offset, length);
    }

    /** Takes one frame after the other; false if one does not fit the bundle. */
    private boolean takeFrames(DirectBuffer buffer, int begin, int end) {
        int offset = begin;
        while (offset < end) {
            int room = end - offset - FrameLayout.HEADER_LENGTH;
            int length = room < 0 ? -1 : buffer.getInt(offset + FrameLayout.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            if (length < 0 || length > room) {
                return false;
            }
            received++;
            long word = buffer.getLong(offset + FrameLayout.WORD_OFFSET, ByteOrder.LITTLE_ENDIAN);
            int payloadOffset = offset + FrameLayout.HEADER_LENGTH;
            reader.onFrame(word, buffer, payloadOffset, length);
            offset = BitUtil.align(payloadOffset + length, FrameLayout.FRAME_ALIGNMENT);
        }
        return true;
    }
}
