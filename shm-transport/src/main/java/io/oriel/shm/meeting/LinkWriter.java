// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.LinkByeEncoder;
import io.oriel.engine.protocol.LinkExistsEncoder;
import io.oriel.engine.protocol.LinkHelloEncoder;
import io.oriel.engine.protocol.LinkNextLogEncoder;
import io.oriel.engine.protocol.LinkNextLogJoinedEncoder;
import io.oriel.engine.protocol.LinkNextLogTakenEncoder;
import io.oriel.engine.protocol.LinkReadyEncoder;
import io.oriel.engine.protocol.LinkRefusedEncoder;
import io.oriel.engine.protocol.LinkWelcomeEncoder;
import io.oriel.engine.protocol.MessageHeaderEncoder;
import io.oriel.shm.memory.WordsLayout;
import org.agrona.ExpandableArrayBuffer;

/** Sends the messages that make and end a link. */
public final class LinkWriter {
    private static final int MAX_REASON_LENGTH = 1000;

    private LinkWriter() {}

    /**
     * Sends the dialler's first message.
     *
     * @param socket to the listener
     * @param offer  of the dialler
     */
    public static void sendHello(MessageSocket socket, LinkOffer offer) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkHelloEncoder encoder = new LinkHelloEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(offer.protocolVersion())
                .layoutVersion(offer.layoutVersion())
                .adapterId(offer.adapterId())
                .sessionId(offer.sessionId())
                .termLength(offer.termLength())
                .directAccess(directAccess(offer))
                .driver(offer.driver())
                .process(offer.process())
                .words(offer.words())
                .file(offer.file());
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Answers a hello with the link's other direction.
     *
     * @param socket to the dialler
     * @param offer  of the listener
     */
    public static void sendWelcome(MessageSocket socket, LinkOffer offer) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkWelcomeEncoder encoder = new LinkWelcomeEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(offer.protocolVersion())
                .layoutVersion(offer.layoutVersion())
                .adapterId(offer.adapterId())
                .linkId(offer.linkId())
                .sessionId(offer.sessionId())
                .termLength(offer.termLength())
                .directAccess(directAccess(offer))
                .clientId(offer.clientId())
                .logPosition(offer.log().position())
                .driver(offer.driver())
                .process(offer.process())
                .words(offer.words())
                .file(offer.file())
                .log(offer.log().name());
        socket.send(buffer, 0, encoder.limit());
    }

    private static short directAccess(LinkOffer offer) {
        return (short) (offer.directAccess() ? 1 : 0);
    }

    /**
     * Answers a hello with the link that there is already.
     *
     * @param socket    to the dialler
     * @param adapterId the listener's
     */
    public static void sendExists(MessageSocket socket, long adapterId) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkExistsEncoder encoder = new LinkExistsEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .adapterId(adapterId);
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Answers a hello with a refusal.
     *
     * @param socket to the dialler
     * @param status what ND answers
     * @param reason one sentence
     */
    public static void sendRefused(MessageSocket socket, NdStatus status, String reason) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkRefusedEncoder encoder = new LinkRefusedEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(LinkOffer.PROTOCOL_VERSION)
                .layoutVersion(WordsLayout.VERSION)
                .status(status.value())
                .reason(reason.substring(0, Math.min(reason.length(), MAX_REASON_LENGTH)));
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Sends the dialler's last message.
     *
     * @param socket to the listener
     * @param ready  of the dialler
     */
    public static void sendReady(MessageSocket socket, LinkReader.Ready ready) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkReadyEncoder encoder = new LinkReadyEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .linkId(ready.linkId())
                .clientId(ready.clientId())
                .logPosition(ready.log().position())
                .log(ready.log().name());
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Asks the peer to join, or to map, the log in which this side will go on.
     *
     * @param socket to the peer
     * @param next   the log
     */
    public static void sendNextLog(MessageSocket socket, LinkReader.NextLog next) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkNextLogEncoder encoder = new LinkNextLogEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .sessionId(next.sessionId())
                .logPosition(next.log().position())
                .log(next.log().name());
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Says that the peer's next log was joined.
     *
     * @param socket to the peer
     */
    public static void sendNextLogJoined(MessageSocket socket) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkNextLogJoinedEncoder encoder =
                new LinkNextLogJoinedEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Says that all of the peer's former log was read.
     *
     * @param socket to the peer
     */
    public static void sendNextLogTaken(MessageSocket socket) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkNextLogTakenEncoder encoder =
                new LinkNextLogTakenEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Says that this side closes the link in good order.
     *
     * @param socket to the peer
     */
    public static void sendBye(MessageSocket socket) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        LinkByeEncoder encoder = new LinkByeEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        socket.send(buffer, 0, encoder.limit());
    }
}
