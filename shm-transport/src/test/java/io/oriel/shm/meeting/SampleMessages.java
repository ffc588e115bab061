// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.LinkByeEncoder;
import io.oriel.engine.protocol.LinkControlEncoder;
import io.oriel.engine.protocol.LinkExistsEncoder;
import io.oriel.engine.protocol.LinkHelloEncoder;
import io.oriel.engine.protocol.LinkNextLogEncoder;
import io.oriel.engine.protocol.LinkReadyEncoder;
import io.oriel.engine.protocol.LinkRefusedEncoder;
import io.oriel.engine.protocol.LinkWelcomeEncoder;
import io.oriel.engine.protocol.MessageHeaderEncoder;
import java.util.List;

/** One of each message that makes or ends a link. */
public final class SampleMessages {
    private SampleMessages() {}

    public static byte[] hello(LinkOffer offer) {
        return RawPeer.encode(buffer -> new LinkHelloEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(offer.protocolVersion())
                .layoutVersion(offer.layoutVersion())
                .adapterId(offer.adapterId())
                .sessionId(offer.sessionId())
                .termLength(offer.termLength())
                .directAccess((short) (offer.directAccess() ? 1 : 0))
                .driver(offer.driver())
                .process(offer.process())
                .words(offer.words())
                .file(offer.file())
                .limit());
    }

    public static byte[] welcome(LinkOffer offer) {
        return RawPeer.encode(buffer -> new LinkWelcomeEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(offer.protocolVersion())
                .layoutVersion(offer.layoutVersion())
                .adapterId(offer.adapterId())
                .linkId(offer.linkId())
                .sessionId(offer.sessionId())
                .termLength(offer.termLength())
                .directAccess((short) (offer.directAccess() ? 1 : 0))
                .clientId(offer.clientId())
                .logPosition(offer.log().position())
                .driver(offer.driver())
                .process(offer.process())
                .words(offer.words())
                .file(offer.file())
                .log(offer.log().name())
                .limit());
    }

    public static byte[] exists(long adapterId) {
        return RawPeer.encode(buffer -> new LinkExistsEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .adapterId(adapterId)
                .limit());
    }

    public static byte[] refused(NdStatus status, String reason) {
        return RawPeer.encode(buffer -> new LinkRefusedEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(1)
                .layoutVersion(1)
                .status(status.value())
                .reason(reason)
                .limit());
    }

    public static byte[] ready(long linkId) {
        return RawPeer.encode(buffer -> new LinkReadyEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .linkId(linkId)
                .clientId(6)
                .logPosition(96)
                .log("g-0123456789abcdef")
                .limit());
    }

    public static byte[] nextLog(int sessionId) {
        return RawPeer.encode(buffer -> new LinkNextLogEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .sessionId(sessionId)
                .logPosition(128)
                .log("g-0123456789abcdef")
                .limit());
    }

    public static byte[] bye() {
        return RawPeer.encode(buffer -> new LinkByeEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .limit());
    }

    public static byte[] control(byte[] payload) {
        return RawPeer.encode(buffer -> {
            int limit = new LinkControlEncoder()
                    .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                    .limit();
            buffer.putBytes(limit, payload);
            return limit + payload.length;
        });
    }

    public static List<byte[]> all(LinkOffer offer) {
        return List.of(
                hello(offer),
                welcome(offer),
                exists(offer.adapterId()),
                refused(NdStatus.CONNECTION_REFUSED, "because"),
                ready(3),
                nextLog(4),
                bye(),
                control(new byte[] {1, 2, 3}));
    }
}
