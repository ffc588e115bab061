// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.seal.Lane;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** A link's way for datagrams that seals them. By the agent. */
final class SealedChannel implements ControlChannel {
    private final ControlChannel socket;
    private final Lane lane;
    private final InetSocketAddress peer;
    private final int session;
    private final int peerSession;

    /** Creates a channel of a link, by which datagrams go to a socket. */
    SealedChannel(ControlChannel socket, Lane lane, InetSocketAddress peer, int session, int peerSession) {
        this.socket = socket;
        this.lane = lane;
        this.peer = peer;
        this.session = session;
        this.peerSession = peerSession;
    }

    @Override
    public void send(ByteBuffer datagram, InetSocketAddress to) {
        ByteBuffer sealed = lane.seal(datagram);
        if (sealed != null) {
            socket.send(sealed, to);
        }
    }

    @Override
    public DatagramWriter writer() {
        return socket.writer();
    }

    @Override
    public void receive() {
        socket.receive();
    }

    void erase() {
        lane.erase();
    }

    /** Opens a datagram where it lies, up to its position. A copy that another sends must not use up the counter of the original. */
    boolean open(ByteBuffer received, InetSocketAddress source) {
        return peer.equals(source) && lane.open(received);
    }

    /** Tells whether what was opened is of this link: a peer is not to speak of another's. */
    boolean isOf(Datagram opened) {
        OptionalLong reset = LinkReader.reset(opened);
        if (reset.isPresent()) {
            return (int) reset.getAsLong() == peerSession;
        }
        OptionalLong key = LinkReader.key(opened);
        return key.isPresent() && (int) key.getAsLong() == session;
    }
}
