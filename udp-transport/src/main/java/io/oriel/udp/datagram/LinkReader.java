// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.UdpAliveDecoder;
import io.oriel.engine.protocol.UdpByeDecoder;
import io.oriel.engine.protocol.UdpControlDecoder;
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
    private static final int GREETING_LENGTH = 2 * Integer.BYTES + 2 * Long.BYTES;
    private static final int MIN_TERM_LENGTH = 64 * 1024;
    private static final int MAX_TERM_LENGTH = 64 * 1024 * 1024;
    private static final int MIN_MTU_LENGTH = 1024;
    private static final int MAX_MTU_LENGTH = 65504;
    private static final int MAX_PORT = 65535;

    private LinkReader() {}

    /**
     * Why a link was refused.
     *
     * @param status what ND answers
     * @param reason one sentence
     */
    public record Refusal(NdStatus status, String reason) {
        /**
         * Says why an attempt failed here.
         *
         * @param failure whose message begins with its status, or anything else
         * @return status and reason apart
         */
        public static Refusal of(Throwable failure) {
            return failure instanceof NdException known
                    ? of(known)
                    : new Refusal(
                            failure instanceof OutOfMemoryError
                                    ? NdStatus.INSUFFICIENT_RESOURCES
                                    : NdStatus.INTERNAL_ERROR,
                            "the link could not be made: " + failure);
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
            case UdpExistsDecoder.TEMPLATE_ID, UdpRefusedDecoder.TEMPLATE_ID -> firstField(datagram);
            default -> OptionalLong.empty();
        };
    }

    // A reader of the schema's own would do the same for each of them.
    private static OptionalLong firstField(Datagram datagram) {
        return datagram.holds(UdpReadyDecoder.BLOCK_LENGTH, 0)
                ? OptionalLong.of(new UdpReadyDecoder()
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
     */
    public record Greeting(int protocolVersion, int layoutVersion, long key) {}

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
        return new Greeting(decoder.protocolVersion(), decoder.layoutVersion(), decoder.key());
    }

    /**
     * Reads UdpHello.
     *
     * @param datagram with this template id
     * @return what the dialler says; null if it cannot be read
     */
    public static @Nullable LinkOffer hello(Datagram datagram) {
        if (!datagram.holds(UdpHelloDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        UdpHelloDecoder decoder = new UdpHelloDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        LinkOffer.Stream stream = new LinkOffer.Stream(
                decoder.sessionId(), decoder.firstSequence(), decoder.termLength(), decoder.mtuLength());
        byte[] ip = new byte[decoder.addressLength()];
        int ports = decoder.getAddress(ip, 0, ip.length);
        assert ports == ip.length;
        Sender sender =
                new Sender(decoder.protocolVersion(), decoder.layoutVersion(), decoder.adapterId(), decoder.key());
        return offer(sender, stream, ip, decoder.controlPort(), decoder.dataPort());
    }

    /**
     * Reads UdpWelcome.
     *
     * @param datagram with this template id
     * @return what the listener says; null if it cannot be read
     */
    public static @Nullable LinkOffer welcome(Datagram datagram) {
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
        Sender sender =
                new Sender(decoder.protocolVersion(), decoder.layoutVersion(), decoder.adapterId(), decoder.key());
        return offer(sender, stream, ip, decoder.controlPort(), decoder.dataPort());
    }

    private record Sender(int protocolVersion, int layoutVersion, long adapterId, long key) {}

    private static @Nullable LinkOffer offer(
            Sender sender, LinkOffer.Stream stream, byte[] ip, int controlPort, int dataPort) {
        try {
            InetAddress address = InetAddress.getByAddress(ip);
            LinkOffer offer = new LinkOffer(
                    sender.protocolVersion(),
                    sender.layoutVersion(),
                    sender.adapterId(),
                    sender.key(),
                    stream,
                    new InetSocketAddress(address, controlPort),
                    new InetSocketAddress(address, dataPort));
            boolean isUsable = isPort(controlPort)
                    && isPort(dataPort)
                    && !address.isAnyLocalAddress()
                    && !address.isMulticastAddress()
                    && isStream(stream);
            return isUsable ? offer : null;
        } catch (UnknownHostException | IllegalArgumentException e) {
            return null; // not 4 or 16 bytes, or no port
        }
    }

    private static boolean isPort(int port) {
        return port > 0 && port <= MAX_PORT;
    }

    private static boolean isStream(LinkOffer.Stream stream) {
        int term = stream.termLength();
        int mtu = stream.mtuLength();
        return term >= MIN_TERM_LENGTH
                && term <= MAX_TERM_LENGTH
                && Integer.bitCount(term) == 1
                && mtu >= MIN_MTU_LENGTH
                && mtu <= Math.min(MAX_MTU_LENGTH, term / 8);
    }

    /**
     * Reads UdpExists.
     *
     * @param datagram with this template id
     * @return the listener's adapter id; empty if it cannot be read
     */
    public static OptionalLong exists(Datagram datagram) {
        return datagram.holds(UdpExistsDecoder.BLOCK_LENGTH, 0)
                ? OptionalLong.of(new UdpExistsDecoder()
                        .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version())
                        .adapterId())
                : OptionalLong.empty();
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
        return new Refusal(status(decoder.status()), decoder.reason());
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
