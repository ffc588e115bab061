// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** The private memory that payloads are copied from, and the check of those that have arrived. */
final class SourceMemory {
    private final UnsafeBuffer buffer;
    private final Payload payload;
    private final PayloadInspector inspector;

    SourceMemory(int size, Tally tally) {
        buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(size, BitUtil.CACHE_LINE_LENGTH));
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        payload.fill(buffer, 0, 0);
    }

    /** The memory with the payload of a sequence in it. */
    UnsafeBuffer next(long sequence) {
        inspector.write(buffer, 0, sequence);
        return buffer;
    }

    void check(MappedSlots slots, int slot, long sequence) {
        inspector.check(slots.memory(), slots.offset(slot), sequence);
    }

    /** Checks the memory itself, after something was copied into it. */
    void check(long sequence) {
        inspector.check(buffer, 0, sequence);
    }

    void thorough(boolean value) {
        inspector.thorough(value);
        if (!value) {
            payload.fill(buffer, 0, 0);
        }
    }
}
