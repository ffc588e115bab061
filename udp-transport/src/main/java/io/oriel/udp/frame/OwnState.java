// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.LinkStateEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * What this end of a link has to tell the peer: its acknowledgement word and the credit of its endpoints. Noted when it
 * changes, told when no frame has told it meanwhile, and never queued. By the domain's owner.
 *
 * <p>An acknowledgement is told in the next poll that takes nothing; while frames come, one tells of several, but not of many. Credit waits for
 * a few polls: mostly the peer has some left, and a frame that tells it follows soon, which saves one of its own.
 */
public final class OwnState {
    private static final long CREDIT_MASK = (1L << FrameWord.CREDIT_BITS) - 1;
    private static final long ACKNOWLEDGEMENT_MASK = (1L << FrameWord.ACKNOWLEDGEMENT_BITS) - 1;
    private static final int CREDIT_SHIFT = FrameWord.ACKNOWLEDGEMENT_BITS;
    private static final int BLOCK_LENGTH =
            LinkStateEncoder.BLOCK_LENGTH + LinkStateEncoder.CreditsEncoder.sbeHeaderSize();
    private static final int CREDIT_LENGTH = LinkStateEncoder.CreditsEncoder.sbeBlockLength();

    /** For how many polls that take frames an acknowledgement waits. */
    static final int ACKNOWLEDGEMENT_PATIENCE = 8;

    /** So many frames are acknowledged at once. */
    static final int MUCH_ACKNOWLEDGED = 16;

    /** For how many polls credit waits: an answer takes about as long. */
    static final int CREDIT_PATIENCE = 16;

    private final LinkStateEncoder encoder = new LinkStateEncoder();
    private final Int2ObjectHashMap<ShownCredit> byPeerEndpoint = new Int2ObjectHashMap<>();
    private final int maxCredits;
    private final List<ShownCredit> shown = new ArrayList<>();
    private ShownCredit[] listed = new ShownCredit[16];
    private int listedCount;
    private int nextAnswered;
    private int newCredits;
    private int acknowledgementPolls;
    private int creditPolls;
    private long acknowledgement;
    private long toldAcknowledgement;
    private boolean isAcknowledgementNew;

    /**
     * Creates the state of a new link.
     *
     * @param maxLength bytes of the longest frame's payload
     */
    public OwnState(int maxLength) {
        maxCredits = (maxLength - BLOCK_LENGTH) / CREDIT_LENGTH;
    }

    /**
     * Notes what is to be acknowledged.
     *
     * @param word of the engine
     */
    public void acknowledge(long word) {
        acknowledgement = word;
        isAcknowledgementNew = true;
    }

    /** Tells whether what is to be acknowledged is so much that it waits for no other frame. */
    boolean isMuchAcknowledged() {
        long told = AcknowledgementWord.sequence(toldAcknowledgement, 0);
        return isAcknowledgementNew && AcknowledgementWord.sequence(acknowledgement, told) - told >= MUCH_ACKNOWLEDGED;
    }

    /**
     * Returns what was noted last.
     *
     * @return the word of the engine
     */
    public long acknowledgement() {
        return acknowledgement;
    }

    /**
     * Begins to tell the credit of an endpoint.
     *
     * @param endpointId     of this side
     * @param peerEndpointId which its frames name
     * @param word           its credit
     * @return through which it changes
     */
    public ShownCredit show(int endpointId, int peerEndpointId, long word) {
        ShownCredit credit = new ShownCredit(this, endpointId, peerEndpointId);
        byPeerEndpoint.put(peerEndpointId, credit);
        shown.add(credit);
        credit.set(word);
        return credit;
    }

    /** Another endpoint has taken the id: what was not told yet shall not be told after the new one's. */
    void ended(ShownCredit credit) {
        shown.remove(credit);
        if (byPeerEndpoint.get(credit.peerEndpointId) == credit) {
            byPeerEndpoint.remove(credit.peerEndpointId);
        }
        if (credit.isNew) {
            credit.isNew = false;
            newCredits--;
        }
        for (int index = 0; index < listedCount; index++) {
            if (listed[index] == credit) {
                listedCount--;
                listed[index] = listed[listedCount];
                return;
            }
        }
    }

