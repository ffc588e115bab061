// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.protocol.LinkExistsDecoder;
import io.oriel.engine.protocol.LinkHelloDecoder;
import io.oriel.engine.protocol.LinkNextLogDecoder;
import io.oriel.engine.protocol.LinkReadyDecoder;
import io.oriel.engine.protocol.LinkRefusedDecoder;
import io.oriel.engine.protocol.LinkWelcomeDecoder;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;

/** Reads the messages that make a link. A message that is too short, or holds nonsense, is read as nothing. */
public final class LinkReader {
    private static final int VERSIONS_LENGTH = 2 * Integer.BYTES;
    private static final int HELLO_TEXTS = 4;
    private static final int MIN_TERM_LENGTH = 64 * 1024; // of Aeron
    private static final int WELCOME_TEXTS = 5;

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
         * @param failure whose message begins with its status
         * @return status and reason apart
         */
        public static Refusal of(NdException failure) {
            String message = String.valueOf(failure.getMessage());
            String prefix = failure.status() + ": ";
            return new Refusal(
                    failure.status(), message.startsWith(prefix) ? message.substring(prefix.length()) : message);
        }

        /**
         * Says why an attempt failed here.
         *
         * @param failure   anything
         * @param otherwise status of a failure that has none
         * @param what      failed, in words
         * @return status and reason apart
         */
        public static Refusal of(Throwable failure, NdStatus otherwise, String what) {
            if (failure instanceof NdException known) {
                return of(known);
            }
            SystemFailure cause = SystemFailure.of(failure);
            boolean isShort = cause.isShortage() || failure instanceof RejectedExecutionException;
            NdStatus ofError = failure instanceof Error ? NdStatus.INTERNAL_ERROR : otherwise;
            return new Refusal(isShort ? NdStatus.INSUFFICIENT_RESOURCES : ofError, what + ": " + cause.reason());
        }
    }

    /**
     * Says in which versions the sender of a LinkHello or LinkWelcome differs from us. Every version of these messages
     * begins with the versions.
     *
     * @param message LinkHello or LinkWelcome
     * @param peer    what the sender is
     * @param self    what this side is
     * @return one sentence; empty if there is no difference; null if the message is too short
     */
    public static @Nullable String versionMismatch(Message message, String peer, String self) {
        if (message.length() < VERSIONS_LENGTH) {
            return null;
        }
        LinkHelloDecoder decoder =
                new LinkHelloDecoder().wrap(message.buffer(), message.offset(), VERSIONS_LENGTH, message.version());
        return LinkOffer.versionMismatch(peer, self, decoder.protocolVersion(), decoder.layoutVersion());
    }

    /**
     * Reads LinkHello.
     *
     * @param message with this template id
     * @return what the dialler says; null if it cannot be read
     */
    public static @Nullable LinkOffer hello(Message message) {
        if (!message.holds(LinkHelloDecoder.BLOCK_LENGTH, HELLO_TEXTS)) {
            return null;
        }
        LinkHelloDecoder decoder = new LinkHelloDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version());
        LinkOffer offer = new LinkOffer(
                decoder.protocolVersion(),
                decoder.layoutVersion(),
                decoder.adapterId(),
                LinkIds.NONE,
                decoder.sessionId(),
                decoder.termLength(),
                decoder.directAccess() != 0,
                LinkOffer.NO_CLIENT,
                decoder.driver(),
                decoder.process(),
                decoder.words(),
                decoder.file(),
                LogPlace.NONE);
        return hasTerms(offer) ? offer : null;
    }

    /**
     * Reads LinkWelcome.
     *
     * @param message with this template id
     * @return what the listener says; null if it cannot be read
     */
    public static @Nullable LinkOffer welcome(Message message) {
        if (!message.holds(LinkWelcomeDecoder.BLOCK_LENGTH, WELCOME_TEXTS)) {
            return null;
        }
        LinkWelcomeDecoder decoder = new LinkWelcomeDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version());
        LinkOffer offer = new LinkOffer(
                decoder.protocolVersion(),
                decoder.layoutVersion(),
                decoder.adapterId(),
                decoder.linkId(),
                decoder.sessionId(),
                decoder.termLength(),
                decoder.directAccess() != 0,
                decoder.clientId(),
                decoder.driver(),
                decoder.process(),
                decoder.words(),
                decoder.file(),
                new LogPlace(decoder.log(), decoder.logPosition()));
        return offer.linkId() == LinkIds.NONE || !hasTerms(offer) ? null : offer;
    }

    /** Tells whether the sender's logs can have terms of the length that it says. */
    private static boolean hasTerms(LinkOffer offer) {
        return offer.termLength() >= MIN_TERM_LENGTH && BitUtil.isPowerOfTwo(offer.termLength());
    }

    /**
     * Reads LinkExists.
     *
     * @param message with this template id
     * @return the listener's adapter id; empty if it cannot be read
     */
    public static OptionalLong exists(Message message) {
        if (!message.holds(LinkExistsDecoder.BLOCK_LENGTH, 0)) {
            return OptionalLong.empty();
        }
        LinkExistsDecoder decoder = new LinkExistsDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version());
        return OptionalLong.of(decoder.adapterId());
    }

    /**
     * The dialler's end of a link.
     *
     * @param linkId   by which it knows the link
     * @param clientId its client of the listener's media driver, or {@link LinkOffer#NO_CLIENT}
     * @param log      where its log is
     */
    public record Ready(long linkId, long clientId, LogPlace log) {}

    /**
     * Reads LinkReady.
     *
     * @param message with this template id
     * @return what the dialler says; null if it cannot be read
     */
    public static @Nullable Ready ready(Message message) {
        if (!message.holds(LinkReadyDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        LinkReadyDecoder decoder = new LinkReadyDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version());
        long id = decoder.linkId();
        return id == LinkIds.NONE
                ? null
                : new Ready(id, decoder.clientId(), new LogPlace(decoder.log(), decoder.logPosition()));
    }

    /**
     * A log in which the peer will go on.
     *
     * @param sessionId of the log
     * @param log       where it is
     */
    public record NextLog(int sessionId, LogPlace log) {}

    /**
     * Reads LinkNextLog.
     *
     * @param message with this template id
     * @return the log; null if it cannot be read
     */
    public static @Nullable NextLog nextLog(Message message) {
        if (!message.holds(LinkNextLogDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        LinkNextLogDecoder decoder = new LinkNextLogDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version());
        return new NextLog(decoder.sessionId(), new LogPlace(decoder.log(), decoder.logPosition()));
    }

    /**
     * Reads LinkRefused.
     *
     * @param message with this template id
     * @return the refusal; null if it cannot be read
     */
    public static @Nullable Refusal refused(Message message) {
        if (!message.holds(LinkRefusedDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        LinkRefusedDecoder decoder = new LinkRefusedDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version());
        return new Refusal(status(decoder.status()), Arguments.printable(decoder.reason()));
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
