// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.driver.DriverConductorProxy;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.ErrorFlyweight;
import io.aeron.protocol.NakFlyweight;
import io.aeron.protocol.ResponseSetupFlyweight;
import io.aeron.protocol.RttMeasurementFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/** The socket from which a link sends frames; it looks at what the receiver says of them before the driver believes it. */
final class GuardedSender extends SendChannelEndpoint {
    private static final int FRAME_ALIGNMENT = 32;

    private final Gate gate;
    private final SocketAlarm alarm;
    private final int termLength;

    GuardedSender(UdpChannel channel, AtomicCounter status, MediaDriver.Context context, Gate gate, SocketAlarm alarm) {
        super(channel, status, context);
        this.gate = gate;
        this.alarm = alarm;
        termLength = context.publicationTermBufferLength();
    }

    @Override
    public void openDatagramChannel(AtomicCounter statusIndicator) {
        super.openDatagramChannel(statusIndicator);
        alarm.add(receiveDatagramChannel);
    }

    @Override
    public void close() {
        alarm.remove(receiveDatagramChannel);
        super.close();
    }

    @Override
    public void onStatusMessage(
            StatusMessageFlyweight msg,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress srcAddress,
            DriverConductorProxy conductorProxy) {
        boolean isSound = length >= StatusMessageFlyweight.HEADER_LENGTH
                && isOffset(msg.consumptionTermOffset())
                && msg.receiverWindowLength() >= 0
                && msg.receiverWindowLength() <= termLength / 2;
        if (isSound) {
            super.onStatusMessage(msg, buffer, length, srcAddress, conductorProxy);
        } else {
            gate.drop();
        }
    }

    @Override
    public void onNakMessage(NakFlyweight msg, UnsafeBuffer buffer, int length, InetSocketAddress srcAddress) {
        boolean isSound = length >= NakFlyweight.HEADER_LENGTH
                && isOffset(msg.termOffset())
                && msg.length() > 0
                && msg.length() <= termLength - msg.termOffset();
        if (isSound) {
            super.onNakMessage(msg, buffer, length, srcAddress);
        } else {
            gate.drop();
        }
    }

    /** No receiver of Oriel's reports errors by Aeron's means. */
    @Override
    public void onError(
            ErrorFlyweight msg,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress srcAddress,
            DriverConductorProxy conductorProxy) {
        gate.drop();
    }

    /** No stream of Oriel's measures round trips. */
    @Override
    public void onRttMeasurement(
            RttMeasurementFlyweight msg, UnsafeBuffer buffer, int length, InetSocketAddress srcAddress) {
        gate.drop();
    }

    /** No stream of Oriel's is a response. */
    @Override
    public void onResponseSetup(
            ResponseSetupFlyweight msg,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress srcAddress,
            DriverConductorProxy conductorProxy) {
        gate.drop();
    }

    private boolean isOffset(int termOffset) {
        return termOffset >= 0 && termOffset <= termLength && termOffset % FRAME_ALIGNMENT == 0;
    }
}