    void changed(ShownCredit credit) {
        if (!credit.isNew) {
            credit.isNew = true;
            newCredits++;
        }
        if (!credit.isListed) {
            credit.isListed = true;
            if (listedCount == listed.length) {
                listed = Arrays.copyOf(listed, 2 * listedCount);
            }
            listed[listedCount++] = credit;
        }
    }

    /**
     * A frame of the engine goes, which tells what its word holds.
     *
     * @param word of the frame
     */
    public void toldBy(long word) {
        if (isAcknowledgementNew && isToldBy(word)) {
            isAcknowledgementNew = false;
            acknowledgementPolls = 0;
            toldAcknowledgement = acknowledgement;
        }
        if (newCredits > 0) {
            ShownCredit credit = byPeerEndpoint.get(FrameWord.endpointId(word));
            if (credit != null
                    && credit.isNew
                    && ((word >>> CREDIT_SHIFT) & CREDIT_MASK) == (credit.word & CREDIT_MASK)) {
                credit.isNew = false;
                newCredits--;
                creditPolls = 0;
            }
        }
    }

    /** Failures are counted in the word alone. */
    private boolean isToldBy(long word) {
        return (word & ACKNOWLEDGEMENT_MASK)
                        == (AcknowledgementWord.sequence(acknowledgement, 0) & ACKNOWLEDGEMENT_MASK)
                && AcknowledgementWord.countsFailures(acknowledgement, toldAcknowledgement);
    }

    /**
     * Tells whether there is something to be told.
     *
     * @return true until it was written, or told by a frame
     */
    public boolean isNew() {
        return isAcknowledgementNew || newCredits > 0;
    }

    /** The peer asks: what it knows may be older than what was told. As much credit as one frame holds is told with it. */
    public void answer() {
        isAcknowledgementNew = true;
        for (int count = Math.min(maxCredits, shown.size()); count > 0; count--) {
            nextAnswered = nextAnswered + 1 < shown.size() ? nextAnswered + 1 : 0;
            changed(shown.get(nextAnswered));
        }
    }

    /** The peer may wait for the credit that was noted last. */
    public void hasten() {
        if (newCredits > 0) {
            creditPolls = CREDIT_PATIENCE;
        }
    }

    /**
     * Tells whether a frame of its own has to tell it now. To be asked once in each poll.
     *
     * @param isBusy true if the poll has taken frames
     * @return false if there is nothing new, or nothing urgent
     */
    public boolean isDue(boolean isBusy) {
        if (isAcknowledgementNew && isBusy) {
            acknowledgementPolls = Math.min(acknowledgementPolls, ACKNOWLEDGEMENT_PATIENCE) + 1;
        }
        if (isAcknowledgementNew && (!isBusy || acknowledgementPolls > ACKNOWLEDGEMENT_PATIENCE)) {
            return true;
        }
        creditPolls = newCredits > 0 ? Math.min(creditPolls, CREDIT_PATIENCE) + 1 : creditPolls;
        return newCredits > 0 && creditPolls > CREDIT_PATIENCE;
    }

    /**
     * Returns how long a frame would be that tells it.
     *
     * @return bytes of payload
     */
    public int length() {
        return BLOCK_LENGTH + Math.min(newCredits, maxCredits) * CREDIT_LENGTH;
    }

    /**
     * Writes the payload of a frame that tells it, or as much as fits.
     *
     * @param buffer holds {@link #length} bytes
     * @param offset where they begin
     */
    public void write(MutableDirectBuffer buffer, int offset) {
        int count = Math.min(newCredits, maxCredits);
        LinkStateEncoder.CreditsEncoder credits =
                encoder.wrap(buffer, offset).acknowledgement(acknowledgement).creditsCount(count);
        toldAcknowledgement = acknowledgement;
        isAcknowledgementNew = false;
        acknowledgementPolls = 0;
        creditPolls = count == newCredits ? 0 : CREDIT_PATIENCE;
        while (count > 0) {
            ShownCredit credit = listed[--listedCount];
            credit.isListed = false;
            if (credit.isNew) {
                credit.isNew = false;
                newCredits--;
                count--;
                credits.next().word(credit.word).endpointId(credit.endpointId).reserved(0);
            }
        }
    }
}
