// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.protocol.UdpAliveDecoder;
import io.oriel.engine.protocol.UdpByeDecoder;
import io.oriel.engine.protocol.UdpControlDecoder;
import io.oriel.engine.protocol.UdpCookieDecoder;
import io.oriel.engine.protocol.UdpExistsDecoder;
import io.oriel.engine.protocol.UdpHelloDecoder;
import io.oriel.engine.protocol.UdpReadyDecoder;
import io.oriel.engine.protocol.UdpRefusedDecoder;
import io.oriel.engine.protocol.UdpResetDecoder;
import io.oriel.engine.protocol.UdpWelcomeDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the datagrams that make a link. One that is too short, or holds nonsense, is read as nothing. */
public final class LinkReader {
    private static final int GREETING_LENGTH = 2 * Integer.BYTES + 4 * Long.BYTES;
    private static final int MAX_PORT = 65535;

    private LinkReader() {}

    /**
     * Why a link was refused.
     *
     * @param status   what ND answers
     * @param reason   one sentence
     * @param isForNow true if another hello may be welcome soon
     */
    public record Refusal(NdStatus status, String reason, boolean isForNow) {
        /**
         * A refusal for good.
         *
         * @param status what ND answers
         * @param reason one sentence
         */
        public Refusal(NdStatus status, String reason) {
            this(status, reason, false);
        }

        /**
         * Says why an attempt failed here.
         *
         * @param failure whose message begins with its status, or anything else
         * @return status and reason apart
         */
        public static Refusal of(Throwable failure) {
            if (failure instanceof NdException known) {
                return of(known);
            }
            SystemFailure cause = SystemFailure.of(failure);
            return new Refusal(
                    cause.isShortage() ? NdStatus.INSUFFICIENT_RESOURCES : NdStatus.INTERNAL_ERROR,
                    "the link could not be made: " + cause.reason());
        }

        private static Refusal of(NdException failure) {
            String message = String.valueOf(failure.getMessage());
            String prefix = failure.status() + ": ";
            return new Refusal(
                    failure.status(), message.startsWith(prefix) ? message.substring(prefix.length()) : message);
        }
    }

    /**
     * Returns the key by which a datagram finds its link.
     *
     * @param datagram any
     * @return the key of a datagram of a link; empty for all others
     */
    public static OptionalLong key(Datagram datagram) {
        return switch (datagram.templateId()) {
            case UdpReadyDecoder.TEMPLATE_ID,
                    UdpControlDecoder.TEMPLATE_ID,
                    UdpByeDecoder.TEMPLATE_ID,
                    UdpAliveDecoder.TEMPLATE_ID -> firstField(datagram);
            default -> OptionalLong.empty();
        };
    }

    /**
     * Reads UdpReset.
     *
     * @param datagram any
     * @return the key that its sender does not know; empty if it is no reset
     */
    public static OptionalLong reset(Datagram datagram) {
        return datagram.templateId() == UdpResetDecoder.TEMPLATE_ID ? firstField(datagram) : OptionalLong.empty();
    }

