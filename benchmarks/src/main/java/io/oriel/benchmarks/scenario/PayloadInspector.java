// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Writes and checks payloads: by sample in timed runs, every byte of every one in verification. */
public final class PayloadInspector {
    private static final int SAMPLE_MASK = 63;

    private final Payload payload;
    private final Tally tally;
    private boolean thorough;
    private int seen;

    /**
     * Creates an inspector, not thorough.
     *
     * @param payload what it should look like
     * @param tally   counts what does not
     */
    public PayloadInspector(Payload payload, Tally tally) {
        this.payload = payload;
        this.tally = tally;
    }

    /**
     * Chooses between samples and every byte.
     *
     * @param value true for every byte
     */
    public void thorough(boolean value) {
        thorough = value;
    }

    /**
     * Writes a payload: the sequence only, unless thorough.
     *
     * @param buffer   the memory
     * @param offset   where the payload begins
     * @param sequence of the operation
     */
    public void write(MutableDirectBuffer buffer, int offset, long sequence) {
        if (thorough) {
            payload.fill(buffer, offset, sequence);
        } else {
            payload.stamp(buffer, offset, sequence);
        }
    }

    /**
     * Checks a payload if it is its turn, and counts it if it is wrong.
     *
     * @param buffer   the memory
     * @param offset   where the payload begins
     * @param sequence of the operation
     */
    public void check(DirectBuffer buffer, int offset, long sequence) {
        if (!thorough && (++seen & SAMPLE_MASK) != 0) {
            return;
        }
        boolean right =
                thorough ? payload.matches(buffer, offset, sequence) : payload.isStamped(buffer, offset, sequence);
        if (!right) {
            tally.error();
        }
    }
}
