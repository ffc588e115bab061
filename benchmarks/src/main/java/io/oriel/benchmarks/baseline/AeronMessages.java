// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpConfig;
import io.oriel.api.config.UdpDriverMode;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages of raw Aeron, on the medium that Oriel is on: copied from private memory into claims, and out of the log into private memory, one slot after the other. The frames'
 * reserved word carries the sequence.
 */
public final class AeronMessages implements Messages, FragmentHandler {
    /** Answers of one word that surely fit a term while the initiator is still sending. */
    private static final int MAX_OUTSTANDING = 1024;

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

    private AeronMessages(AeronLink link, Lengths lengths, int slots, ControlChannel channel) {
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

    /**
     * Connects one side, while the other one does the same in its process.
     *
     * @param config  what is to be done
     * @param channel to the other side
     * @param isFirst true for the side that sends first
     * @return the messages
     */
    public static AeronMessages connect(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        int outstanding = config.load().totalOutstanding();
        if (!config.shape().pattern().isOneByOne() && outstanding > MAX_OUTSTANDING) {
            throw new BenchmarkException("the Aeron reference can have " + MAX_OUTSTANDING
                    + " messages outstanding, was " + outstanding
                    + " on all endpoints together; choose a smaller --outstanding or --endpoints");
        }
        int slots = config.shape().pattern() == Pattern.LATENCY ? 1 : outstanding;
        AeronLink link = config.medium() == Medium.UDP
                ? AeronLink.overUdp(udp(config.aeronTermLength()), channel)
                : AeronLink.overIpc(config.aeronTermLength(), channel, isFirst);
        return new AeronMessages(link, Lengths.of(config.shape(), isFirst), slots, channel);
    }

    private static UdpConfig udp(int termLength) {
        UdpConfig oriel = OrielConfig.fromSystemProperties().udp();
        if (oriel.driverMode() != UdpDriverMode.INVOKER) {
            throw new BenchmarkException("the Aeron reference has drivers without threads, as Oriel has with"
                    + " oriel.udp.driverMode INVOKER, was " + oriel.driverMode()
                    + "; leave that property out, or --reference aeron");
        }
        return termLength == 0 ? oriel : oriel.withTermLength(termLength);
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
