// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.engine.control.ControlLoop;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.hello.MeetingLimits;
import io.oriel.udp.meeting.Reply;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A hello to a listener that is to become a link. Used by the agent alone. */
final class Acceptance implements LinkMaking.Maker, MeetingLimits.Meeting {
    private final UdpPort port;
    private final Caller caller;
    private final LinkReader.Welcome welcome;
    private final LinkMaking making;
    private final ControlLoop.Timer timer;

    /**
     * Who has said hello where.
     *
     * @param listener  that was dialled
     * @param hello     of the dialler
     * @param isLeading whether nothing that it has asked this host for before can be in its way
     * @param source    from where it came
     * @param reply     how it is answered
     */
    record Caller(ControlSocket listener, LinkOffer hello, boolean isLeading, InetSocketAddress source, Reply reply) {
        /** Returns who it says to be. */
        LinkTable.PeerName name() {
            return new LinkTable.PeerName(hello.adapterId(), hello.control(), reply.key(), reply.identity());
        }

        LinkTable.HelloName helloName() {
            return new LinkTable.HelloName(hello.key(), source);
        }

        /** Answers other than by a welcome. */
        void answer(ByteBuffer plain) {
            listener.send(reply.answer(plain, listener.writer()), source);
        }

        /** Tells whether the dialler says, and it is the dialler, that it has given up. */
        boolean hasWithdrawn(long helloKey, Datagram withdrawal, InetSocketAddress from) {
            return hello.isOf(helloKey, from.getAddress()) && reply.isProven(withdrawal);
        }
    }

    Acceptance(UdpPort port, Caller caller) {
        this.port = port;
        this.caller = caller;
        LinkOffer own = port.newOffer();
        LinkOffer hello = caller.hello();
        LinkOffer offer = own.withStream(own.stream().within(hello.stream().termLength()));
        welcome = new LinkReader.Welcome(offer, RandomNumbers.nextInt());
        LinkOffer peer = hello.withStream(hello.stream()
                .withSession(welcome.dialSessionId())
                .within(own.stream().termLength()));
        LinkKeys keys = caller.reply().agree(plainWelcome(), offer.key());
        making = new LinkMaking(port, new LinkMaking.Offers(offer, peer, false, keys), this);
        ControlLoop loop = port.home().loop();
        timer = loop.schedule(port.home().config().timeouts().handshake().toNanos(), this::abandon);
    }

    void start() {
        making.start();
    }

    /** Answers the hello, which came for the first time or again. */
    void welcome() {
        ControlSocket listener = caller.listener();
        listener.send(caller.reply().welcome(plainWelcome(), listener.writer()), caller.source());
    }

    private ByteBuffer plainWelcome() {
        return caller.listener().writer().welcome(welcome, hello().key());
    }

    Caller caller() {
        return caller;
    }

    LinkOffer hello() {
        return caller.hello();
    }

    @Override
    public InetAddress host() {
        return caller.source().getAddress();
    }

    @Override
    public boolean isHello() {
        return !making.isPeerReady();
    }

    @Override
    public void made(UdpLink link) {
        end();
        caller.reply().erase();
    }

    @Override
    public void failed(LinkReader.Refusal why) {
        end();
        caller.answer(caller.listener().writer().refused(hello().key(), why, DatagramLayout.HELLO_LENGTH));
        caller.reply().erase();
    }

    @Override
    public void givenUp(LinkReader.Refusal why) {
        end();
        caller.reply().erase();
    }

    /** Ends without a link. Idempotent. */
    void abandon() {
        making.abandon();
        end();
        caller.reply().erase();
    }

    private void end() {
        timer.cancel();
        port.links().endAccepting(this);
    }
}
