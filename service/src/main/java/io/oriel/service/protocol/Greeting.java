// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.protocol;

import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What both sides say of themselves in the private data of their connection; read only if it has the length and the version that it
 * should have.
 *
 * @param protocol         the application's number
 * @param requestsInFlight requests that are not answered: a wish, then what is agreed
 * @param partsInFlight    answers that others follow and that were not taken: a wish, then what is agreed
 * @param requestLength    bytes of a request at most: what the client sends, what the server takes
 * @param answerLength     bytes of an answer at most: what the client takes, what the server sends
 */
public record Greeting(int protocol, int requestsInFlight, int partsInFlight, int requestLength, int answerLength) {
    /** The version of header and greetings. */
    public static final int VERSION = 1;

    private static final int MAGIC = 0x5653524F; // ORSV
    private static final int HEAD_LENGTH = 3 * Integer.BYTES;
    private static final int LENGTH = HEAD_LENGTH + 5 * Integer.BYTES;

    /**
     * Returns what a client says.
     *
     * @param config the client's
     * @return the greeting
     */
    public static Greeting of(ClientConfig config) {
        return new Greeting(
                config.protocol(),
                config.requestsInFlight(),
                config.partsInFlight(),
                config.maxRequestLength(),
                config.maxAnswerLength());
    }

    /**
     * Returns what a server answers to a client that it takes.
     *
     * @param config the server's
     * @param client what the client has said, which fits
     * @return the greeting, with what is agreed
     */
    public static Greeting answer(ServerConfig config, Greeting client) {
        return new Greeting(
                config.protocol(),
                Math.min(config.requestsInFlight(), client.requestsInFlight),
                Math.min(config.partsInFlight(), client.partsInFlight),
                config.maxRequestLength(),
                config.maxAnswerLength());
    }

    /**
     * Says why bytes are no greeting: length, magic number and version first, then what they say.
     *
     * @param data the peer's
     * @return why, for people; empty if they are one, that {@link #parse} reads
     */
    public static String fault(byte[] data) {
        UnsafeBuffer buffer = new UnsafeBuffer(data);
        if (data.length < HEAD_LENGTH || get(buffer, 1) != MAGIC) {
            return "this is no greeting of a service";
        }
        if (get(buffer, 2) != VERSION) {
            return "the peer speaks version " + get(buffer, 2) + ", this side version " + VERSION;
        }
        if (get(buffer, 0) != LENGTH || data.length < LENGTH) {
            return "the greeting has a length of " + data.length + ", says " + get(buffer, 0) + ", and should have "
                    + LENGTH;
        }
        Greeting said = read(buffer);
        return said.requestsInFlight < 1 || said.partsInFlight < 1 || said.requestLength < 0 || said.answerLength < 0
                ? "the greeting has numbers out of their ranges: " + said
                : "";
    }

    /**
     * Reads a greeting in which {@link #fault} has found none.
     *
     * @param data the peer's
     * @return the greeting
     */
    public static Greeting parse(byte[] data) {
        return read(new UnsafeBuffer(data));
    }

    /**
     * Says why a client does not fit a server.
     *
     * @param server what it is set up for
     * @return why, for people; empty if it fits
     */
    public String misfit(ServerConfig server) {
        if (protocol != server.protocol()) {
            return "the client's protocol is " + protocol + ", the server's " + server.protocol();
        }
        if (requestLength > server.maxRequestLength()) {
            return "the client's requests have up to " + requestLength + " bytes, the server takes "
                    + server.maxRequestLength();
        }
        if (answerLength < server.maxAnswerLength()) {
            return "the server's answers have up to " + server.maxAnswerLength() + " bytes, the client takes "
                    + answerLength;
        }
        return "";
    }

    /**
     * Says why a server's answer does not fit what a client has asked for.
     *
     * @param client what was asked for
     * @return why, for people; empty if it fits
     */
    public String misfit(ClientConfig client) {
        boolean fits = protocol == client.protocol()
                && requestsInFlight <= client.requestsInFlight()
                && partsInFlight <= client.partsInFlight()
                && requestLength >= client.maxRequestLength()
                && answerLength <= client.maxAnswerLength();
        return fits ? "" : "the server has agreed to what was not asked for: " + this;
    }

    /**
     * Writes the greeting.
     *
     * @return private data
     */
    public byte[] toBytes() {
        byte[] data = new byte[LENGTH];
        UnsafeBuffer buffer = new UnsafeBuffer(data);
        int[] values = {LENGTH, MAGIC, VERSION, protocol, requestsInFlight, partsInFlight, requestLength, answerLength};
        for (int index = 0; index < values.length; index++) {
            buffer.putInt(index * Integer.BYTES, values[index], ByteOrder.LITTLE_ENDIAN);
        }
        return data;
    }

    private static Greeting read(UnsafeBuffer buffer) {
        return new Greeting(get(buffer, 3), get(buffer, 4), get(buffer, 5), get(buffer, 6), get(buffer, 7));
    }

    private static int get(UnsafeBuffer buffer, int index) {
        return buffer.getInt(index * Integer.BYTES, ByteOrder.LITTLE_ENDIAN);
    }
}
