// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import java.util.Random;
import java.util.zip.CRC32;
import org.agrona.MutableDirectBuffer;

/** Sends, Writes and Reads of random bytes from one side of a pair, each compared with what has arrived. */
final class UdpTraffic {
    private static final int RECEIVES = 16;
    private static final int MESSAGE_LENGTH = 16 * 1024;
    private static final int WINDOW_LENGTH = 256 * 1024;

    private final UdpPair pair;
    private final Random random;
    private final MemoryRegion arrivals;
    private final MemoryRegion window;
    private final RemoteWindow remote;
    private long sent;
    private long received;
    private long written;
    private long read;

    /** Grants the window that Writes and Reads go to, and posts Receives. */
    UdpTraffic(UdpPair pair, Random random) {
        this.pair = pair;
        this.random = random;
        int all = AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;
        arrivals = pair.two.adapter.allocateMemory((long) RECEIVES * MESSAGE_LENGTH, all);
        window = pair.two.adapter.allocateMemory(WINDOW_LENGTH, all);
        remote = pair.grant(window);
        for (int slot = 0; slot < RECEIVES; slot++) {
            posted(postReceive(slot));
        }
    }

    static void posted(NdStatus status) {
        assertThat(status).isEqualTo(NdStatus.SUCCESS);
    }

    private NdStatus postReceive(long slot) {
        return pair.two.endpoint.receive(slot, ScatterGatherList.of(arrivals, slot * MESSAGE_LENGTH, MESSAGE_LENGTH));
    }

    /** Does something and compares; returns the first status that is no success, or SUCCESS. */
    NdStatus step() {
        return switch (random.nextInt(4)) {
            case 0 -> write();
            case 1 -> read();
            default -> send();
        };
    }

    /** Returns how many bytes, at least, have gone in each direction. */
    long bytes() {
        return Math.min(written, read);
    }

    /** A burst of Sends, so that several are on the way. */
    private NdStatus send() {
        int burst = 1 + random.nextInt(RECEIVES / 2);
        long[] sums = new long[burst];
        int[] lengths = new int[burst];
        for (int i = 0; i < burst; i++) {
            lengths[i] = random.nextInt(4) == 0 ? random.nextInt(MESSAGE_LENGTH) : random.nextInt(100);
            fill(pair.one.memory.buffer(), i * MESSAGE_LENGTH, lengths[i]);
            sums[i] = sum(pair.one.memory.buffer(), i * MESSAGE_LENGTH, lengths[i]);
            NdStatus status = pair.one.endpoint.send(
                    sent++, ScatterGatherList.of(pair.one.memory, (long) i * MESSAGE_LENGTH, lengths[i]), 0);
            if (status != NdStatus.SUCCESS) {
                return status;
            }
        }
        for (int i = 0; i < burst; i++) {
            Completion arrival = pair.two.next();
            if (arrival.status() != NdStatus.SUCCESS) {
                return arrival.status();
            }
            int slot = (int) arrival.requestContext();
            assertThat(slot).isEqualTo((int) (received++ % RECEIVES));
            assertThat(arrival.bytesTransferred()).isEqualTo(lengths[i]);
            assertThat(sum(arrivals.buffer(), slot * MESSAGE_LENGTH, lengths[i]))
                    .isEqualTo(sums[i]);
            NdStatus renewed = postReceive(slot);
            if (renewed != NdStatus.SUCCESS) {
                return renewed;
            }
        }
        for (int i = 0; i < burst; i++) {
            Completion done = pair.one.next();
            if (done.status() != NdStatus.SUCCESS) {
                return done.status();
            }
        }
        return NdStatus.SUCCESS;
    }

    private NdStatus write() {
        int length = random.nextInt(WINDOW_LENGTH);
        int offset = random.nextInt(WINDOW_LENGTH - length);
        fill(pair.one.memory.buffer(), 0, length);
        long sum = sum(pair.one.memory.buffer(), 0, length);
        NdStatus status =
                pair.one.endpoint.write(0, ScatterGatherList.of(pair.one.memory, 0, length), remote, offset, 0);
        if (status == NdStatus.SUCCESS) {
            status = pair.one.next().status();
        }
        if (status == NdStatus.SUCCESS) {
            assertThat(sum(window.buffer(), offset, length)).isEqualTo(sum);
            written += length;
        }
        return status;
    }

    private NdStatus read() {
        int length = random.nextInt(WINDOW_LENGTH);
        int offset = random.nextInt(WINDOW_LENGTH - length);
        fill(window.buffer(), offset, length);
        long sum = sum(window.buffer(), offset, length);
        NdStatus status =
                pair.one.endpoint.read(0, ScatterGatherList.of(pair.one.memory, 0, length), remote, offset, 0);
        if (status == NdStatus.SUCCESS) {
            status = pair.one.next().status();
        }
        if (status == NdStatus.SUCCESS) {
            assertThat(sum(pair.one.memory.buffer(), 0, length)).isEqualTo(sum);
            read += length;
        }
        return status;
    }

    private void fill(MutableDirectBuffer buffer, int offset, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        buffer.putBytes(offset, bytes);
    }

    private static long sum(MutableDirectBuffer buffer, int offset, int length) {
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}
