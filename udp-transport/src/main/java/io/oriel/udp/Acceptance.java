// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.engine.control.ControlLoop;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import java.net.InetSocketAddress;

/** A hello to a listener that is to become a link. Used by the agent alone. */
final class Acceptance implements LinkMaking.Maker {
    private final UdpPort port;
    private final LinkOffer hello;
    private final LinkOffer offer;
    private final LinkMaking making;
    private final DatagramWriter writer = new DatagramWriter();
    private final ControlLoop.Timer timer;

    Acceptance(UdpPort port, LinkOffer hello) {
        this.port = port;
        this.hello = hello;
        offer = port.newOffer();
        making = new LinkMaking(port, new LinkMaking.Offers(offer, hello, false), this);
        timer = port.home()
                .loop()
                .schedule(port.home().config().timeouts().handshake().toNanos(), this::abandon);
    }

    void start() {
        making.start();
    }

    /** Answers a hello, which came for the first time or again. */
    void welcome(ControlSocket listener, InetSocketAddress dialler) {
        listener.send(writer.welcome(offer, hello.key()), dialler);
    }

    LinkOffer hello() {
        return hello;
    }

    @Override
    public void made(UdpLink link) {
        end();
    }

    @Override
    public void failed(LinkReader.Refusal why) {
        end();
    }

    /** Ends without a link. Idempotent. */
    void abandon() {
        making.abandon();
        end();
    }

    private void end() {
        timer.cancel();
        port.links().endAccepting(hello.adapterId(), this);
    }
}
