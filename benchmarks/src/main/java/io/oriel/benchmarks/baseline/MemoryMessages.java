// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A copy into the next slot, from a place of its own as each message under way has one, and a flag behind it. There are as many slots in each direction as messages under way, so that an answer
 * says that there is room again. Words, which only answer a stream, are one ever-growing number instead.
 */
final class MemoryMessages implements Messages {
    private final Tally tally = new Tally();
    private final MappedSlots slots;
    private final boolean sendsWords;
    private final boolean takesWords;
    private final Payload payload;
    private final UnsafeBuffer source;
    private final PayloadInspector outgoing;
    private final PayloadInspector incoming;
    private final int sourceStride;
    private final int firstOutgoing;
    private final int firstIncoming;
    private final int endOfOutgoing;
    private final int endOfIncoming;
    private int outgoingSlot;
    private int incomingSlot;
    private long received;

    /** Sends into one half of the slots, and takes from the other. */
    MemoryMessages(MappedSlots slots, Shape shape, boolean isFirst) {
        this.slots = slots;
        Lengths lengths = Lengths.of(shape, isFirst);
        sendsWords = shape.pattern().isStream() && !isFirst;
        takesWords = shape.pattern().isStream() && isFirst;
        int half = slots.count() / 2;
        firstOutgoing = isFirst ? 0 : half;
        firstIncoming = half - firstOutgoing;
        endOfOutgoing = firstOutgoing + half;
        endOfIncoming = firstIncoming + half;
        outgoingSlot = firstOutgoing;
        incomingSlot = firstIncoming;
        payload = new Payload(lengths.outgoing());
        sourceStride = BitUtil.align(Math.max(1, lengths.outgoing()), BitUtil.CACHE_LINE_LENGTH);
        source = new UnsafeBuffer(BufferUtil.allocateDirectAligned(half * sourceStride, BitUtil.CACHE_LINE_LENGTH));
        fillSources();
        outgoing = new PayloadInspector(payload, tally);
        incoming = new PayloadInspector(new Payload(lengths.incoming()), tally);
    }

    @Override
    public void send(long sequence) {
        if (sendsWords) {
            slots.acknowledge(sequence);
            return;
        }
        int from = (outgoingSlot - firstOutgoing) * sourceStride;
        outgoing.write(source, from, sequence);
        slots.put(outgoingSlot, source, from, sequence);
        outgoingSlot = outgoingSlot + 1 == endOfOutgoing ? firstOutgoing : outgoingSlot + 1;
    }

    @Override
    public int poll() {
        if (takesWords) {
            int count = (int) (slots.acknowledged() - received);
            received += count;
            return count;
        }
        if (!slots.has(incomingSlot, received + 1)) {
            return 0;
        }
        received++;
        incoming.check(slots.memory(), slots.offset(incomingSlot), received);
        incomingSlot = incomingSlot + 1 == endOfIncoming ? firstIncoming : incomingSlot + 1;
        return 1;
    }

    @Override
    public void thorough(boolean value) {
        outgoing.thorough(value);
        incoming.thorough(value);
        if (!value) {
            fillSources();
        }
    }

    private void fillSources() {
        for (int from = 0; from < source.capacity(); from += sourceStride) {
            payload.fill(source, from, 0);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        slots.close();
    }
}
