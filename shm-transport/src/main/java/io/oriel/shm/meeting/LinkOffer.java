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
 * @param linkIndex       of the sender's acknowledgement word; {@link #NO_INDEX} in a hello
 * @param sessionId       of the sender's publication
 * @param driver          name of the media driver's directory
 * @param process         name of the sender's process directory
 * @param words           name of its word file
 * @param direct          name of its file for this link; empty if it wants no direct access
 */
public record LinkOffer(
        int protocolVersion,
        int layoutVersion,
        long adapterId,
        int linkIndex,
        int sessionId,
        String driver,
        String process,
        String words,
        String direct) {
    /** The version of the messages that this code speaks. */
    public static final int PROTOCOL_VERSION = LinkHelloDecoder.SCHEMA_VERSION;
    /** No acknowledgement word has been given yet. */
    public static final int NO_INDEX = -1;

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
     * Returns this offer with an acknowledgement word.
     *
     * @param index of the word
     * @return a changed copy
     */
    public LinkOffer withLinkIndex(int index) {
        return new LinkOffer(
                protocolVersion, layoutVersion, adapterId, index, sessionId, driver, process, words, direct);
    }

    /**
     * Returns this offer with a file for the link.
     *
     * @param name of the file
     * @return a changed copy
     */
    public LinkOffer withDirect(String name) {
        return new LinkOffer(
                protocolVersion, layoutVersion, adapterId, linkIndex, sessionId, driver, process, words, name);
    }
}
