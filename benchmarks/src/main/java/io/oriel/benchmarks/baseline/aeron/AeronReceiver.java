// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.Image;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages of one length, copied out of the log into private memory, one slot after the other. */
final class AeronReceiver implements FragmentHandler {
    private static final int FRAGMENT_LIMIT = 64;
    private static final int ALIGNMENT = 2 * BitUtil.CACHE_LINE_LENGTH;

    private final AeronLink link;
    private final Image image;
    private final int size;
    private final int stride;
    private final int end;
    private final UnsafeBuffer target;
    private final PayloadInspector inspector;
    private long received;
    private int slotOffset;
    private int filled;

    AeronReceiver(AeronLink link, int size, int slots, Tally tally) {
        this.link = link;
        image = link.image();
        this.size = size;
        stride = BitUtil.align(size, ALIGNMENT);
        end = Math.multiplyExact(slots, stride);
        target = new UnsafeBuffer(BufferUtil.allocateDirectAligned(end, BitUtil.CACHE_LINE_LENGTH));
        inspector = new PayloadInspector(new Payload(size), tally);
    }

    /** Polls once, after what was sent before has got under way; false if there was nothing. */
    boolean poll() {
        link.drive();
        return image.poll(this, FRAGMENT_LIMIT) > 0;
    }

    /** How many whole messages have come in all. */
    long received() {
        return received;
    }

    void thorough(boolean value) {
        inspector.thorough(value);
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        buffer.getBytes(offset, target, slotOffset + filled, length);
        filled += length;
        if (filled == size) {
            received++;
            inspector.check(target, slotOffset, received);
            filled = 0;
            slotOffset = slotOffset + stride == end ? 0 : slotOffset + stride;
        }
    }
}
