// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.protocol.UdpCookieDecoder;
import io.oriel.engine.protocol.UdpExistsDecoder;
import io.oriel.engine.protocol.UdpRefusedDecoder;
import io.oriel.engine.protocol.UdpWelcomeDecoder;
import io.oriel.engine.transport.DialHandler;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.meeting.DialWords;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.UnsupportedAddressTypeException;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A dial: says hello to a listener and makes a link, or finds the one that exists. Tries again while a link to the same
 * adapter is being made or ended, and while the listener has no room. Used by the agent alone.
 *
 * <p>It has a socket of its own, connected to the listener's, so that it hears when nobody listens.
 */
final class Dial implements LinkMaking.Maker {
    private static final long FIRST_RETRY_NS = Duration.ofMillis(20).toNanos();
    private static final long MAX_RETRY_NS = Duration.ofMillis(500).toNanos();
    private static final long FIRST_WAIT_NS = Duration.ofMillis(1).toNanos();
    private static final long MAX_WAIT_NS = Duration.ofMillis(50).toNanos();

    /** For how long a refusal that anybody may have sent is not believed: the listener's own word may come. */
    private static final long DOUBT_NS = Duration.ofMillis(250).toNanos();

    private final UdpPort port;
    private final InetSocketAddress destination;
    private final DialHandler handler;
    private final ControlLoop.Timer timer;
    private final long startNs = System.nanoTime();

    private @Nullable ControlSocket socket;
    private @Nullable LinkOffer offer;
    private DialWords words;
    private long cookie = Cookies.NONE;
    private @Nullable LinkMaking making;
    private LinkReader.@Nullable Refusal refusal; // the last one that was not for good
    private ControlLoop.@Nullable Timer retry;
    private ControlLoop.@Nullable Timer doubt;
    private long retryNs = FIRST_RETRY_NS;
    private long waitNs = FIRST_WAIT_NS;
    private boolean isDone;

    Dial(UdpPort port, InetSocketAddress destination, DialHandler handler) {
        this.port = port;
        this.destination = destination;
        this.handler = handler;
        words = port.words().dial();
        timer = port.home()
                .loop()
                .schedule(port.home().config().timeouts().handshake().toNanos(), this::expire);
    }

    private void expire() {
        LinkReader.Refusal last = refusal;
        LinkMaking begun = making;
        @Nullable String shortage = port.home().shortages().since(startNs);
        if (shortage != null) {
            fail(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the link to " + destination + " could not be made by this process: " + shortage);
        } else if (begun != null) {
            fail(
                    NdStatus.IO_TIMEOUT,
                    "the listener at " + destination + " answered, but no datagrams or no frames went both ways between"
                            + " this adapter and " + begun.peerAddress() + ", where it takes them");
        } else if (last != null) {
            fail(last.status(), last.reason());
        } else {
            fail(NdStatus.IO_TIMEOUT, "the listener at " + destination + " did not answer");
        }
    }

    /** Returns where the listener is. */
    InetSocketAddress destination() {
        return destination;
    }

    void start() {
        if (isDone) {
            return;
        }
        if (!port.isUsable()) {
            fail(NdStatus.DEVICE_REMOVED, UdpPort.REMOVAL);
            return;
        }
        if (destination.isUnresolved()
                || destination.getPort() == 0
                || destination.getAddress().isAnyLocalAddress()
                || destination.getAddress().isMulticastAddress()) {
            fail(NdStatus.INVALID_ADDRESS, destination + " is not an address that can be dialled");
            return;
        }
        port.whenOpen(this::meet, failure -> fail(failure.status(), String.valueOf(failure.getMessage())));
    }

    private void meet() {
        if (!isDone) {
            attempt(this::connect);
        }
    }

    /** Whatever a step throws, the dial gets an answer. */
    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (NdException e) {
            fail(e);
        } catch (Throwable e) {
            fail(e);
            throw e;
        }
    }

