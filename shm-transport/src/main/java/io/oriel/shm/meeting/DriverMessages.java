// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.engine.protocol.DriverClientDecoder;
import io.oriel.engine.protocol.DriverClientEncoder;
import io.oriel.engine.protocol.DriverJoinEncoder;
import io.oriel.engine.protocol.DriverKickEncoder;
import io.oriel.engine.protocol.DriverWelcomeDecoder;
import io.oriel.engine.protocol.DriverWelcomeEncoder;
import io.oriel.engine.protocol.MessageHeaderEncoder;
import io.oriel.shm.memory.WordsLayout;
import java.util.OptionalLong;
import org.agrona.ExpandableArrayBuffer;
import org.jspecify.annotations.Nullable;

/** What is said on the socket of a media driver's host. */
public final class DriverMessages {
    private DriverMessages() {}

    /**
     * Asks to join the driver.
     *
     * @param socket to the host
     */
    public static void sendJoin(MessageSocket socket) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        DriverJoinEncoder encoder = new DriverJoinEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(LinkOffer.PROTOCOL_VERSION)
                .layoutVersion(WordsLayout.VERSION);
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Lets a process join.
     *
     * @param socket to the process
     * @param driver the name of its directory
     */
    public static void sendWelcome(MessageSocket socket, String driver) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        DriverWelcomeEncoder encoder = new DriverWelcomeEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .protocolVersion(LinkOffer.PROTOCOL_VERSION)
                .layoutVersion(WordsLayout.VERSION)
                .driver(driver);
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Says which of the driver's clients this process is.
     *
     * @param socket   to the host
     * @param clientId given by Aeron
     */
    public static void sendClient(MessageSocket socket, long clientId) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        DriverClientEncoder encoder = new DriverClientEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .clientId(clientId);
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Says that this process has left the driver in good order: nothing of its client is to be cleared away.
     *
     * @param socket to the host
     */
    public static void sendNoClient(MessageSocket socket) {
        sendClient(socket, LinkOffer.NO_CLIENT);
    }

    /**
     * Has the driver look for work.
     *
     * @param socket to the host
     */
    public static void sendKick(MessageSocket socket) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        DriverKickEncoder encoder = new DriverKickEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        socket.send(buffer, 0, encoder.limit());
    }

    /**
     * Says how the host's version differs.
     *
     * @param message from the host
     * @return one sentence; empty if it does not differ; null if the message cannot be read
     */
    public static @Nullable String versionMismatch(Message message) {
        if (message.length() < 2 * Integer.BYTES) {
            return null;
        }
        DriverWelcomeDecoder decoder = new DriverWelcomeDecoder()
                .wrap(message.buffer(), message.offset(), 2 * Integer.BYTES, message.version());
        return LinkOffer.versionMismatch(
                "the media driver's host", "this process", decoder.protocolVersion(), decoder.layoutVersion());
    }

    /**
     * Reads a welcome.
     *
     * @param message with this template id
     * @return the name of the driver's directory; null if it cannot be read
     */
    public static @Nullable String welcome(Message message) {
        if (!message.holds(DriverWelcomeDecoder.BLOCK_LENGTH, 1)) {
            return null;
        }
        return new DriverWelcomeDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version())
                .driver();
    }

    /**
     * Reads which client a process is.
     *
     * @param message with this template id
     * @return Aeron's id; empty if it has left, or the message cannot be read
     */
    public static OptionalLong client(Message message) {
        if (!message.holds(DriverClientDecoder.BLOCK_LENGTH, 0)) {
            return OptionalLong.empty();
        }
        long clientId = new DriverClientDecoder()
                .wrap(message.buffer(), message.offset(), message.blockLength(), message.version())
                .clientId();
        return clientId == LinkOffer.NO_CLIENT ? OptionalLong.empty() : OptionalLong.of(clientId);
    }
}
