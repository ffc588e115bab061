// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import org.agrona.concurrent.UnsafeBuffer;

/** Memory that a port allocated for a region. */
public interface RegionMemory {
    /**
     * Returns the memory.
     *
     * @return a buffer of the length asked for, which wraps a byte buffer, never a bare address
     */
    UnsafeBuffer buffer();

    /** Gives the memory back: its name is gone at once, its bytes when nobody maps them. Idempotent. */
    void release();
}
