// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdStatus;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Answers the hellos that come to a port's listeners. By the agent. */
final class Greeter {
    /** How many hellos may wait to become links: each costs this side a little memory, and its sender nothing. */
    private static final int MAX_ACCEPTANCES = 256;

    private final UdpPort port;
    private final DatagramWriter writer = new DatagramWriter();

    // For which the data plane is opened.
    private @Nullable LinkOffer first;

    Greeter(UdpPort port) {
        this.port = port;
    }

    void onDatagram(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        OptionalLong withdrawn = LinkReader.reset(datagram);
        if (withdrawn.isPresent()) {
            withdraw(withdrawn.getAsLong(), source);
            return;
        }
        LinkReader.Greeting greeting = LinkReader.greeting(datagram);
        if (greeting == null) {
            port.countDropped();
            return;
        }
        String mismatch = LinkOffer.versionMismatch(
                "the dialler", "the listener", greeting.protocolVersion(), greeting.layoutVersion());
        if (!mismatch.isEmpty()) {
            refuse(listener, source, greeting.key(), NdStatus.CONNECTION_REFUSED, mismatch);
            return;
        }
        LinkOffer hello = LinkReader.hello(datagram);
        if (hello == null || !hello.control().getAddress().equals(source.getAddress())) {
            port.countDropped();
            return;
        }
        answer(listener, hello, source);
    }

    /** The dialler has given up. */
    private void withdraw(long helloKey, InetSocketAddress source) {
        LinkOffer waiting = first;
        if (waiting != null && waiting.isOf(helloKey, source.getAddress())) {
            first = null;
            return;
        }
        for (Acceptance each : port.links().acceptances()) {
            if (each.hello().isOf(helloKey, source.getAddress())) {
                each.abandon();
                return;
            }
        }
        port.countDropped();
    }

    private void answer(ControlSocket listener, LinkOffer hello, InetSocketAddress source) {
        @Nullable Acceptance same = port.links().accepting(hello.adapterId());
        @Nullable UdpLink link = port.links().accepted(hello.adapterId());
        if (same != null && same.hello().key() == hello.key()) {
            same.welcome(listener, source); // the answer was lost, or the hello came twice
        } else if (link != null && link.peerKey() == hello.key()) {
            port.countDropped(); // it came late: the link is there
        } else if (same != null || link != null) {
            listener.send(writer.exists(hello.key(), port.adapterId()), source);
        } else if (port.links().acceptances().size() >= MAX_ACCEPTANCES) {
            refuse(
                    listener,
                    source,
                    hello.key(),
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "as many diallers are already meeting the listening adapter as can");
        } else if (port.plane().parts() == null) {
            openFor(listener, hello, source);
        } else {
            Acceptance acceptance = new Acceptance(port, hello);
            port.links().beginAccepting(hello.adapterId(), acceptance);
            acceptance.start();
            acceptance.welcome(listener, source);
        }
    }

    /** For the first hello; another one that comes meanwhile will come again. */
    private void openFor(ControlSocket listener, LinkOffer hello, InetSocketAddress source) {
        if (!port.plane().isOpening()) {
            first = hello;
            port.whenOpen(
                    () -> answerFirst(listener, hello, source),
                    failure -> refuse(
                            listener, source, hello.key(), failure.status(), String.valueOf(failure.getMessage())));
        }
    }

    private void answerFirst(ControlSocket listener, LinkOffer hello, InetSocketAddress source) {
        if (hello.equals(first)) {
            first = null;
            answer(listener, hello, source);
        }
    }

    private void refuse(ControlSocket listener, InetSocketAddress source, long key, NdStatus status, String reason) {
        listener.send(writer.refused(key, new LinkReader.Refusal(status, reason)), source);
    }
}
