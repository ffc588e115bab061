// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.link.PendingFrames;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.transport.Link;
import org.jspecify.annotations.Nullable;

/**
 * How many frames the peer has acknowledged, and who waits for it; when to read the word by which it does so beside the
 * frames, and whether that can be taken: not while a Failure is on its way. By the domain's owner.
 */
final class PeerAcknowledgements {
    private static final int PATIENCE_AFTER_FRAMES = 512;

    private final LinkEnd end;
    private final Link link;
    private final PendingFrames<Addressee> pending = new PendingFrames<>();
    private long acknowledged;
    private long failures;
    private int patience;
    private int emptyPolls;

    PeerAcknowledgements(LinkEnd end) {
        this.end = end;
        link = end.link();
    }

    /** Returns how many frames the peer has executed. */
    long count() {
        return acknowledged;
    }

    /** Tells an endpoint when the peer has acknowledged a frame. */
    void await(long sequence, Addressee endpoint) {
        pending.add(sequence, endpoint);
    }

    /** Takes the acknowledgement of all frames up to one, if it is news. */
    void take(long upTo) {
        if (upTo <= acknowledged) {
            return;
        }
        if (upTo > end.sent()) {
            end.breakLink();
            return;
        }
        acknowledged = upTo;
        @Nullable Addressee endpoint;
        while ((endpoint = pending.take(upTo)) != null) {
            endpoint.acknowledged();
        }
        patience = PATIENCE_AFTER_FRAMES; // a frame, which costs nothing more to read, may bring the next
    }

    /** A Failure has come. */
    void failureCame() {
        failures++;
    }

    /** Frames have come. */
    void framesCame() {
        emptyPolls = 0;
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

    /** Takes the word, if it is news. */
    void takeWord() {
        long word = link.acknowledgement();
        long news = AcknowledgementWord.sequence(word);
        if (news > acknowledged && AcknowledgementWord.countsFailures(word, failures)) {
            take(news);
            patience = 0; // nothing comes back but words: read each
        }
    }
}
