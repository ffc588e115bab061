// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;

/** A completion that must appear; in the order of the queue that its request was in. */
public record Expected(RequestType type, NdStatus status, long bytes, long context, int immediate) {
    public Expected(RequestType type, NdStatus status, long bytes, long context) {
        this(type, status, bytes, context, 0);
    }

    /** Tells whether it is that of a Receive. */
    public boolean isOfReceive() {
        return type == RequestType.RECEIVE || type == RequestType.RECEIVE_WITH_IMMEDIATE;
    }
}
