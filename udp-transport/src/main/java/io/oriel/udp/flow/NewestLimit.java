// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import static io.aeron.logbuffer.LogBufferDescriptor.computePosition;

import io.aeron.driver.FlowControl;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.UnicastFlowControl;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.ErrorFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import java.net.InetSocketAddress;
import org.agrona.concurrent.status.CountersManager;

/**
 * Lets a sender go as far as its receiver said last, also if that is less far than it said before: Aeron's own keeps the
 * farthest, so that nothing could be taken back. What comes late is passed over.
 */
public final class NewestLimit implements FlowControl {
    private final UnicastFlowControl unicast = new UnicastFlowControl();
    private long newest = Long.MIN_VALUE;

    /** Creates one for a new stream. */
    public NewestLimit() {}

    @Override
    public long onStatusMessage(
            StatusMessageFlyweight flyweight,
            InetSocketAddress receiverAddress,
            long senderLimit,
            int initialTermId,
            int positionBitsToShift,
            long timeNs) {
        long position = computePosition(
                flyweight.consumptionTermId(),
                flyweight.consumptionTermOffset(),
                positionBitsToShift,
                initialTermId);
        if (position < newest) {
            return senderLimit;
        }
        newest = position;
        return position + flyweight.receiverWindowLength();
    }

    @Override
    public void onTriggerSendSetup(
            StatusMessageFlyweight flyweight, InetSocketAddress receiverAddress, long timeNs) {
        // nothing depends on it
    }

    @Override
    public long onSetup(
            SetupFlyweight flyweight, long senderLimit, long senderPosition, int positionBitsToShift, long timeNs) {
        return senderLimit;
    }

    @Override
    public void onError(ErrorFlyweight errorFlyweight, InetSocketAddress receiverAddress, long timeNs) {
        // nobody is tracked
    }

    @Override
    public void initialize(
            MediaDriver.Context context,
            CountersManager countersManager,
            UdpChannel udpChannel,
            int streamId,
            int sessionId,
            long registrationId,
            int initialTermId,
            int termBufferLength) {
        unicast.initialize(
                context, countersManager, udpChannel, streamId, sessionId, registrationId, initialTermId, termBufferLength);
    }

    @Override
    public long onIdle(long timeNs, long senderLimit, long senderPosition, boolean isEos) {
        return senderLimit;
    }

    @Override
    public boolean hasRequiredReceivers() {
        return true;
    }

    @Override
    public int maxRetransmissionLength(int termOffset, int resendLength, int termBufferLength, int mtuLength) {
        return unicast.maxRetransmissionLength(termOffset, resendLength, termBufferLength, mtuLength);
    }

    @Override
    public void close() {
        unicast.close();
    }
}