    private void connect() {
        offer = port.newOffer();
        try {
            ControlSocket opened = ControlSocket.connect(port.home().loop(), port.address(), destination);
            socket = opened;
            opened.onUnreachable(this::onUnreachable);
            listen(opened);
            sayHello();
        } catch (IOException | UnsupportedAddressTypeException e) {
            fail(
                    NdStatus.INVALID_ADDRESS,
                    destination + " cannot be reached from the adapter's address "
                            + port.address().getHostAddress() + ": " + e);
        }
    }

    private void listen(ControlSocket opened) {
        try {
            opened.start((datagram, source) -> attempt(() -> onDatagram(datagram)), port::countDropped);
        } catch (IOException e) {
            throw SystemFailure.exception(
                    "the socket with which " + destination + " is dialled cannot be watched", null, e);
        }
    }

    private void sayHello() {
        attempt(this::sayHelloOrFail);
    }

    private void sayHelloOrFail() {
        ControlSocket open = socket;
        LinkOffer own = offer;
        if (!isDone && making == null && open != null && own != null) {
            LinkReader.Hello hello = new LinkReader.Hello(own, cookie, destination.getAddress(), port.isLeading(this));
            open.send(words.hello(hello, open.writer()), destination);
            retry = port.home().loop().schedule(retryNs, this::sayHello);
            retryNs = Math.min(2 * retryNs, MAX_RETRY_NS);
        }
    }

