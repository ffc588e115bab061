// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

/** What a benchmark repeats. */
public enum Operation {
    /** A message into the peer's posted Receive. */
    SEND,
    /** Bytes into the peer's memory. */
    WRITE,
    /** Bytes out of the peer's memory. */
    READ
}