    /**
     * Reads which hello an answer is to.
     *
     * @param datagram an answer
     * @return the hello's key; empty if it is no answer to a hello
     */
    public static OptionalLong dialKey(Datagram datagram) {
        return switch (datagram.templateId()) {
            case UdpWelcomeDecoder.TEMPLATE_ID -> {
                if (!datagram.holds(UdpWelcomeDecoder.BLOCK_LENGTH, 0)) {
                    yield OptionalLong.empty();
                }
                yield OptionalLong.of(new UdpWelcomeDecoder()
                        .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version())
                        .dialKey());
            }
            case UdpCookieDecoder.TEMPLATE_ID, UdpExistsDecoder.TEMPLATE_ID, UdpRefusedDecoder.TEMPLATE_ID ->
                firstField(datagram);
            default -> OptionalLong.empty();
        };
    }

    // A reader of the schema's own would do the same for each of them.
    private static OptionalLong firstField(Datagram datagram) {
        return datagram.holds(UdpResetDecoder.BLOCK_LENGTH, 0)
                ? OptionalLong.of(new UdpResetDecoder()
                        .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version())
                        .key())
                : OptionalLong.empty();
    }

    /**
     * The part of a hello that every version has.
     *
     * @param protocolVersion of the messages
     * @param layoutVersion   of datagrams and frames
     * @param key             of the dialler
     * @param cookie          that it has got; 0 before
     */
    public record Greeting(int protocolVersion, int layoutVersion, long key, long cookie) {}

    /**
     * Reads who says hello, in whatever version.
     *
     * @param datagram any
     * @return the greeting; null if it is none
     */
    public static @Nullable Greeting greeting(Datagram datagram) {
        if (datagram.templateId() != UdpHelloDecoder.TEMPLATE_ID || !datagram.holds(GREETING_LENGTH, 0)) {
            return null;
        }
        UdpHelloDecoder decoder =
                new UdpHelloDecoder().wrap(datagram.buffer(), datagram.offset(), GREETING_LENGTH, datagram.version());
        return new Greeting(decoder.protocolVersion(), decoder.layoutVersion(), decoder.key(), decoder.cookie());
    }

    /**
     * What a dialler says.
     *
     * @param offer     of the dialler
     * @param cookie    that it has got; 0 before
     * @param listener  that it has dialled
     * @param isLeading true if no earlier dial of the dialler's adapter to the same host is unfinished
     */
    public record Hello(LinkOffer offer, long cookie, InetAddress listener, boolean isLeading) {}

    /**
     * Reads UdpHello.
     *
     * @param datagram with this template id
     * @return what the dialler says; null if it cannot be read, or is shorter than a dialler writes it
     */
    public static @Nullable Hello hello(Datagram datagram) {
        if (!datagram.holds(UdpHelloDecoder.BLOCK_LENGTH, 3)
                || datagram.length() < DatagramLayout.HELLO_LENGTH - DatagramLayout.BODY_OFFSET) {
            return null;
        }
        UdpHelloDecoder decoder = new UdpHelloDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        LinkOffer.Stream stream =
                new LinkOffer.Stream(0, decoder.firstSequence(), decoder.termLength(), decoder.mtuLength());
        byte[] ip = new byte[decoder.addressLength()];
        int ports = decoder.getAddress(ip, 0, ip.length);
        byte[] dialled = new byte[decoder.listenerLength()];
        int same = decoder.getListener(dialled, 0, dialled.length);
        assert ports == ip.length && same == dialled.length;
        Sender sender = new Sender(
                decoder.protocolVersion(),
                decoder.layoutVersion(),
                decoder.adapterId(),
                decoder.key(),
                decoder.deadPeerMs());
        LinkOffer offer = offer(sender, stream, ip, decoder.controlPort(), decoder.dataPort());
        InetAddress listener = address(dialled);
        return offer == null || listener == null
                ? null
                : new Hello(offer, decoder.cookie(), listener, decoder.isLeading() != 0);
    }

    /**
     * Reads UdpCookie.
     *
     * @param datagram with this template id
     * @return with which the hello is to be said again; empty if it cannot be read
     */
    public static OptionalLong cookie(Datagram datagram) {
        return datagram.holds(UdpCookieDecoder.BLOCK_LENGTH, 0)
                ? OptionalLong.of(new UdpCookieDecoder()
                        .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version())
                        .cookie())
                : OptionalLong.empty();
    }

    /**
     * What a listener answers.
     *
     * @param offer         of the listener
     * @param dialSessionId of the dialler's stream
     */
    public record Welcome(LinkOffer offer, int dialSessionId) {}

    /**
     * Reads UdpWelcome.
     *
     * @param datagram with this template id
     * @return what the listener says; null if it cannot be read
     */
    public static @Nullable Welcome welcome(Datagram datagram) {
        if (!datagram.holds(UdpWelcomeDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        UdpWelcomeDecoder decoder = new UdpWelcomeDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        LinkOffer.Stream stream = new LinkOffer.Stream(
                decoder.sessionId(), decoder.firstSequence(), decoder.termLength(), decoder.mtuLength());
        byte[] ip = new byte[decoder.addressLength()];
        int ports = decoder.getAddress(ip, 0, ip.length);
        assert ports == ip.length;
        Sender sender = new Sender(
                decoder.protocolVersion(),
                decoder.layoutVersion(),
                decoder.adapterId(),
                decoder.key(),
                decoder.deadPeerMs());
        LinkOffer offer = offer(sender, stream, ip, decoder.controlPort(), decoder.dataPort());
        return offer == null ? null : new Welcome(offer, decoder.dialSessionId());
    }

    private record Sender(int protocolVersion, int layoutVersion, long adapterId, long key, int deadPeerMs) {}

    private static @Nullable LinkOffer offer(
            Sender sender, LinkOffer.Stream stream, byte[] ip, int controlPort, int dataPort) {
        InetAddress address = address(ip);
        if (address == null) {
            return null;
        }
        try {
            LinkOffer offer = new LinkOffer(
                    sender.protocolVersion(),
                    sender.layoutVersion(),
                    sender.adapterId(),
                    sender.key(),
                    stream,
                    new InetSocketAddress(address, controlPort),
                    new InetSocketAddress(address, dataPort),
                    sender.deadPeerMs());
            boolean isUsable = isPort(controlPort)
                    && isPort(dataPort)
                    && !address.isAnyLocalAddress()
                    && !address.isMulticastAddress()
                    && offer.isPatient()
                    && stream.isSound();
            return isUsable ? offer : null;
        } catch (IllegalArgumentException e) {
            return null; // no port
        }
    }

    private static @Nullable InetAddress address(byte[] ip) {
        try {
            return InetAddress.getByAddress(ip);
        } catch (UnknownHostException e) {
            return null; // not 4 or 16 bytes
        }
    }

    private static boolean isPort(int port) {
        return port > 0 && port <= MAX_PORT;
    }

    /**
     * What a side says that takes frames.
     *
     * @param arrived bytes of the longest datagram that has come to it
     * @param length  bytes of this one
     */
    public record Ready(int arrived, int length) {}

    /**
     * Reads UdpReady.
     *
     * @param datagram with this template id
     * @return what it says; null if it cannot be read
     */
    public static @Nullable Ready ready(Datagram datagram) {
        if (!datagram.holds(UdpReadyDecoder.BLOCK_LENGTH, 0)) {
            return null;
        }
        UdpReadyDecoder decoder = new UdpReadyDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        return new Ready(decoder.arrived(), DatagramLayout.BODY_OFFSET + datagram.length());
    }

    /**
     * A link that a listener says to have with a dialler.
     *
     * @param adapterId the listener's, as it says itself
     * @param proof     by the secrets of the link; {@link #UNMADE} if it is being made
     */
    public record Exists(long adapterId, long proof) {
        /** The proof of no link. */
        public static final long UNMADE = 0;
    }

    /**
     * Reads UdpExists.
     *
     * @param datagram with this template id
     * @return which link; null if it cannot be read
     */
    public static @Nullable Exists exists(Datagram datagram) {
        if (!datagram.holds(UdpExistsDecoder.BLOCK_LENGTH, 0)) {
            return null;
        }
        UdpExistsDecoder decoder = new UdpExistsDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        return new Exists(decoder.adapterId(), decoder.proof());
    }

    /**
     * Reads UdpRefused.
     *
     * @param datagram with this template id
     * @return the refusal; null if it cannot be read
     */
    public static @Nullable Refusal refused(Datagram datagram) {
        if (!datagram.holds(UdpRefusedDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        UdpRefusedDecoder decoder = new UdpRefusedDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        boolean isForNow = decoder.isForNow() != 0;
        return new Refusal(status(decoder.status()), Arguments.printable(decoder.reason()), isForNow);
    }

    private static NdStatus status(int value) {
        try {
            NdStatus status = NdStatus.ofValue(value);
            return status.isFailure() ? status : NdStatus.CONNECTION_REFUSED;
        } catch (IllegalArgumentException e) {
            return NdStatus.CONNECTION_REFUSED;
        }
    }
}
