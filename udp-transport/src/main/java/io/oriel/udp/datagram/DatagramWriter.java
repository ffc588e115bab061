// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.engine.protocol.MessageHeaderEncoder;
import io.oriel.engine.protocol.UdpAliveEncoder;
import io.oriel.engine.protocol.UdpByeEncoder;
import io.oriel.engine.protocol.UdpControlEncoder;
import io.oriel.engine.protocol.UdpCookieEncoder;
import io.oriel.engine.protocol.UdpExistsEncoder;
import io.oriel.engine.protocol.UdpHelloEncoder;
import io.oriel.engine.protocol.UdpKnockEncoder;
import io.oriel.engine.protocol.UdpReadyEncoder;
import io.oriel.engine.protocol.UdpRefusedEncoder;
import io.oriel.engine.protocol.UdpResetEncoder;
import io.oriel.engine.protocol.UdpSealedAnswerEncoder;
import io.oriel.engine.protocol.UdpSealedHelloEncoder;
import io.oriel.engine.protocol.UdpSealedWelcomeEncoder;
import io.oriel.engine.protocol.UdpWelcomeEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes datagrams, one at a time. */
public final class DatagramWriter {
    private final ByteBuffer bytes;
    private final UnsafeBuffer buffer;
    private final CRC32C crc = new CRC32C();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();

    /** Makes room for one. */
    public DatagramWriter() {
        this(DatagramLayout.MAX_LENGTH);
    }

    /**
     * Makes room for one that is longer than others.
     *
     * @param maxLength bytes
     */
    public DatagramWriter(int maxLength) {
        bytes = ByteBuffer.allocateDirect(Math.max(maxLength, DatagramLayout.MAX_LENGTH));
        buffer = new UnsafeBuffer(bytes);
    }

    /**
     * Writes a dialler's first datagram.
     *
     * @param hello of the dialler
     * @return valid until the next one is written
     */
    public ByteBuffer hello(LinkReader.Hello hello) {
        LinkOffer offer = hello.offer();
        byte[] ip = offer.control().getAddress().getAddress();
        byte[] listener = hello.listener().getAddress();
        UdpHelloEncoder encoder = new UdpHelloEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .protocolVersion(offer.protocolVersion())
                .layoutVersion(offer.layoutVersion())
                .adapterId(offer.adapterId())
                .key(offer.key())
                .firstSequence(offer.stream().firstSequence())
                .cookie(hello.cookie())
                .termLength(offer.stream().termLength())
                .mtuLength(offer.stream().mtuLength())
                .controlPort(offer.control().getPort())
                .dataPort(offer.data().getPort())
                .deadPeerMs(offer.deadPeerMs())
                .isLeading(hello.isLeading() ? 1 : 0)
                .putAddress(ip, 0, ip.length)
                .putListener(listener, 0, listener.length);
        int left = DatagramLayout.HELLO_LENGTH - encoder.limit() - UdpHelloEncoder.paddingHeaderLength();
        return seal(encoder.putPadding(new byte[left], 0, left).limit());
    }

    /**
     * Writes the answer to a hello without a cookie.
     *
     * @param dialKey the hello's key
     * @param cookie  with which it is to be said again
     * @return valid until the next one is written
     */
    public ByteBuffer cookie(long dialKey, long cookie) {
        UdpCookieEncoder encoder = new UdpCookieEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .dialKey(dialKey)
                .cookie(cookie);
        return seal(encoder.limit());
    }

    /**
     * Writes the answer that makes a link.
     *
     * @param welcome of the listener
     * @param dialKey the hello's key
     * @return valid until the next one is written
     */
    public ByteBuffer welcome(LinkReader.Welcome welcome, long dialKey) {
        LinkOffer offer = welcome.offer();
        byte[] ip = offer.control().getAddress().getAddress();
        UdpWelcomeEncoder encoder = new UdpWelcomeEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .protocolVersion(offer.protocolVersion())
                .layoutVersion(offer.layoutVersion())
                .adapterId(offer.adapterId())
                .key(offer.key())
                .firstSequence(offer.stream().firstSequence())
                .sessionId(offer.stream().sessionId())
                .termLength(offer.stream().termLength())
                .mtuLength(offer.stream().mtuLength())
                .controlPort(offer.control().getPort())
                .dataPort(offer.data().getPort())
                .dialKey(dialKey)
                .dialSessionId(welcome.dialSessionId())
                .deadPeerMs(offer.deadPeerMs())
                .putAddress(ip, 0, ip.length);
        return seal(encoder.limit());
    }

    /**
     * Writes the answer that names a link that exists.
     *
     * @param dialKey the hello's key
     * @param exists  which link
     * @return valid until the next one is written
     */
    public ByteBuffer exists(long dialKey, LinkReader.Exists exists) {
        UdpExistsEncoder encoder = new UdpExistsEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .dialKey(dialKey)
                .adapterId(exists.adapterId())
                .proof(exists.proof());
        return seal(encoder.limit());
    }

