// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages of one length, copied from private memory into claims; the frames' reserved word carries the sequence. */
final class AeronSender {
    private final AeronLink link;
    private final ExclusivePublication publication;
    private final int size;
    private final int maxChunk;
    private final UnsafeBuffer source;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final SpinGuard guard;
    private final Tally tally;
    private final BufferClaim claim = new BufferClaim();

    AeronSender(AeronLink link, int size, SpinGuard guard, Tally tally) {
        this.link = link;
        publication = link.publication();
        this.size = size;
        this.guard = guard;
        this.tally = tally;
        maxChunk = publication.maxPayloadLength();
        source = new UnsafeBuffer(BufferUtil.allocateDirectAligned(size, BitUtil.CACHE_LINE_LENGTH));
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        payload.fill(source, 0, 0);
    }

    void send(long sequence) {
        inspector.write(source, 0, sequence);
        int done = 0;
        do {
            int chunk = Math.min(maxChunk, size - done);
            claim(chunk);
            claim.buffer().putBytes(claim.offset(), source, done, chunk);
            claim.reservedValue(sequence).commit();
            done += chunk;
        } while (done < size);
    }

    void thorough(boolean value) {
        inspector.thorough(value);
        if (!value) {
            payload.fill(source, 0, 0);
        }
    }

    private void claim(int length) {
        long position = publication.tryClaim(length, claim);
        if (position > 0) {
            return;
        }
        if (position == Publication.BACK_PRESSURED) {
            tally.backPressure();
        }
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
}
