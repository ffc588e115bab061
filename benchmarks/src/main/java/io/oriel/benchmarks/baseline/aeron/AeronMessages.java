// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages copied from private memory into claims, and out of the log into private memory, one slot after the other. The frames'
 * reserved word carries the sequence.
 */
final class AeronMessages implements Messages, FragmentHandler {
    private static final int FRAGMENT_LIMIT = 64;
    private static final int ALIGNMENT = 2 * BitUtil.CACHE_LINE_LENGTH;

    private final Tally tally = new Tally();
    private final AeronLink link;
    private final ExclusivePublication publication;
    private final Image image;
    private final SpinGuard guard;

    // What goes out.
    private final BufferClaim claim = new BufferClaim();
    private final int outgoingLength;
    private final int maxChunk;
    private final UnsafeBuffer source;
    private final Payload payload;
    private final PayloadInspector outgoing;

    // What comes in.
    private final int incomingLength;
    private final int stride;
    private final int end;
    private final UnsafeBuffer target;
    private final PayloadInspector incoming;
    private long received;
    private int slotOffset;
    private int filled;

    AeronMessages(AeronLink link, MessageLengths lengths, int slots, ControlChannel channel) {
        this.link = link;
        publication = link.publication();
        image = link.image();
        guard = new SpinGuard(channel);
        outgoingLength = lengths.outgoing();
        maxChunk = publication.maxPayloadLength();
        source = new UnsafeBuffer(BufferUtil.allocateDirectAligned(outgoingLength, BitUtil.CACHE_LINE_LENGTH));
        payload = new Payload(outgoingLength);
        outgoing = new PayloadInspector(payload, tally);
        payload.fill(source, 0, 0);
        incomingLength = lengths.incoming();
        stride = BitUtil.align(incomingLength, ALIGNMENT);
        end = Math.multiplyExact(slots, stride);
        target = new UnsafeBuffer(BufferUtil.allocateDirectAligned(end, BitUtil.CACHE_LINE_LENGTH));
        incoming = new PayloadInspector(new Payload(incomingLength), tally);
    }

    @Override
    public void send(long sequence) {
        outgoing.write(source, 0, sequence);
        int done = 0;
        do {
            int chunk = Math.min(maxChunk, outgoingLength - done);
            claim(chunk);
            claim.buffer().putBytes(claim.offset(), source, done, chunk);
            claim.reservedValue(sequence).commit();
            done += chunk;
        } while (done < outgoingLength);
    }

    private void claim(int length) {
        long position = publication.tryClaim(length, claim);
        if (position <= 0) {
            claimLater(position, length);
        }
    }

    private void claimLater(long first, int length) {
        if (first == Publication.BACK_PRESSURED) {
            tally.backPressure();
        }
        long position = first;
        do {
            if (position != Publication.BACK_PRESSURED && position != Publication.ADMIN_ACTION) {
                throw new BenchmarkException(
                        "raw Aeron: the publication cannot go on: " + Publication.errorString(position));
            }
            link.drive();
            guard.spin();
            position = publication.tryClaim(length, claim);
        } while (position <= 0);
        guard.progressed();
    }

    /** Polls once, after what was sent before has got under way. */
    @Override
    public int poll() {
        link.drive();
        long before = received;
        image.poll(this, FRAGMENT_LIMIT);
        return (int) (received - before);
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        buffer.getBytes(offset, target, slotOffset + filled, length);
        filled += length;
        if (filled == incomingLength) {
            received++;
            incoming.check(target, slotOffset, received);
            filled = 0;
            slotOffset = slotOffset + stride == end ? 0 : slotOffset + stride;
        }
    }

    @Override
    public void thorough(boolean value) {
        incoming.thorough(value);
        outgoing.thorough(value);
        if (!value) {
            payload.fill(source, 0, 0);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        link.close();
    }
}
