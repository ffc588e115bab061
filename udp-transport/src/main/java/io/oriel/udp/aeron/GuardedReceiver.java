// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.RttMeasurementFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/** The socket at which a port takes frames, behind its gate. */
final class GuardedReceiver extends ReceiveChannelEndpoint {
    private final Gate gate;
    private final SocketAlarm alarm;

    GuardedReceiver(Origin origin, DataPacketDispatcher dispatcher, Gate gate, SocketAlarm alarm) {
        super(origin.channel(), dispatcher, origin.status(), origin.context());
        this.gate = gate;
        this.alarm = alarm;
    }

    /**
     * What the driver makes a socket with.
     *
     * @param channel where
     * @param status  shows its state
     * @param context of the driver
     */
    record Origin(UdpChannel channel, AtomicCounter status, MediaDriver.Context context) {}

    @Override
    public void openDatagramChannel(AtomicCounter statusIndicator) {
        super.openDatagramChannel(statusIndicator);
        try {
            alarm.add(receiveDatagramChannel);
        } catch (Throwable e) {
            close(); // the driver would not
            throw e;
        }
    }

    @Override
    public void close() {
        alarm.remove(receiveDatagramChannel);
        super.close();
    }

    @Override
    public int onDataPacket(
            DataHeaderFlyweight header,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress srcAddress,
            int transportIndex) {
        return gate.admitsFrames(buffer, length, srcAddress)
                ? super.onDataPacket(header, buffer, length, srcAddress, transportIndex)
                : 0;
    }

    @Override
    public void onSetupMessage(
            SetupFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress srcAddress, int transportIndex) {
        if (gate.admitsSetup(header, length, srcAddress)) {
            super.onSetupMessage(header, buffer, length, srcAddress, transportIndex);
        }
    }

    /** No stream of Oriel's measures round trips. */
    @Override
    public void onRttMeasurement(
            RttMeasurementFlyweight header,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress srcAddress,
            int transportIndex) {
        gate.drop();
    }
}
