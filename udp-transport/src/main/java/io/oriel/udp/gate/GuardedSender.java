// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import io.aeron.driver.DriverConductorProxy;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.ErrorFlyweight;
import io.aeron.protocol.NakFlyweight;
import io.aeron.protocol.ResponseSetupFlyweight;
import io.aeron.protocol.RttMeasurementFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/** The socket from which a link sends frames; it looks at what the receiver says of them before the driver believes it. */
public final class GuardedSender extends SendChannelEndpoint {
    private static final int FRAME_ALIGNMENT = 32;
    /** So many datagrams that cannot be opened are dropped in one look. */
    private static final int MAX_AT_ONCE = 64;
    /** For how long nothing that a receiver says can matter: looking for it costs a system call. */
    private static final long SILENCE_NS = 5_000;
    /** For how long nothing is sent where the system has refused it. */
    private static final long REFUSED_NS = 1_000_000;

    private final Gate gate;
    private final SocketAlarm alarm;
    private final @Nullable SealedStreams seals;
    private final int termLength;
    private final NanoClock clock;
    private long lastLookNs;
    private boolean isRefused;
    private long refusedNs;

    /**
     * Creates one that is not open yet.
     *
     * @param channel where
     * @param status  shows its state
     * @param context of the driver
     * @param gate    that is told what is dropped
     * @param alarm   that is told when datagrams come
     */
    public GuardedSender(
            UdpChannel channel, AtomicCounter status, MediaDriver.Context context, Gate gate, SocketAlarm alarm) {
        super(channel, status, context);
        this.gate = gate;
        this.alarm = alarm;
        seals = gate.seals();
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

    /**
     * Sends a datagram, or loses it. Where the system refuses, because there is no way or no right to the peer, it is tried again a
     * little later: each refusal costs more than a datagram, and the streams to other peers wait meanwhile.
     */
    @Override
    public int send(ByteBuffer buffer) {
        if (isRefused && clock.nanoTime() - refusedNs < REFUSED_NS) {
            return 0;
        }
        try {
            isRefused = false;
            return sendDatagramChannel == null
                    ? 0
                    : seals == null ? sendDatagramChannel.write(buffer) : sendSealed(buffer, seals);
        } catch (IOException e) { // told by nobody else than the link, when it finds its frames unanswered
            isRefused = true;
            refusedNs = clock.nanoTime();
            return 0;
        }
    }

    private int sendSealed(ByteBuffer buffer, SealedStreams streams) throws IOException {
        int length = buffer.remaining();
        ByteBuffer sealed = streams.sealFrames(buffer);
        if (sealed == null) {
            return length; // as if it had been lost
        }
        int sealedLength = sealed.remaining();
        return sendDatagramChannel.write(sealed) == sealedLength ? length : 0;
    }

    /** Looks no more than now and then, until nothing is left: a turn that waits for frames is shorter so. */
    @Override
    public @Nullable InetSocketAddress receive(ByteBuffer buffer) {
        long nowNs = clock.nanoTime();
        if (nowNs - lastLookNs < SILENCE_NS) {
            return null;
        }
        InetSocketAddress from = super.receive(buffer);
        if (from != null && seals != null) {
            from = openOrNext(from, buffer, seals);
        }
        if (from == null) {
            lastLookNs = nowNs;
        }
        return from;
    }

    private @Nullable InetSocketAddress openOrNext(InetSocketAddress first, ByteBuffer buffer, SealedStreams seal) {
        InetSocketAddress from = first;
        for (int count = 1; from != null && !(isReceiver(from) && seal.openStatus(buffer, from)); count++) {
            gate.drop();
            from = count < MAX_AT_ONCE ? super.receive(buffer) : null;
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
                && isOpenedOf(msg.sessionId())
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
                && isOpenedOf(msg.sessionId())
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

    /** Links to one peer share this socket, but none speaks for another. */
    private boolean isOpenedOf(int sessionId) {
        return seals == null || seals.isOpenedOfOwn(sessionId);
    }

    private boolean isOffset(int termOffset) {
        return termOffset >= 0 && termOffset <= termLength && termOffset % FRAME_ALIGNMENT == 0;
    }
}
