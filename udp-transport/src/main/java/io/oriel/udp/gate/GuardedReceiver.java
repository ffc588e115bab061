// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.RttMeasurementFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/** The socket at which a port takes frames, behind its gate. */
public final class GuardedReceiver extends ReceiveChannelEndpoint {
    /** How many datagrams one turn takes at most while they come in a stream: sending waits meanwhile. */
    private static final int MAX_AT_ONCE = 64;

    /** In so many turns in a row there was one: before, to look for another would only cost a system call. */
    private static final int STREAM_TURNS = 2;

    private final Gate gate;
    private final SocketAlarm alarm;
    private final @Nullable SealedStreams seals;
    private final SetupFlyweight setup = new SetupFlyweight();
    private int turnsInRow;

    /**
     * Creates one that is not open yet.
     *
     * @param origin     what the driver makes it with
     * @param dispatcher of the driver
     * @param gate       that looks at datagrams
     * @param alarm      that is told when some come
     */
    public GuardedReceiver(Origin origin, DataPacketDispatcher dispatcher, Gate gate, SocketAlarm alarm) {
        super(origin.channel(), dispatcher, origin.status(), origin.context());
        this.gate = gate;
        this.alarm = alarm;
        seals = gate.seals();
    }

    /**
     * What the driver makes a socket with.
     *
     * @param channel where
     * @param status  shows its state
     * @param context of the driver
     */
    public record Origin(UdpChannel channel, AtomicCounter status, MediaDriver.Context context) {}

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
    public @Nullable InetSocketAddress receive(ByteBuffer buffer) {
        InetSocketAddress from = receiveOpen(buffer);
        turnsInRow = from == null ? 0 : Math.min(turnsInRow, STREAM_TURNS) + 1;
        return from;
    }

    /** Returns from where the next datagram is that can be opened, if it comes before too many that cannot. */
    private @Nullable InetSocketAddress receiveOpen(ByteBuffer buffer) {
        InetSocketAddress from = super.receive(buffer);
        if (seals == null) {
            return from;
        }
        for (int count = 1; from != null && !seals.openFrames(buffer, from); count++) {
            gate.drop();
            from = count < MAX_AT_ONCE ? super.receive(buffer) : null;
        }
        return from;
    }

    /** Sends what is said of a peer's stream, or loses it. */
    @Override
    public int sendTo(ByteBuffer buffer, InetSocketAddress remoteAddress) {
        if (seals == null) {
            return super.sendTo(buffer, remoteAddress);
        }
        int length = buffer.remaining();
        ByteBuffer sealed = seals.sealStatus(buffer);
        if (sealed == null) {
            return length; // as if it had been lost
        }
        int sealedLength = sealed.remaining();
        return super.sendTo(sealed, remoteAddress) == sealedLength ? length : 0;
    }

    /** Takes more than this one if they come in a stream: a turn costs more than a datagram. */
    @Override
    public int onDataPacket(
            DataHeaderFlyweight header,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress srcAddress,
            int transportIndex) {
        int bytes = takeFrames(header, buffer, length, srcAddress, transportIndex);
        if (turnsInRow < STREAM_TURNS) {
            return bytes;
        }
        for (int count = 1; count < MAX_AT_ONCE; count++) {
            ByteBuffer datagram = buffer.byteBuffer();
            InetSocketAddress from = receiveOpen(datagram);
            if (from == null) {
                turnsInRow = 0;
                return bytes;
            }
            bytes += dispatch(header, buffer, datagram.position(), from, transportIndex);
        }
        return bytes;
    }

    /** As Aeron's poller does, which takes one in a turn. */
    private int dispatch(
            DataHeaderFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress from, int transportIndex) {
        if (!isValidFrame(buffer, length)) {
            return 0;
        }
        switch (buffer.getShort(HeaderFlyweight.TYPE_FIELD_OFFSET, ByteOrder.LITTLE_ENDIAN) & 0xFFFF) {
            case HeaderFlyweight.HDR_TYPE_DATA, HeaderFlyweight.HDR_TYPE_PAD -> {
                return takeFrames(header, buffer, length, from, transportIndex);
            }
            case HeaderFlyweight.HDR_TYPE_SETUP -> {
                setup.wrap(buffer, 0, length);
                onSetupMessage(setup, buffer, length, from, transportIndex);
            }
            default -> gate.drop();
        }
        return 0;
    }

    private int takeFrames(
            DataHeaderFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress from, int transportIndex) {
        return gate.admitsFrames(buffer, length, from)
                ? super.onDataPacket(header, buffer, length, from, transportIndex)
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
