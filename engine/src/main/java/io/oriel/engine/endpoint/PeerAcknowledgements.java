// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.transport.Link;

/**
 * When to read the word by which the peer acknowledges beside the frames, and whether it can be taken: not while a Failure
 * is on its way. By the domain's owner.
 */
final class PeerAcknowledgements {
    private static final int PATIENCE_AFTER_FRAMES = 512;

    private final Link link;
    private long failures;
    private int patience;
    private int emptyPolls;

    PeerAcknowledgements(Link link) {
        this.link = link;
    }

    /** A Failure has come. */
    void failureCame() {
        failures++;
    }

    /** Frames have come. */
    void framesCame() {
        emptyPolls = 0;
    }

    /** A frame, which costs nothing more to read, has brought an acknowledgement. */
    void cameByFrame() {
        patience = PATIENCE_AFTER_FRAMES;
    }

    /** The word may have come since it was read last: reads it next time. */
    void hurry() {
        patience = 0;
        emptyPolls = 1;
    }

    /** Tells after a poll without frames whether the word is to be read. */
    boolean isDue() {
        return ++emptyPolls > patience || link.isAcknowledgementNew();
    }

    /** Reads the word; returns what is acknowledged, which is the known if there is no news. */
    long read(long known) {
        long word = link.acknowledgement();
        long acknowledged = AcknowledgementWord.sequence(word);
        return acknowledged > known && AcknowledgementWord.countsFailures(word, failures) ? acknowledged : known;
    }

    /** The word has brought news: nothing comes back but words, so each is read. */
    void cameByWord() {
        patience = 0;
    }
}
