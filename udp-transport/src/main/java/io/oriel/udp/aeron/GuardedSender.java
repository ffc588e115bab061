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
import java.nio.ByteBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/** The socket from which a link sends frames; it looks at what the receiver says of them before the driver believes it. */
final class GuardedSender extends SendChannelEndpoint {
    private static final int FRAME_ALIGNMENT = 32;
    /** For how long nothing that a receiver says can matter: looking for it costs a system call. */
    private static final long SILENCE_NS = 5_000;

    private final Gate gate;
    private final SocketAlarm alarm;
    private final int termLength;
    private final NanoClock clock;
    private long lastLookNs;

    GuardedSender(UdpChannel channel, AtomicCounter status, MediaDriver.Context context, Gate gate, SocketAlarm alarm) {
        super(channel, status, context);
        this.gate = gate;
        this.alarm = alarm;
        termLength = context.publicationTermBufferLength();
        clock = context.senderCachedNanoClock();
        lastLookNs = clock.nanoTime() - SILENCE_NS;
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

    /** Looks no more than now and then, until nothing is left: a turn that waits for frames is shorter so. */
    @Override
    public @Nullable InetSocketAddress receive(ByteBuffer buffer) {
        long nowNs = clock.nanoTime();
        if (nowNs - lastLookNs < SILENCE_NS) {
            return null;
        }
        InetSocketAddress from = super.receive(buffer);
        if (from == null) {
            lastLookNs = nowNs;
        }
        return from;
    }

    @Override
    public void onStatusMessage(
            StatusMessageFlyweight msg,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress srcAddress,
            DriverConductorProxy conductorProxy) {
        boolean isSound = length >= StatusMessageFlyweight.HEADER_LENGTH
                && isReceiver(srcAddress)
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
                && isReceiver(srcAddress)
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

    private boolean isReceiver(InetSocketAddress from) {
        return from.equals(udpChannel().remoteData());
    }

    private boolean isOffset(int termOffset) {
        return termOffset >= 0 && termOffset <= termLength && termOffset % FRAME_ALIGNMENT == 0;
    }
}
