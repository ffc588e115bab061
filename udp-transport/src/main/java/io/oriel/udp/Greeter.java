// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.hello.MeetingLimits;
import io.oriel.udp.hello.SeenHellos;
import io.oriel.udp.meeting.ListenerWords;
import io.oriel.udp.meeting.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Answers the hellos that come to a port's listeners. Keeps nothing of a hello, and answers nothing but a cookie, before its
 * dialler has shown by the cookie that it gets what is sent to its address. By the agent.
 */
final class Greeter {
    private final UdpPort port;
    private final Cookies cookies;
    private final ListenerWords words;
    private final SeenHellos seen = new SeenHellos();

    // For which the data plane is opened.
    private Acceptance.@Nullable Caller first;

    Greeter(UdpPort port) {
        this.port = port;
        cookies = new Cookies(port.home().loop()::nanoTime);
        words = port.words().listen(cookies);
    }

    void onDatagram(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        OptionalLong withdrawn = words.withdrawn(datagram);
        if (withdrawn.isPresent()) {
            withdraw(withdrawn.getAsLong(), datagram, source);
            return;
        }
        ListenerWords.Heard heard = words.hear(listener, datagram, source);
        if (heard == null) {
            port.countDropped();
        } else {
            onHello(listener, heard.datagram(), heard.reply(), source);
        }
    }

    private void onHello(ControlSocket listener, Datagram datagram, Reply reply, InetSocketAddress source) {
        LinkReader.Greeting greeting = LinkReader.greeting(datagram);
        if (greeting == null) {
            port.countDropped();
            return;
        }
        if (!cookies.isGood(greeting.cookie(), source, greeting.key())) {
            listener.send(listener.writer().cookie(greeting.key(), cookies.of(source, greeting.key())), source);
            return;
        }
        String mismatch = LinkOffer.versionMismatch(
                "the dialler", "the listener", greeting.protocolVersion(), greeting.layoutVersion());
        if (!mismatch.isEmpty()) {
            LinkReader.Refusal refusal = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, mismatch);
            int length = DatagramLayout.BODY_OFFSET + datagram.length();
            ByteBuffer answer = listener.writer().refused(greeting.key(), refusal, length);
            listener.send(reply.answer(answer, listener.writer()), source);
            reply.erase();
            return;
        }
        LinkReader.Hello hello = LinkReader.hello(datagram);
        if (hello == null) {
            port.countDropped();
            reply.erase();
            return;
        }
        LinkOffer offer = hello.offer().onLinkOf(source.getAddress());
        Acceptance.Caller caller = new Acceptance.Caller(listener, offer, hello.isLeading(), source, reply);
        String translation = translation(listener, hello, source);
        if (!translation.isEmpty()) {
            refuse(caller, new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, translation));
        } else {
            answer(caller);
        }
    }

    /** Says that an address is not what its owner takes it for; empty if all are. */
    private String translation(ControlSocket listener, LinkReader.Hello hello, InetSocketAddress source) {
        InetAddress dialler = hello.offer().control().getAddress();
        InetAddress own = listener.address().getAddress();
        if (!dialler.equals(source.getAddress())) {
            return "the dialler is to be answered at " + dialler.getHostAddress() + ", but its hello came from "
                    + source.getAddress().getHostAddress() + ": addresses are translated on the way. If its ports are"
                    + " forwarded, set oriel.udp.advertisedAddress of the dialler to the latter";
        }
        if (!port.home().announcement().meant(hello.listener(), own).equals(own)) {
            return "the listener at " + own.getHostAddress() + " was dialled as "
                    + hello.listener().getHostAddress() + ": addresses are translated on the way. If its ports are"
                    + " forwarded, set oriel.udp.advertisedAddress of the listener to the latter";
        }
        return "";
    }

    /** The dialler has given up. */
    private void withdraw(long helloKey, Datagram datagram, InetSocketAddress source) {
        Acceptance.Caller waiting = first;
        if (waiting != null && waiting.hasWithdrawn(helloKey, datagram, source)) {
            first = null;
            return;
        }
        for (Acceptance each : port.links().acceptances()) {
            if (each.caller().hasWithdrawn(helloKey, datagram, source)) {
                each.abandon();
                return;
            }
        }
        port.countDropped();
    }

    private void answer(Acceptance.Caller caller) {
        LinkOffer hello = caller.hello();
        @Nullable Acceptance same = port.links().accepting(caller.helloName());
        @Nullable UdpLink link = port.links().accepted(caller.name());
        if (same != null) {
            same.welcome(); // the answer was lost, or the hello came twice
            caller.reply().erase();
        } else if (seen.contains(cookies.mark(caller.source(), hello.key()))) {
            port.countDropped(); // it came late: its link is there, or was given up
            caller.reply().erase();
        } else if (link != null) {
            answerExists(caller, link.proof(caller.reply().mark(hello.key())));
        } else if (!caller.isLeading() && port.links().isAccepting(caller.name())) {
            answerExists(caller, LinkReader.Exists.UNMADE);
        } else if (port.plane().parts() == null) {
            openFor(caller);
        } else {
            port.links().formerOf(caller).forEach(Acceptance::abandon);
            meet(caller);
        }
    }

    private void answerExists(Acceptance.Caller caller, long proof) {
        LinkReader.Exists exists = new LinkReader.Exists(port.knownAs(), proof);
        caller.answer(caller.listener().writer().exists(caller.hello().key(), exists));
        caller.reply().erase();
    }

    private void meet(Acceptance.Caller caller) {
        MeetingLimits.Verdict<Acceptance> verdict =
                MeetingLimits.judge(port.links().acceptances(), caller.source().getAddress());
        if (!verdict.isWelcome()) {
            refuse(
                    caller,
                    new LinkReader.Refusal(
                            NdStatus.INSUFFICIENT_RESOURCES,
                            "as many diallers are already meeting the listening adapter as can",
                            true));
            return;
        }
        if (verdict.leaver() != null) {
            verdict.leaver().abandon();
        }
        LinkOffer hello = caller.hello();
        Acceptance acceptance;
        try {
            acceptance = new Acceptance(port, caller);
        } catch (NdException e) {
            refuse(caller, LinkReader.Refusal.of(e));
            return;
        }
        seen.add(cookies.mark(caller.source(), hello.key()));
        port.links().beginAccepting(acceptance);
        acceptance.start();
        acceptance.welcome();
    }

    /** For the first hello; another one that comes meanwhile will come again. */
    private void openFor(Acceptance.Caller caller) {
        if (port.plane().isOpening()) {
            caller.reply().erase();
            return;
        }
        first = caller;
        port.whenOpen(() -> answerFirst(caller), failure -> refuse(caller, LinkReader.Refusal.of(failure)));
    }

    private void answerFirst(Acceptance.Caller caller) {
        if (caller.equals(first)) {
            first = null;
            answer(caller);
        } else {
            caller.reply().erase(); // withdrawn meanwhile
        }
    }

    private void refuse(Acceptance.Caller caller, LinkReader.Refusal refusal) {
        caller.answer(caller.listener().writer().refused(caller.hello().key(), refusal, DatagramLayout.HELLO_LENGTH));
        caller.reply().erase();
    }
}