    private void onUnreachable() {
        if (making == null) {
            LinkReader.Refusal why =
                    new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, "nobody listens at " + destination);
            if (port.home().security().isSealed()) { // anybody may have sent the message of ICMP
                doubt(why);
            } else {
                fail(why.status(), why.reason());
            }
        }
    }

    private void onDatagram(Datagram received) {
        Datagram datagram = words.heard(received);
        OptionalLong dialKey = datagram == null ? OptionalLong.empty() : LinkReader.dialKey(datagram);
        LinkOffer own = offer;
        if (datagram == null || own == null || dialKey.isEmpty() || dialKey.getAsLong() != own.key()) {
            port.countDropped();
            return;
        }
        if (words.isProven()) {
            cancelDoubt();
        }
        if (datagram.templateId() == UdpRefusedDecoder.TEMPLATE_ID) {
            onRefused(LinkReader.refused(datagram));
        } else if (!isDone && making == null) {
            switch (datagram.templateId()) {
                case UdpCookieDecoder.TEMPLATE_ID -> onCookie(LinkReader.cookie(datagram));
                case UdpWelcomeDecoder.TEMPLATE_ID -> onWelcome(own, LinkReader.welcome(datagram));
                case UdpExistsDecoder.TEMPLATE_ID -> onExists(own, LinkReader.exists(datagram));
                default -> port.countDropped();
            }
        }
    }

    private void onCookie(OptionalLong given) {
        if (given.isEmpty()) {
            port.countDropped();
        } else if (cookie != given.getAsLong()) {
            boolean isFirst = cookie == Cookies.NONE;
            cookie = given.getAsLong();
            if (!isFirst) { // anybody may have sent it: the next hello has it, in its time
                return;
            }
            retryNs = FIRST_RETRY_NS;
            cancelRetry();
            sayHello();
        }
    }

    private void onWelcome(LinkOffer own, LinkReader.@Nullable Welcome answer) {
        if (answer == null
                || answer.offer().stream().termLength() > own.stream().termLength()) {
            port.countDropped();
            return;
        }
        LinkOffer welcome = answer.offer().onLinkOf(destination.getAddress());
        String mismatch = LinkOffer.versionMismatch(
                "the listener", "the dialler", welcome.protocolVersion(), welcome.layoutVersion());
        if (!mismatch.isEmpty()) {
            fail(NdStatus.CONNECTION_REFUSED, mismatch);
            return;
        }
        if (!isWanted(welcome.adapterId())) {
            return;
        }
        LinkOffer.Stream stream = own.stream()
                .withSession(answer.dialSessionId())
                .within(welcome.stream().termLength());
        LinkMaking.Offers offers = new LinkMaking.Offers(own.withStream(stream), welcome, true, words.keys());
        LinkMaking begun = new LinkMaking(port, offers, this);
        making = begun;
        cancelRetry();
        begun.start();
    }

    private boolean isWanted(long adapterId) {
        boolean isWanted = handler.wantsLink(adapterId);
        if (!isWanted) {
            fail(NdStatus.CANCELED, "no link to the listener at " + destination + " is wanted");
        }
        return isWanted;
    }

    private void onExists(LinkOffer own, LinkReader.@Nullable Exists answer) {
        if (answer == null) {
            port.countDropped();
            return;
        }
        UdpLink link = port.links().dialled(answer, words.mark(own.key()));
        if (link != null) {
            if (isWanted(answer.adapterId())) {
                succeed(link);
            }
            return;
        }
        // It is being made by another dial, or we have closed it and the listener has not yet heard.
        cancelRetry();
        sayHelloLater();
    }

    private void onRefused(LinkReader.@Nullable Refusal why) {
        if (why == null) {
            port.countDropped();
        } else if (words.isProven()) {
            givenUp(why);
        } else {
            doubt(why);
        }
    }

    private void doubt(LinkReader.Refusal why) {
        if (making == null && doubt == null && !isDone) {
            doubt = port.home().loop().schedule(DOUBT_NS, () -> believe(why));
        }
    }

    private void believe(LinkReader.Refusal why) {
        doubt = null;
        if (making == null) {
            fail(why.status(), why.reason());
        }
    }

    /** Says another hello a little later: this one has come to nothing, but the time is not over. */
    private void beginAgain(LinkReader.Refusal why) {
        refusal = why;
        LinkMaking begun = making;
        if (begun != null) {
            begun.abandon();
            making = null;
        }
        cancelRetry();
        offer = port.newOffer();
        words.erase();
        words = port.words().dial();
        cookie = Cookies.NONE;
        sayHelloLater();
    }

    private void sayHelloLater() {
        retryNs = FIRST_RETRY_NS;
        retry = port.home().loop().schedule(waitNs, this::sayHello);
        waitNs = Math.min(2 * waitNs, MAX_WAIT_NS);
    }

    @Override
    public void made(UdpLink link) {
        succeed(link);
    }

    @Override
    public void failed(LinkReader.Refusal why) {
        LinkMaking begun = making;
        if (begun != null) {
            begun.tellEnd();
        }
        fail(why.status(), why.reason());
    }

    @Override
    public void givenUp(LinkReader.Refusal why) {
        if (!why.isForNow()) {
            fail(why.status(), why.reason());
        } else if (!isDone) {
            attempt(() -> beginAgain(why));
        }
    }

    private void succeed(UdpLink link) {
        if (end()) {
            handler.dialled(link);
        }
    }

    /** Ends without a link; does nothing if it has ended. */
    void fail(NdStatus status, String reason) {
        if (end()) {
            LinkMaking begun = making;
            if (begun != null) {
                begun.abandon();
            }
            handler.failed(status, reason);
        }
    }

    /** The listener, which may have taken the hello, need not await anything: the next dial would have to wait for that. */
    private void withdraw(ControlSocket open) {
        LinkOffer own = offer;
        ByteBuffer withdrawal = making == null && own != null ? words.withdrawal(own.key(), open.writer()) : null;
        if (withdrawal != null) {
            open.send(withdrawal, destination);
        }
    }

    /** Ends because of something that was thrown here. */
    void fail(Throwable cause) {
        LinkReader.Refusal refusal = LinkReader.Refusal.of(cause);
        fail(refusal.status(), refusal.reason());
    }

    private boolean end() {
        if (isDone) {
            return false;
        }
        isDone = true;
        timer.cancel();
        cancelRetry();
        cancelDoubt();
        port.ended(this);
        ControlSocket open = socket;
        if (open != null) {
            withdraw(open);
            open.close();
        }
        words.erase();
        return true;
    }

    /** The listener's own word has come. */
    private void cancelDoubt() {
        if (doubt != null) {
            doubt.cancel();
            doubt = null;
        }
    }

    private void cancelRetry() {
        if (retry != null) {
            retry.cancel();
        }
    }
}
