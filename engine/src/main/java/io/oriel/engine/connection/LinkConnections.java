// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.Connector;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.Patience;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.endpoint.Endpoints;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.protocol.ConnectAbandonDecoder;
import io.oriel.engine.protocol.ConnectAcceptDecoder;
import io.oriel.engine.protocol.ConnectCompleteDecoder;
import io.oriel.engine.protocol.ConnectRejectDecoder;
import io.oriel.engine.protocol.ConnectRequestDecoder;
import io.oriel.engine.protocol.DisconnectConfirmDecoder;
import io.oriel.engine.protocol.DisconnectDecoder;
import io.oriel.engine.protocol.Limits;
import io.oriel.engine.protocol.MessageHeaderDecoder;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.DirectBuffer;

/** The connections that one link carries: hands the peer's control messages to them. On the agent. */
final class LinkConnections implements LinkHandler {
    private final Link link;
    private final ConnectionNews news;
    private final Port port;
    private final ControlMessages messages;
    private final LinkEnd end;
    private final Map<Long, Connection> byId = new HashMap<>();
    private final Map<Long, Connection> byPeerId = new HashMap<>();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final ConnectRequestDecoder request = new ConnectRequestDecoder();
    private final ConnectAcceptDecoder accept = new ConnectAcceptDecoder();
    private final ConnectRejectDecoder reject = new ConnectRejectDecoder();
    private final ConnectCompleteDecoder complete = new ConnectCompleteDecoder();
    private final ConnectAbandonDecoder abandon = new ConnectAbandonDecoder();
    private final DisconnectDecoder disconnect = new DisconnectDecoder();
    private final DisconnectConfirmDecoder confirm = new DisconnectConfirmDecoder();
    private final LinkLinger lingering;
    private boolean lost;
    private boolean closesUnused;

    /**
     * What can be told of how a connection's two sides have met.
     *
     * @param explanation which medium carries it and why, or why none does
     * @param peer        as far as the medium knows it
     */
    record Meeting(String explanation, Optional<Connector.Peer> peer) {
        static final Meeting NONE_YET = without("not connected yet");

        static Meeting without(String reason) {
            return new Meeting(reason, Optional.empty());
        }

        static Meeting over(Link link, Port port) {
            return new Meeting(port.explain(link), link.peerProcess());
        }
    }

    LinkConnections(Link link, Port port, ConnectionNews news, Endpoints endpoints, Patience patience) {
        this.link = link;
        this.port = port;
        this.news = news;
        messages = new ControlMessages(link, this::onPeerDied);
        end = endpoints.newLinkEnd(link, () -> news.onDetached(this));
        lingering = new LinkLinger(patience, this::beginClose);
    }

    /** Says how the sides of its connections have met. */
    Meeting meeting() {
        return Meeting.over(link, port);
    }

    Link link() {
        return link;
    }

    LinkEnd end() {
        return end;
    }

    ControlMessages messages() {
        return messages;
    }

    /** Tells whether no new connection may use the link. */
    boolean isLost() {
        return lost;
    }

    boolean isUnused() {
        return byId.isEmpty();
    }

    void add(Connection connection) {
        lingering.stop();
        byId.put(connection.id(), connection);
        if (!connection.isActive()) {
            byPeerId.put(connection.peerId(), connection);
        }
    }

    void remove(Connection connection) {
        byId.remove(connection.id());
        byPeerId.remove(connection.peerId(), connection);
        connection.enterIfEnding(lingering);
        if (isUnused()) {
            news.onUnused(this);
        }
    }

    /** Closes the link after a while, unless a connection uses it before. */
    void linger(long lingerNs) {
        lingering.start(lingerNs);
    }

    /** Takes the link for a new connection, even if it is about to be closed because it had none; false if it is lost. */
    boolean takeUp() {
        if (closesUnused && end.keep()) {
            closesUnused = false;
            lost = false;
        }
        return !lost;
    }

    /** Lets go of the link: the peer hears of it when the domain does not touch it any more. */
    void beginClose() {
        if (!lost) {
            lost = true;
            closesUnused = true;
            end.beginClose();
        }
    }

    /** The domain has let go of the link: because it was asked to, or because the peer broke the protocol. */
    void letGo() {
        if (!lost) {
            lost = true;
            news.count(AdapterCounter.LINKS_LOST);
        }
        loseConnections(true);
    }

    /** What is thrown amid a message ends the link: nobody knows how far it was carried out. */
    @Override
    public void onControl(DirectBuffer buffer, int offset, int length) {
        try {
            take(buffer, offset, length);
        } catch (Throwable e) {
            lose(true);
            throw e;
        }
    }

