// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import io.aeron.driver.UnicastFlowControl;
import io.aeron.logbuffer.LogBufferDescriptor;
import io.aeron.protocol.StatusMessageFlyweight;
import java.net.InetSocketAddress;

/**
 * Lets a sender go as far as its receiver said last, also if that is less far than it said before: Aeron's own keeps the
 * farthest, so that nothing could be taken back. What comes late is passed over, and so is what cannot be: that more was taken
 * than ever might be sent.
 */
public final class NewestLimit extends UnicastFlowControl {
    private final int datagramLength;
    private long newest = Long.MIN_VALUE;
    private long farthest = Long.MIN_VALUE;

    /**
     * Creates one for a new stream.
     *
     * @param datagramLength bytes of the longest
     */
    public NewestLimit(int datagramLength) {
        this.datagramLength = datagramLength;
    }

    @Override
    public long onStatusMessage(
            StatusMessageFlyweight flyweight,
            InetSocketAddress receiverAddress,
            long senderLimit,
            int initialTermId,
            int positionBitsToShift,
            long timeNs) {
        long position = LogBufferDescriptor.computePosition(
                flyweight.consumptionTermId(), flyweight.consumptionTermOffset(), positionBitsToShift, initialTermId);
        // What fills the end of a term, less than a datagram, goes whatever the limit.
        farthest = Math.max(farthest, senderLimit + datagramLength);
        if (position < newest || position > farthest) {
            return senderLimit;
        }
        newest = position;
        return position + flyweight.receiverWindowLength();
    }
}
