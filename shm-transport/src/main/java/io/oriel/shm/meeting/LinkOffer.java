// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.engine.protocol.LinkHelloDecoder;
import io.oriel.shm.memory.WordsLayout;

/**
 * What one side of a future link says about itself.
 *
 * @param protocolVersion of the messages
 * @param layoutVersion   of what is in shared memory
 * @param adapterId       random
 * @param linkId          by which the sender knows the link; {@link LinkIds#NONE} in a hello
 * @param sessionId       of the sender's publication
 * @param termLength      bytes of a term of the sender's logs, as it is configured
 * @param directAccess    whether it wants direct access
 * @param clientId        the sender's client of the receiver's media driver; {@link #NO_CLIENT} if it has none of its own there,
 *                        and in a hello
 * @param driver          name of the directory of the media driver that carries the sender's log
 * @param process         name of the sender's process directory
 * @param words           name of its word file
 * @param file            name of its file of this link; empty until it is made
 * @param log             where the sender's log is, for a peer that reads it by itself; in a welcome
 */
public record LinkOffer(
        int protocolVersion,
        int layoutVersion,
        long adapterId,
        long linkId,
        int sessionId,
        int termLength,
        boolean directAccess,
        long clientId,
        String driver,
        String process,
        String words,
        String file,
        LogPlace log) {
    /** No client of a media driver: Aeron's have ids from 0. */
    public static final long NO_CLIENT = -1;

    /** The version of the messages that this code speaks. */
    public static final int PROTOCOL_VERSION = LinkHelloDecoder.SCHEMA_VERSION;

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
        if (protocolVersion == PROTOCOL_VERSION && layoutVersion == WordsLayout.VERSION) {
            return "";
        }
        return peer + " speaks protocol version " + protocolVersion + " with layout version " + layoutVersion + ", "
                + self + " protocol version " + PROTOCOL_VERSION + " with layout version " + WordsLayout.VERSION
                + "; run the same version of Oriel on both sides";
    }

    /**
     * Returns this offer with the sender's part of a link.
     *
     * @param id   by which it knows the link
     * @param name of its file of the link
     * @return a changed copy
     */
    public LinkOffer withLink(long id, String name) {
        return with(id, clientId, name, log);
    }

    /**
     * Returns this offer with the sender's client.
     *
     * @param id of the receiver's media driver, or {@link #NO_CLIENT}
     * @return a changed copy
     */
    public LinkOffer withClient(long id) {
        return with(linkId, id, file, log);
    }

    /**
     * Returns this offer with the sender's log.
     *
     * @param place of the log
     * @return a changed copy
     */
    public LinkOffer withLog(LogPlace place) {
        return with(linkId, clientId, file, place);
    }

    private LinkOffer with(long link, long client, String name, LogPlace place) {
        return new LinkOffer(
                protocolVersion,
                layoutVersion,
                adapterId,
                link,
                sessionId,
                termLength,
                directAccess,
                client,
                driver,
                process,
                words,
                name,
                place);
    }
}
