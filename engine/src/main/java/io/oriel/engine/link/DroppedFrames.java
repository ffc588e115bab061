// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import java.util.Arrays;

/**
 * Frames of requests that came for an endpoint that is not there, or is closed: the peer is told, so that none counts as
 * done. By the domain's owner.
 *
 * <p>There are never more than {@link FrameWord#MAX_UNACKNOWLEDGED}: their acknowledgements are held back until then, and
 * the link of a peer that sends more without one is broken.
 */
final class DroppedFrames {
    private static final int INITIAL_CAPACITY = 16;

    private final OutboundFrames outbound;
    private final FailureEncoder failure = new FailureEncoder();
    private long[] sequences = new long[INITIAL_CAPACITY];
    private long[] failures = new long[INITIAL_CAPACITY];
    private int first;
    private int end;

    DroppedFrames(OutboundFrames outbound) {
        this.outbound = outbound;
    }

    /** Tells whether the peer was told of all. */
    boolean isEmpty() {
        return first == end;
    }

    /** Adds a frame for nobody; the Failure of the one before tells of it as well if both were for the same endpoint. */
    void addForNobody(long sequence, long word) {
        long failureWord = FrameWord.of(FrameWord.TYPE_FAILURE, FrameWord.FLAG_NOBODY, 0, 0) | FrameWord.receiver(word);
        if (first == end || failures[end - 1] != failureWord) {
            add(sequence, failureWord);
        }
        outbound.hold(sequence);
    }

    /** Adds a frame for a closed endpoint; the Failure goes to its peer. */
    void addForClosed(long sequence, long peerWord) {
        add(sequence, FrameWord.of(FrameWord.TYPE_FAILURE, 0, 0, 0) | peerWord);
        outbound.hold(sequence);
    }

    private void add(long sequence, long failureWord) {
        if (end == sequences.length) {
            makeRoom();
        }
        sequences[end] = sequence;
        failures[end] = failureWord;
        end++;
    }

    /** Returns up to where the peer's frames may be acknowledged. */
    long acknowledgeLimit() {
        return first == end ? Long.MAX_VALUE : sequences[first] - 1;
    }

    /** Tells the peer of as many as there is room for. */
    void tell() {
        while (first < end && outbound.tryClaim(FailureEncoder.BLOCK_LENGTH)) {
            failure.wrap(outbound.buffer(), outbound.offset())
                    .sequence(sequences[first])
                    .status(NdStatus.CANCELED.value())
                    .reserved(0);
            long word = failures[first];
            first++;
            outbound.commitFailure(word, 0);
        }
        if (first == end) {
            first = 0;
            end = 0;
        }
    }

    private void makeRoom() {
        int count = end - first;
        int capacity = count > sequences.length / 2 ? sequences.length * 2 : sequences.length;
        sequences = Arrays.copyOf(Arrays.copyOfRange(sequences, first, end), capacity);
        failures = Arrays.copyOf(Arrays.copyOfRange(failures, first, end), capacity);
        first = 0;
        end = count;
    }
}
