// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.Shape;

/**
 * How long the messages of the two directions are, so that they do what an operation of Oriel does: a stream is answered by
 * words, and in the place of a Read a word is answered by the payload.
 *
 * @param outgoing bytes of this side's messages
 * @param incoming bytes of the other side's messages
 */
public record MessageLengths(int outgoing, int incoming) {
    /** Bytes of a message that only says that it is one. */
    public static final int WORD = Long.BYTES;

    /**
     * Of the side that starts the operations.
     *
     * @param shape of the operations
     * @return its lengths
     */
    public static MessageLengths ofInitiator(Shape shape) {
        if (shape.operation() == Operation.READ) {
            return new MessageLengths(WORD, shape.sizeBytes());
        }
        boolean isStream = shape.pattern() == Pattern.RATE || shape.pattern() == Pattern.BANDWIDTH;
        return new MessageLengths(shape.sizeBytes(), isStream ? WORD : shape.sizeBytes());
    }

    /**
     * Of the other side.
     *
     * @return its lengths
     */
    public MessageLengths reversed() {
        return new MessageLengths(/* outgoing= */ incoming, /* incoming= */ outgoing);
    }
}