    /**
     * Writes a refusal.
     *
     * @param dialKey   the hello's key
     * @param refusal   why; told as far as there is room
     * @param maxLength bytes of the answer: those of the hello
     * @return valid until the next one is written
     */
    public ByteBuffer refused(long dialKey, LinkReader.Refusal refusal, int maxLength) {
        UdpRefusedEncoder encoder = new UdpRefusedEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .dialKey(dialKey)
                .status(refusal.status().value())
                .isForNow(refusal.isForNow() ? 1 : 0);
        int room = Math.min(maxLength, DatagramLayout.HELLO_LENGTH)
                - encoder.limit()
                - UdpRefusedEncoder.reasonHeaderLength();
        byte[] reason = refusal.reason().getBytes(StandardCharsets.UTF_8);
        int length = Math.max(0, Math.min(reason.length, room));
        return seal(encoder.putReason(reason, 0, length).limit());
    }

    /**
     * Writes that frames are taken, in a datagram of some length.
     *
     * @param key     the receiver's
     * @param arrived bytes of the longest one of the receiver's that has come
     * @param length  bytes that it is to have, or as few as it needs if that is less
     * @return valid until the next one is written
     */
    public ByteBuffer ready(long key, int arrived, int length) {
        UdpReadyEncoder encoder = new UdpReadyEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .key(key)
                .arrived(arrived);
        int end = Math.max(encoder.limit(), length);
        buffer.setMemory(encoder.limit(), end - encoder.limit(), (byte) 0);
        return seal(end);
    }

    /**
     * Writes a message of the engine.
     *
     * @param key      the receiver's
     * @param sequence of the message
     * @param received of the other direction
     * @param message  of the engine
     * @return valid until the next one is written
     */
    public ByteBuffer control(long key, long sequence, long received, byte[] message) {
        int offset = new UdpControlEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .key(key)
                .sequence(sequence)
                .received(received)
                .limit();
        buffer.putBytes(offset, message);
        return seal(offset + message.length);
    }

    /**
     * Writes that the sender closes the link.
     *
     * @param key      the receiver's
     * @param sequence of the message
     * @param received of the other direction
     * @param bye      what the sender has done
     * @return valid until the next one is written
     */
    public ByteBuffer bye(long key, long sequence, long received, Bye bye) {
        return seal(new UdpByeEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .key(key)
                .sequence(sequence)
                .received(received)
                .frames(bye.frames())
                .acknowledgement(bye.acknowledgement())
                .limit());
    }

    /**
     * Writes that the sender lives.
     *
     * @param key      the receiver's
     * @param received of the other direction
     * @return valid until the next one is written
     */
    public ByteBuffer alive(long key, long received) {
        return seal(new UdpAliveEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .key(key)
                .received(received)
                .limit());
    }

    /**
     * Writes that the sender does not know a key.
     *
     * @param key that came
     * @return valid until the next one is written
     */
    public ByteBuffer reset(long key) {
        return seal(new UdpResetEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .key(key)
                .limit());
    }

    /**
     * Writes the first datagram of a dialler whose datagrams are sealed.
     *
     * @param sealVersion of the sealing
     * @param key         of the hello that is to follow
     * @return valid until the next one is written
     */
    public ByteBuffer knock(int sealVersion, long key) {
        UdpKnockEncoder encoder = new UdpKnockEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .sealVersion(sealVersion)
                .key(key);
        int left = DatagramLayout.HELLO_LENGTH - encoder.limit() - UdpKnockEncoder.paddingHeaderLength();
        return seal(encoder.putPadding(new byte[left], 0, left).limit());
    }

    /**
     * Writes a hello that is sealed.
     *
     * @param sealVersion of the sealing
     * @param key         of the hello
     * @param cookie      that was given
     * @param keyId       of the pre-shared key
     * @param message     of the handshake
     * @return valid until the next one is written
     */
    public ByteBuffer sealedHello(int sealVersion, long key, long cookie, String keyId, byte[] message) {
        byte[] id = keyId.getBytes(StandardCharsets.US_ASCII);
        return seal(new UdpSealedHelloEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .sealVersion(sealVersion)
                .key(key)
                .cookie(cookie)
                .putKeyId(id, 0, id.length)
                .putMessage(message, 0, message.length)
                .limit());
    }

    /**
     * Writes a welcome that is sealed.
     *
     * @param dialKey the hello's key
     * @param message of the handshake
     * @return valid until the next one is written
     */
    public ByteBuffer sealedWelcome(long dialKey, byte[] message) {
        return seal(new UdpSealedWelcomeEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .dialKey(dialKey)
                .putMessage(message, 0, message.length)
                .limit());
    }

    /**
     * Writes another answer to a sealed hello, or the dialler's word that it has given up.
     *
     * @param dialKey the hello's key
     * @param message sealed
     * @return valid until the next one is written
     */
    public ByteBuffer sealedAnswer(long dialKey, byte[] message) {
        return seal(new UdpSealedAnswerEncoder()
                .wrapAndApplyHeader(buffer, DatagramLayout.HEADER_OFFSET, header)
                .dialKey(dialKey)
                .putMessage(message, 0, message.length)
                .limit());
    }

    private ByteBuffer seal(int limit) {
        buffer.putInt(DatagramLayout.MAGIC_OFFSET, DatagramLayout.MAGIC, ByteOrder.LITTLE_ENDIAN);
        bytes.limit(limit).position(DatagramLayout.MAGIC_OFFSET);
        crc.reset();
        crc.update(bytes);
        buffer.putInt(DatagramLayout.CRC_OFFSET, (int) crc.getValue(), ByteOrder.LITTLE_ENDIAN);
        return bytes.position(0);
    }
}
