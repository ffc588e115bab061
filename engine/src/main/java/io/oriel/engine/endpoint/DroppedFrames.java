// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameType;
import io.oriel.engine.protocol.FrameWord;
import java.util.Arrays;

/**
 * Frames of requests that came for an endpoint that is not there: the peer is told of each, so that none counts as done. By
 * the domain's owner.
 *
 * <p>There are never more than {@link FrameWord#MAX_UNACKNOWLEDGED}: their acknowledgements are held back until then, and
 * the link of a peer that sends more without one is broken.
 */
final class DroppedFrames {
    private static final int INITIAL_CAPACITY = 16;

    private final FailureEncoder failure = new FailureEncoder();
    private long[] sequences = new long[INITIAL_CAPACITY];
    private long[] receivers = new long[INITIAL_CAPACITY];
    private int first;
    private int end;

    boolean isEmpty() {
        return first == end;
    }

    /** Adds a frame; the Failure of the one before tells of it as well if both were for the same endpoint. */
    void add(long sequence, long word) {
        long receiver = FrameWord.receiver(word);
        if (first < end && receivers[end - 1] == receiver) {
            return;
        }
        if (end == sequences.length) {
            makeRoom();
        }
        sequences[end] = sequence;
        receivers[end] = receiver;
        end++;
    }

    /** Returns up to where the peer's frames may be acknowledged. */
    long acknowledgeLimit() {
        return first == end ? Long.MAX_VALUE : sequences[first] - 1;
    }

    /** Tells the peer of as many as there is room for. */
    void tell(LinkEnd link) {
        while (first < end && link.tryClaim(FailureEncoder.BLOCK_LENGTH)) {
            failure.wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                    .sequence(sequences[first])
                    .status(NdStatus.CANCELED.value())
                    .reserved(0);
            long receiver = receivers[first];
            first++;
            link.own().failureSent();
            link.commit(receiver | FrameWord.of(FrameType.FAILURE, FrameWord.FLAG_NOBODY, 0, 0), 0);
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
        receivers = Arrays.copyOf(Arrays.copyOfRange(receivers, first, end), capacity);
        first = 0;
        end = count;
    }
}