    private void take(DirectBuffer buffer, int offset, int length) {
        if (!ControlMessages.Shape.holds(buffer, offset, length, 0, 0)) {
            news.count(AdapterCounter.MESSAGES_MALFORMED);
            return;
        }
        header.wrap(buffer, offset);
        int block = header.blockLength();
        int version = header.version();
        int body = offset + MessageHeaderDecoder.ENCODED_LENGTH;
        boolean understood = switch (header.templateId()) {
            case ConnectRequestDecoder.TEMPLATE_ID ->
                holds(buffer, offset, length, ConnectRequestDecoder.BLOCK_LENGTH, 3)
                        && onRequest(request.wrap(buffer, body, block, version));
            case ConnectAcceptDecoder.TEMPLATE_ID ->
                holds(buffer, offset, length, ConnectAcceptDecoder.BLOCK_LENGTH, 1)
                        && onAccept(accept.wrap(buffer, body, block, version));
            case ConnectRejectDecoder.TEMPLATE_ID ->
                holds(buffer, offset, length, ConnectRejectDecoder.BLOCK_LENGTH, 1)
                        && onReject(reject.wrap(buffer, body, block, version));
            case ConnectCompleteDecoder.TEMPLATE_ID ->
                holds(buffer, offset, length, ConnectCompleteDecoder.BLOCK_LENGTH, 0)
                        && onComplete(complete.wrap(buffer, body, block, version));
            case ConnectAbandonDecoder.TEMPLATE_ID ->
                holds(buffer, offset, length, ConnectAbandonDecoder.BLOCK_LENGTH, 0)
                        && onAbandon(abandon.wrap(buffer, body, block, version));
            case DisconnectDecoder.TEMPLATE_ID ->
                holds(buffer, offset, length, DisconnectDecoder.BLOCK_LENGTH, 0)
                        && onDisconnect(disconnect.wrap(buffer, body, block, version));
            case DisconnectConfirmDecoder.TEMPLATE_ID ->
                holds(buffer, offset, length, DisconnectConfirmDecoder.BLOCK_LENGTH, 0)
                        && onConfirm(confirm.wrap(buffer, body, block, version));
            default -> false;
        };
        if (!understood) {
            news.count(AdapterCounter.MESSAGES_MALFORMED);
        }
    }

    @Override
    public void onPeerClosed() {
        lose(false);
    }

    @Override
    public void onPeerDied() {
        lose(true);
    }

    private static boolean holds(DirectBuffer buffer, int offset, int length, int block, int parts) {
        return ControlMessages.Shape.holds(buffer, offset, length, block, parts);
    }

    private void lose(boolean died) {
        lost = true;
        closesUnused = false;
        if (died) { // before a future tells of it: the next call knows how the connections have ended
            news.count(AdapterCounter.LINKS_LOST);
            end.peerDied();
        } else {
            end.beginClose();
        }
        loseConnections(died);
    }

    private void loseConnections(boolean died) {
        lingering.stop();
        for (Connection connection : List.copyOf(byId.values())) {
            connection.linkLost(died);
        }
    }

    private boolean onRequest(ConnectRequestDecoder message) {
        byte[] destination = new byte[message.destinationLength()];
        message.getDestination(destination, 0, destination.length);
        byte[] source = new byte[message.sourceLength()];
        message.getSource(source, 0, source.length);
        byte[] privateData = new byte[message.privateDataLength()];
        message.getPrivateData(privateData, 0, privateData.length);
        ConnectionSide peer = ConnectionSide.read(message.side(), privateData);
        if (!peer.isValid() || byPeerId.containsKey(message.connectionId())) {
            return false;
        }
        try {
            InetSocketAddress to = link.local(address(destination, message.destinationPort()));
            InetSocketAddress from = address(source, message.sourcePort());
            news.onRequest(this, message.connectionId(), peer, Route.of(to, from), message.sourceChosen() != 0);
            return true;
        } catch (UnknownHostException | IllegalArgumentException e) {
            return false; // not 4 or 16 bytes, or no port
        }
    }

    private boolean onAccept(ConnectAcceptDecoder message) {
        byte[] privateData = new byte[message.privateDataLength()];
        message.getPrivateData(privateData, 0, privateData.length);
        ConnectionSide peer = ConnectionSide.read(message.side(), privateData);
        Connection connection = byId.get(message.connectionId());
        if (!peer.isValid()) {
            return false;
        }
        if (connection != null) { // or it was abandoned meanwhile
            connection.onAccept(message.peerConnectionId(), peer);
        }
        return true;
    }

    private boolean onReject(ConnectRejectDecoder message) {
        byte[] privateData = new byte[Math.min(message.privateDataLength(), Limits.MAX_PRIVATE_DATA)];
        message.getPrivateData(privateData, 0, privateData.length);
        Connection connection = byId.get(message.connectionId());
        if (connection != null && message.status() == NdStatus.ADDRESS_ALREADY_EXISTS.value()) {
            connection.onAddressTaken();
        } else if (connection != null) {
            connection.onReject(privateData);
        }
        return true;
    }

    private boolean onComplete(ConnectCompleteDecoder message) {
        Connection connection = byId.get(message.connectionId());
        if (connection != null) {
            connection.onComplete();
        }
        return true;
    }

    private boolean onAbandon(ConnectAbandonDecoder message) {
        Connection connection = byPeerId.get(message.peerConnectionId());
        if (connection != null) {
            connection.onReject(new byte[0]);
        }
        return true;
    }

    private boolean onDisconnect(DisconnectDecoder message) {
        Connection connection = byId.get(message.connectionId());
        if (connection != null) {
            connection.onDisconnect(PeerEnd.told(
                    message.lastSequence(), message.executed(), message.failedSequence(), message.failedStatus()));
        }
        return true;
    }

    private boolean onConfirm(DisconnectConfirmDecoder message) {
        Connection connection = byId.get(message.connectionId());
        if (connection != null) {
            connection.onDisconnectConfirm();
        }
        return true;
    }

    private static InetSocketAddress address(byte[] ip, int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(ip), port);
    }

    /** Answers a request that nobody takes. */
    void refuse(long peerConnectionId, NdStatus status) {
        messages.connectReject(peerConnectionId, status, new byte[0]);
    }
}
