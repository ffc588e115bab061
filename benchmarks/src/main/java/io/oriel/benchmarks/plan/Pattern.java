// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.plan;

/** How the operations follow each other. */
public enum Pattern {
    /** One at a time: full round trips. */
    LATENCY,
    /** Many small ones in flight: operations a second. */
    RATE,
    /** Many large ones in flight: bytes a second. */
    BANDWIDTH,
    /** One now and then, to a peer that has fallen asleep: from the post to the end of its wait. */
    WAKEUP
}
