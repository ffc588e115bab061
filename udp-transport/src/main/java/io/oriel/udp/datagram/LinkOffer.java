// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.engine.protocol.UdpHelloDecoder;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * What one side of a future link says about itself.
 *
 * @param protocolVersion of the messages
 * @param layoutVersion   of datagrams and frames
 * @param adapterId       random
 * @param key             which datagrams to it carry
 * @param stream          that its frames come by
 * @param control         where it takes datagrams
 * @param data            where it takes frames
 * @param deadPeerMs      milliseconds after which it takes a peer that is not heard for dead
 */
public record LinkOffer(
        int protocolVersion,
        int layoutVersion,
        long adapterId,
        long key,
        Stream stream,
        InetSocketAddress control,
        InetSocketAddress data,
        int deadPeerMs) {
    /** The version of the messages that this code speaks. */
    public static final int PROTOCOL_VERSION = UdpHelloDecoder.SCHEMA_VERSION;
    /** The version of what is around messages and frames. */
    public static final int LAYOUT_VERSION = 3;

    private static final int MIN_TERM_LENGTH = 64 * 1024;
    private static final int MAX_TERM_LENGTH = 64 * 1024 * 1024;
    private static final int MTUS_IN_TERM = 8;
    private static final int MIN_DEAD_PEER_MS = 100;
    private static final int MAX_DEAD_PEER_MS = 3_600_000;

    /**
     * A stream of frames from one side to the other.
     *
     * @param sessionId     of the publication, which the listener has chosen; anything before
     * @param firstSequence of the frames, random
     * @param termLength    of the log
     * @param mtuLength     of the datagrams
     */
    public record Stream(int sessionId, long firstSequence, int termLength, int mtuLength) {
        /** The least bytes of the longest datagram. */
        public static final int MIN_MTU_LENGTH = 1024;
        /** The most bytes of the longest datagram. */
        public static final int MAX_MTU_LENGTH = 65504;

        /**
         * Returns the stream with the session that the listener has chosen.
         *
         * @param chosen session
         * @return another one
         */
        public Stream withSession(int chosen) {
            return new Stream(chosen, firstSequence, termLength, mtuLength);
        }

        /**
         * Returns the stream with another number of its first term.
         *
         * @param initialTermId of Aeron's
         * @return another one
         */
        public Stream withInitialTermId(int initialTermId) {
            long sequence = (long) initialTermId << Integer.SIZE | Integer.toUnsignedLong((int) firstSequence);
            return new Stream(sessionId, sequence, termLength, mtuLength);
        }

        /**
         * Returns the stream with a log no larger than the other side's: nobody chooses how much memory another takes.
         *
         * @param otherTermLength of the other side's log
         * @return another one, or the same again
         */
        public Stream within(int otherTermLength) {
            int term = Math.min(termLength, otherTermLength);
            return new Stream(sessionId, firstSequence, term, Math.min(mtuLength, term / MTUS_IN_TERM));
        }

        /**
         * Returns Aeron's number of the first term, which a stranger would have to know to begin or to end the stream.
         *
         * @return random, as the first sequence is
         */
        public int initialTermId() {
            return (int) (firstSequence >>> Integer.SIZE);
        }

        /** Tells whether datagrams fit into the log. */
        boolean isSound() {
            return termLength >= MIN_TERM_LENGTH
                    && termLength <= MAX_TERM_LENGTH
                    && Integer.bitCount(termLength) == 1
                    && mtuLength >= MIN_MTU_LENGTH
                    && mtuLength <= Math.min(MAX_MTU_LENGTH, termLength / MTUS_IN_TERM);
        }
    }

    /**
     * Returns the offer with another stream.
     *
     * @param changed stream
     * @return another one
     */
    public LinkOffer withStream(Stream changed) {
        return new LinkOffer(protocolVersion, layoutVersion, adapterId, key, changed, control, data, deadPeerMs);
    }

    /**
     * Returns the offer with addresses that are used on the link of a host: one of IPv6 that is good on one link alone is
     * written without it.
     *
     * @param host from which the offer came
     * @return another one, or the same again
     */
    public LinkOffer onLinkOf(InetAddress host) {
        boolean needsLink = control.getAddress().isLinkLocalAddress() && host instanceof Inet6Address;
        if (!needsLink || !(control.getAddress() instanceof Inet6Address)) {
            return this;
        }
        try {
            int link = ((Inet6Address) host).getScopeId();
            InetAddress address =
                    Inet6Address.getByAddress(null, control.getAddress().getAddress(), link);
            return new LinkOffer(
                    protocolVersion,
                    layoutVersion,
                    adapterId,
                    key,
                    stream,
                    new InetSocketAddress(address, control.getPort()),
                    new InetSocketAddress(address, data.getPort()),
                    deadPeerMs);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of IPv6 has another length", e);
        }
    }

    /** Tells whether the other side may be asked to be heard so often. */
    boolean isPatient() {
        return deadPeerMs >= MIN_DEAD_PEER_MS && deadPeerMs <= MAX_DEAD_PEER_MS;
    }

    /**
     * Tells whether the offer came with a key from a host.
     *
     * @param otherKey any
     * @param host     from which a datagram came
     * @return true if both are the offer's
     */
    public boolean isOf(long otherKey, InetAddress host) {
        return key == otherKey && control.getAddress().equals(host);
    }

    /**
     * Says in which versions two sides differ.
     *
     * @param peer            what the other side is
     * @param self            what this side is
     * @param protocolVersion the other side's
     * @param layoutVersion   the other side's
     * @return one sentence; empty if there is no difference
     */
    public static String versionMismatch(String peer, String self, int protocolVersion, int layoutVersion) {
        if (protocolVersion == PROTOCOL_VERSION && layoutVersion == LAYOUT_VERSION) {
            return "";
        }
        return peer + " speaks protocol version " + protocolVersion + " with layout version " + layoutVersion + ", "
                + self + " protocol version " + PROTOCOL_VERSION + " with layout version " + LAYOUT_VERSION
                + "; run the same version of Oriel on both sides";
    }
}
