// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.Shape;

/**
 * How long the messages of the two directions are, so that they do what an operation of Oriel does.
 *
 * @param request  bytes of the initiator's messages
 * @param response bytes of the responder's messages
 */
record AeronSizes(int request, int response) {
    private static final int WORD = Long.BYTES;

    static AeronSizes of(Shape shape) {
        if (shape.operation() == Operation.READ) {
            return new AeronSizes(WORD, shape.sizeBytes());
        }
        return new AeronSizes(shape.sizeBytes(), shape.pattern() == Pattern.LATENCY ? shape.sizeBytes() : WORD);
    }
}
