// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Latencies;
import io.oriel.examples.Waiting;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.MutableDirectBuffer;

/** Reads the writer's memory, some entries at a time, and counts those that were overwritten before. */
final class Reader {
    private static final int BATCH = 256;
    private static final long NAP_NS = 100_000;

    // In this side's memory.
    private static final int HEADER = 0;
    private static final int ENTRIES = 64;

    private final Adapter adapter;
    private final Waiting waiting;
    private final long pauseNs;
    private final Completions completions;
    private final Endpoint endpoint;
    private final MemoryRegion message;
    private final MemoryRegion memory;
    private final MutableDirectBuffer bytes;
    private final ScatterGatherList header;
    private final ScatterGatherList entries = new ScatterGatherList(1);
    private final Latencies ages = new Latencies("entries, from written to read", 0);
    private long received;
    private long missed;
    private long gaps;

    Reader(Adapter adapter, Waiting waiting, int pauseMicros) {
        this.adapter = adapter;
        this.waiting = waiting;
        pauseNs = TimeUnit.MICROSECONDS.toNanos(pauseMicros);
        CompletionQueue queue = adapter.createCompletionQueue(8);
        completions = new Completions(queue, waiting);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        memory = adapter.allocateMemory(ENTRIES + BATCH * Feed.ENTRY_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        bytes = memory.buffer();
        header = ScatterGatherList.of(memory, HEADER, Feed.HEADER_LENGTH);
    }

    void run(InetSocketAddress address) throws Exception {
        accepted(endpoint.receive(1, ScatterGatherList.of(message)));
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, address).get();
        connector.completeConnect().get();
        completions.nextSuccess(); // the descriptor has come
        follow(endpoint.openWindow(message.buffer(), 0));
        System.out.println((pauseNs > 0 ? "slow reader: " : "reader: ") + received + " entries, " + missed
                + " missed in " + gaps + " gaps; " + ages);
        connector.disconnect().get();
    }

    private void follow(RemoteWindow feed) {
        readHeader(feed);
        long next = 0;
        while (next < word(Feed.COMPLETE) || word(Feed.OVER) == 0) {
            long end = readEntries(feed, next, word(Feed.COMPLETE));
            readHeader(feed);
            long intact = Math.max(next, word(Feed.BEGUN) - Feed.CAPACITY); // what is older may be overwritten
            for (long number = intact; number < end; number++) {
                take(number, ENTRIES + (int) (number - next) * Feed.ENTRY_LENGTH);
            }
            next = intact == next ? end : skip(next, Math.max(intact, end), end - intact);
            pause(next);
        }
    }

    /** Reads some of the entries that are complete, up to the end of the ring at most. */
    private long readEntries(RemoteWindow feed, long next, long complete) {
        long untilEnd = Feed.CAPACITY - next % Feed.CAPACITY;
        long count = Math.min(complete - next, Math.min(BATCH, untilEnd));
        if (count > 0) {
            entries.clear().add(memory, ENTRIES, count * Feed.ENTRY_LENGTH);
            accepted(endpoint.read(2, entries, feed, Feed.entry(next), OpFlags.SILENT_SUCCESS));
        }
        return next + count;
    }

    /** Reads how far the writer has come, behind all that was read before. */
    private void readHeader(RemoteWindow feed) {
        accepted(endpoint.read(3, header, feed, 0, OpFlags.READ_FENCE));
        completions.nextSuccess();
    }

    private long word(int offset) {
        return bytes.getLong(HEADER + offset);
    }

    private void take(long number, int entry) {
        if (bytes.getLong(entry + Feed.NUMBER) != number
                || bytes.getLong(entry + Feed.INSTRUMENT) != Feed.instrument(number)
                || bytes.getLong(entry + Feed.PRICE) != Feed.price(number)) {
            throw new IllegalStateException("entry " + number + " is torn, and it was not seen");
        }
        ages.record(System.nanoTime() - bytes.getLong(entry + Feed.TIME));
        received++;
    }

    /** Goes on half a ring behind the writer, who would overtake at once again. */
    private long skip(long from, long atLeast, long taken) {
        long next = Math.max(atLeast, word(Feed.COMPLETE) - Feed.CAPACITY / 2);
        missed += next - from - Math.max(taken, 0);
        gaps++;
        return next;
    }

    private void pause(long next) {
        if (pauseNs > 0) {
            LockSupport.parkNanos(pauseNs);
        } else if (next >= word(Feed.COMPLETE) && waiting == Waiting.SLEEP) {
            var unused = adapter.await(NAP_NS);
        }
    }
}
