// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/** The operations that all ranks of a communicator call together. */
public enum Collective {
    /** Waits for all. */
    BARRIER,
    /** One gives to all. */
    BROADCAST,
    /** What all have is combined for one. */
    REDUCE,
    /** What all have is combined for all. */
    ALL_REDUCE,
    /** What the lower ranks and the own have is combined. */
    SCAN,
    /** What the lower ranks have is combined. */
    EXCLUSIVE_SCAN,
    /** One collects from all. */
    GATHER,
    /** One gives to each a part. */
    SCATTER,
    /** All collect from all. */
    ALL_GATHER,
    /** Each gives to each a part. */
    ALL_TO_ALL,
    /** What all have is combined, and each gets a part. */
    REDUCE_SCATTER
}
