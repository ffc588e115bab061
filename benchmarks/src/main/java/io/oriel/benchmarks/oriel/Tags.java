// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.session.OrielSession;

/** The sequences in payloads, made different for all endpoints so that a stray payload is noticed. */
final class Tags {
    private static final int ROUND_SHIFT = 24;

    private Tags() {}

    /** Of the n-th request of an endpoint; never 0. */
    static long ofRequest(OrielSession session, int index, long sequence) {
        return (sequence + 1) * session.endpointCount() + index;
    }

    /** Of a slot that its owner has filled. */
    static long ofSlot(int slot, int round) {
        return ((long) round << ROUND_SHIFT) + slot + 1;
    }
}
