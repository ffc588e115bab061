// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdStatus;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.protocol.ConnectAbandonEncoder;
import io.oriel.engine.protocol.ConnectAcceptEncoder;
import io.oriel.engine.protocol.ConnectCompleteEncoder;
import io.oriel.engine.protocol.ConnectRejectEncoder;
import io.oriel.engine.protocol.ConnectRequestEncoder;
import io.oriel.engine.protocol.DisconnectConfirmEncoder;
import io.oriel.engine.protocol.DisconnectEncoder;
import io.oriel.engine.protocol.MessageHeaderDecoder;
import io.oriel.engine.protocol.MessageHeaderEncoder;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.transport.Link;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes the engine's control messages to a link. On the agent. */
final class ControlMessages {
    private final Link link;
    private final Runnable onFailure;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Link.MAX_CONTROL_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final ConnectRequestEncoder request = new ConnectRequestEncoder();
    private final ConnectAcceptEncoder accept = new ConnectAcceptEncoder();
    private final ConnectRejectEncoder reject = new ConnectRejectEncoder();
    private final ConnectCompleteEncoder complete = new ConnectCompleteEncoder();
    private final ConnectAbandonEncoder abandon = new ConnectAbandonEncoder();
    private final DisconnectEncoder disconnect = new DisconnectEncoder();
    private final DisconnectConfirmEncoder confirm = new DisconnectConfirmEncoder();

    /** Checks the lengths inside a control message, before anything of it is decoded. */
    static final class Shape {
        private static final int LENGTH_OF_LENGTH = Short.BYTES;

        private Shape() {}

        /**
         * Tells whether a message holds its block and its variable parts.
         *
         * @param buffer      holds it
         * @param offset      where its header begins
         * @param length      bytes, header included
         * @param blockLength bytes that its fixed fields need
         * @param parts       how many variable parts follow
         * @return false if some part would reach beyond the message
         */
        static boolean holds(DirectBuffer buffer, int offset, int length, int blockLength, int parts) {
            int header = MessageHeaderDecoder.ENCODED_LENGTH;
            if (length < header) {
                return false;
            }
            int actualBlockLength = buffer.getShort(offset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
            long position = (long) header + actualBlockLength;
            if (actualBlockLength < blockLength || position > length) {
                return false;
            }
            for (int part = 0; part < parts; part++) {
                if (position + LENGTH_OF_LENGTH > length) {
                    return false;
                }
                int partLength = buffer.getShort(offset + (int) position, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
                position += LENGTH_OF_LENGTH + partLength;
                if (position > length) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Writes to a link; the handler is run when it fails, because the peer would wait for what it never hears. */
    ControlMessages(Link link, Runnable onFailure) {
        this.link = link;
        this.onFailure = onFailure;
    }

    void connectRequest(long id, ConnectionSide own, Route route) {
        byte[] to = route.peer().getAddress().getAddress();
        InetSocketAddress source = route.local();
        byte[] from = source.getAddress().getAddress();
        own.write(request.wrapAndApplyHeader(buffer, 0, header).side());
        request.connectionId(id)
                .sourceChosen((short) (route.isLocalBound() ? 1 : 0))
                .destinationPort(route.peer().getPort())
                .sourcePort(source.getPort())
                .putDestination(to, 0, to.length)
                .putSource(from, 0, from.length)
                .putPrivateData(own.privateData(), 0, own.privateData().length);
        send(request.encodedLength());
    }

    void connectAccept(long peerId, long id, ConnectionSide own) {
        own.write(accept.wrapAndApplyHeader(buffer, 0, header).side());
        accept.connectionId(peerId).peerConnectionId(id).putPrivateData(own.privateData(), 0, own.privateData().length);
        send(accept.encodedLength());
    }

    void connectReject(long peerId, NdStatus status, byte[] privateData) {
        reject.wrapAndApplyHeader(buffer, 0, header)
                .connectionId(peerId)
                .status(status.value())
                .putPrivateData(privateData, 0, privateData.length);
        send(reject.encodedLength());
    }

    void connectComplete(long peerId) {
        complete.wrapAndApplyHeader(buffer, 0, header).connectionId(peerId);
        send(complete.encodedLength());
    }

    void connectAbandon(long id) {
        abandon.wrapAndApplyHeader(buffer, 0, header).peerConnectionId(id);
        send(abandon.encodedLength());
    }

    void disconnect(long peerId, PeerEnd end) {
        disconnect
                .wrapAndApplyHeader(buffer, 0, header)
                .connectionId(peerId)
                .lastSequence(end.lastSequence())
                .executed(end.executed())
                .failedSequence(end.failedSequence())
                .failedStatus(end.failedStatus().value());
        send(disconnect.encodedLength());
    }

    void disconnectConfirm(long peerId) {
        confirm.wrapAndApplyHeader(buffer, 0, header).connectionId(peerId);
        send(confirm.encodedLength());
    }

    private void send(int encodedLength) {
        try {
            link.sendControl(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
        } catch (Throwable e) {
            onFailure.run();
            throw e;
        }
    }
}
