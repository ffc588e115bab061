// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

/** How a lookup ended. */
public enum LookupStatus {
    /** The table holds the key; the value came with the answer. */
    FOUND,
    /** The table did not hold the key at some moment between the lookup and its answer. */
    ABSENT,
    /**
     * The owner was changing these slots each time they were read, {@link LookupConfig#maxAttempts()} times. The table is
     * as good as before: look the key up again.
     */
    CHANGING,
    /** The owner has taken this reader's window back. Nothing can be looked up any more. */
    EVICTED,
    /**
     * The connection has ended otherwise: the owner closed the table, died or cannot be reached. {@link
     * RemoteTable#endStatus()} says more. Nothing can be looked up any more.
     */
    ENDED
}
