// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.LinkStateDecoder;
import io.oriel.engine.transport.Port;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/** What the peer of a link has told: its acknowledgement word and the credit of its endpoints. By the domain's owner. */
public final class PeerState {
    private static final int HEADER_LENGTH =
            LinkStateDecoder.BLOCK_LENGTH + LinkStateDecoder.CreditsDecoder.sbeHeaderSize();
    private static final int CREDIT_LENGTH = LinkStateDecoder.CreditsDecoder.sbeBlockLength();
    private static final int COUNT_OFFSET = LinkStateDecoder.BLOCK_LENGTH + Short.BYTES;
    private static final int FIRST_CAPACITY = 16;

    private final LinkStateDecoder decoder = new LinkStateDecoder();
    private long[] credits = new long[FIRST_CAPACITY];
    private long acknowledgement;
    private long acknowledged = CounterStart.value();
    private boolean isAcknowledgementNew;

    /** Creates the state of a new link. */
    public PeerState() {}

    /**
     * Takes a frame that tells state.
     *
     * @param buffer holds it
     * @param offset where its payload begins
     * @param length bytes of its payload
     * @return false if it holds nonsense
     */
    public boolean read(DirectBuffer buffer, int offset, int length) {
        if (length < HEADER_LENGTH) {
            return false;
        }
        int entryLength = buffer.getShort(offset + LinkStateDecoder.BLOCK_LENGTH, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        int count = buffer.getShort(offset + COUNT_OFFSET, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        if (entryLength != CREDIT_LENGTH || length != HEADER_LENGTH + count * CREDIT_LENGTH) {
            return false;
        }
        decoder.wrap(buffer, offset, LinkStateDecoder.BLOCK_LENGTH, LinkStateDecoder.SCHEMA_VERSION);
        acknowledge(decoder.acknowledgement());
        LinkStateDecoder.CreditsDecoder each = decoder.credits();
        while (each.hasNext()) {
            each.next();
            int endpointId = each.endpointId();
            if (endpointId < 0 || endpointId >= Port.MAX_ENDPOINTS) {
                return false;
            }
            if (endpointId >= credits.length) {
                credits = Arrays.copyOf(credits, Integer.highestOneBit(endpointId) << 1);
            }
            credits[endpointId] = each.word();
        }
        return true;
    }

    /**
     * Takes an acknowledgement word, unless a later one is known.
     *
     * @param word of the peer's engine
     */
    public void acknowledge(long word) {
        long news = AcknowledgementWord.sequence(word, acknowledged);
        if (word != acknowledgement && word != 0 && news >= acknowledged) {
            acknowledgement = word;
            acknowledged = news;
            isAcknowledgementNew = true;
        }
    }

    /**
     * Returns the word that the peer told last.
     *
     * @return the word; 0 before
     */
    public long acknowledgement() {
        isAcknowledgementNew = false;
        return acknowledgement;
    }

    /** Returns how many frames the peer has acknowledged by its word. */
    long acknowledged() {
        return acknowledged;
    }

    /**
     * Tells whether the word has changed since it was returned.
     *
     * @return true if it has
     */
    public boolean isAcknowledgementNew() {
        return isAcknowledgementNew;
    }

    /**
     * Returns the credit of one of the peer's endpoints.
     *
     * @param endpointId the peer's
     * @return its word; 0 before
     */
    public long credit(int endpointId) {
        return endpointId < credits.length ? credits[endpointId] : 0;
    }
}
