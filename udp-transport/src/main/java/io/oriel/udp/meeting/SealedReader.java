// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.engine.protocol.UdpKnockDecoder;
import io.oriel.engine.protocol.UdpSealedAnswerDecoder;
import io.oriel.engine.protocol.UdpSealedHelloDecoder;
import io.oriel.engine.protocol.UdpSealedWelcomeDecoder;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the datagrams of a handshake. One that is too short is read as nothing. */
final class SealedReader {
    private SealedReader() {}

    /** What a dialler says first. */
    record Knock(int sealVersion, long key) {}

    /** What a dialler says then. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Hello(int sealVersion, long key, long cookie, String keyId, byte[] message) {}

    /** What is answered. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(long dialKey, byte[] message) {}

    /** Returns null as well if it is shorter than what it may be answered with. */
    static @Nullable Knock knock(Datagram datagram) {
        if (datagram.templateId() != UdpKnockDecoder.TEMPLATE_ID
                || !datagram.holds(UdpKnockDecoder.BLOCK_LENGTH, 1)
                || datagram.length() < DatagramLayout.HELLO_LENGTH - DatagramLayout.BODY_OFFSET) {
            return null;
        }
        UdpKnockDecoder decoder = new UdpKnockDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        return new Knock(decoder.sealVersion(), decoder.key());
    }

    /** Returns null as well if it is shorter than what it may be answered with. */
    static @Nullable Hello hello(Datagram datagram) {
        if (datagram.templateId() != UdpSealedHelloDecoder.TEMPLATE_ID
                || !datagram.holds(UdpSealedHelloDecoder.BLOCK_LENGTH, 2)
                || datagram.length() < DatagramLayout.HELLO_LENGTH - DatagramLayout.BODY_OFFSET) {
            return null;
        }
        UdpSealedHelloDecoder decoder = new UdpSealedHelloDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        byte[] keyId = new byte[decoder.keyIdLength()];
        int count = decoder.getKeyId(keyId, 0, keyId.length);
        byte[] message = new byte[decoder.messageLength()];
        int length = decoder.getMessage(message, 0, message.length);
        assert count == keyId.length && length == message.length;
        String id = new String(keyId, StandardCharsets.US_ASCII);
        return new Hello(decoder.sealVersion(), decoder.key(), decoder.cookie(), id, message);
    }

    static @Nullable Answer welcome(Datagram datagram) {
        if (datagram.templateId() != UdpSealedWelcomeDecoder.TEMPLATE_ID
                || !datagram.holds(UdpSealedWelcomeDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        UdpSealedWelcomeDecoder decoder = new UdpSealedWelcomeDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        byte[] message = new byte[decoder.messageLength()];
        int length = decoder.getMessage(message, 0, message.length);
        assert length == message.length;
        return new Answer(decoder.dialKey(), message);
    }

    static @Nullable Answer answer(Datagram datagram) {
        if (datagram.templateId() != UdpSealedAnswerDecoder.TEMPLATE_ID
                || !datagram.holds(UdpSealedAnswerDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        UdpSealedAnswerDecoder decoder = new UdpSealedAnswerDecoder()
                .wrap(datagram.buffer(), datagram.offset(), datagram.blockLength(), datagram.version());
        byte[] message = new byte[decoder.messageLength()];
        int length = decoder.getMessage(message, 0, message.length);
        assert length == message.length;
        return new Answer(decoder.dialKey(), message);
    }
}
