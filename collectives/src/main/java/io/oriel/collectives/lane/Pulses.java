// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import org.agrona.concurrent.UnsafeBuffer;

/** The words by which a rank shows each other one that its process runs. */
public final class Pulses {
    private Pulses() {}

    /**
     * Shows it once more. From any thread.
     *
     * @param memory in which the others look
     * @param size   how many ranks there are
     */
    public static void beat(UnsafeBuffer memory, int size) {
        for (int peer = 0; peer < size; peer++) {
            int at = peer * LaneLayout.LENGTH + LaneLayout.PULSE_OFFSET;
            memory.putLongVolatile(at, memory.getLong(at) + 1); // Pairs with Outgoing#readPulse.
        }
    }
}
