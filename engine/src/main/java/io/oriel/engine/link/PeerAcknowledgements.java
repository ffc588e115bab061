// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.transport.Link;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the peer acknowledges, and who waits for it; when to read the word by which it does so beside the frames, and whether
 * that can be taken: not while a Failure is on its way. By the domain's owner.
 */
final class PeerAcknowledgements {
    /** More empty polls than a peer that answers at once takes: until then a frame brings the acknowledgement. */
    private static final int PATIENCE_AFTER_FRAMES = 64;

    private final Link link;
    private final OutboundFrames outbound;
    private final PendingFrames<Addressee> pending = new PendingFrames<>();
    private long failures = CounterStart.value();

    // Of empty polls before the word is read, after frames and from now on; at 0 each reads it.
    private int patience;
    private int patienceLeft;

    /**
     * The last frames of Sends and Writes that a link has sent and the peer has not acknowledged, in order.
     *
     * @param <E> whose frames they are
     */
    static final class PendingFrames<E> {
        private static final int INITIAL_CAPACITY = 64;

        private long[] sequences = new long[INITIAL_CAPACITY];
        private @Nullable Object[] endpoints = new Object[INITIAL_CAPACITY];
        private long head;
        private long tail;

        /**
         * Adds a frame.
         *
         * @param sequence greater than those before
         * @param endpoint whose it is
         */
        void add(long sequence, E endpoint) {
            if (tail - head == sequences.length) {
                grow();
            }
            int slot = (int) tail & (sequences.length - 1);
            sequences[slot] = sequence;
            if (endpoints[slot] != endpoint) { // storing a reference costs a barrier of the collector
                endpoints[slot] = endpoint;
            }
            tail++;
        }

        /**
         * Takes the next frame that is not beyond a sequence.
         *
         * @param acknowledged the sequence
         * @return whose it is; null if there is none
         */
        @SuppressWarnings("unchecked") // only E goes in
        @Nullable
        E take(long acknowledged) {
            int slot = (int) head & (sequences.length - 1);
            if (head == tail || sequences[slot] > acknowledged) {
                return null;
            }
            head++;
            return (E) endpoints[slot];
        }

        private void grow() {
            int capacity = sequences.length;
            long[] longerSequences = Arrays.copyOf(sequences, capacity * 2);
            @Nullable Object[] longerEndpoints = Arrays.copyOf(endpoints, capacity * 2);
            for (long at = head; at < tail; at++) {
                int from = (int) at & (capacity - 1);
                int to = (int) at & (capacity * 2 - 1);
                longerSequences[to] = sequences[from];
                longerEndpoints[to] = endpoints[from];
            }
            sequences = longerSequences;
            endpoints = longerEndpoints;
        }
    }

    PeerAcknowledgements(Link link, OutboundFrames outbound) {
        this.link = link;
        this.outbound = outbound;
    }

    /** Returns how many frames the peer has executed. */
    long count() {
        return outbound.executed();
    }

    /** Tells an endpoint when the peer has executed a frame of its lane. */
    void await(long sequence, Addressee whose) {
        pending.add(sequence, whose);
    }

    /** Takes the acknowledgement of all frames up to one, if it is news. */
    void take(long upTo) {
        if (upTo <= outbound.executed()) {
            return;
        }
        if (upTo > outbound.sent()) {
            outbound.breakLink();
            return;
        }
        outbound.executed(upTo);
        @Nullable Addressee whose;
        while ((whose = pending.take(upTo)) != null) {
            whose.executed();
        }
        patience = PATIENCE_AFTER_FRAMES; // a frame, which costs nothing more to read, may bring the next
    }

    /** A Failure has come. */
    void failureCame() {
        failures++;
    }

    /** Frames have come. */
    void framesCame() {
        patienceLeft = patience;
    }

    /** Reads the word in each empty poll from now on. */
    void hurry() {
        patience = 0;
        patienceLeft = 0;
    }

    /** Takes the word after a poll without frames, if something is awaited and it is time to look. */
    void foundNoFrame() {
        if (outbound.sent() == outbound.executed()) {
            return;
        }
        if (patienceLeft > 0 && !link.isAcknowledgementNew()) {
            patienceLeft--;
        } else {
            takeWord();
        }
    }

    /** Takes the word, if it is news. */
    void takeWord() {
        long word = link.acknowledgement();
        long news = AcknowledgementWord.sequence(word, outbound.executed());
        if (news > outbound.executed() && AcknowledgementWord.countsFailures(word, failures)) {
            take(news);
            hurry(); // nothing comes back but words
        }
    }
}
