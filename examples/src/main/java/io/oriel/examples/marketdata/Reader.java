// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Waiting;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.connect.Connection;
import io.oriel.service.connect.DialHandler;
import io.oriel.service.connect.Redialler;
import io.oriel.service.name.StaticResolver;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the writer's memory, some entries at a time, and sees which were overwritten before. When the writer has gone it connects again
 * until it is back, and follows its new feed from the beginning, or the same one from where it was.
 *
 * <p><b>Threading:</b> one thread, but for {@link #end}.
 */
final class Reader implements DialHandler, AutoCloseable {
    private static final int BATCH = 256;
    private static final long NAP_NS = 100_000;

    // In this side's memory.
    private static final int HEADER = 0;
    private static final int ENTRIES = 64;

    private final Adapter adapter;
    private final Waiting waiting;
    private final long pauseNs;
    private final FeedHandler handler;
    private final Redialler redialler;
    private final CompletionQueue queue;
    private final Completion[] one = {new Completion()};
    private final MemoryRegion message;
    private final MemoryRegion memory;
    private final MutableDirectBuffer bytes;
    private final ScatterGatherList header;
    private final ScatterGatherList entries = new ScatterGatherList(1);
    private volatile boolean isEnded;

    // Of the connection.
    private long attempt;
    private @Nullable Connection connection;
    private @Nullable RemoteWindow window;
    private boolean isOffered;
    private boolean isReading;
    private long dueNs;

    // Where it is in the feed.
    private long life;
    private long complete;
    private long next;
    private long end; // of the entries that are being Read, which begin with the next

    Reader(Adapter adapter, InetSocketAddress address, Waiting waiting, int pauseMicros, FeedHandler handler) {
        this.adapter = adapter;
        this.waiting = waiting;
        this.handler = handler;
        pauseNs = TimeUnit.MICROSECONDS.toNanos(pauseMicros);
        redialler = new Redialler(
                adapter,
                StaticResolver.of(address),
                "market data",
                RedialConfig.defaults(),
                this,
                Surroundings.system());
        queue = adapter.createCompletionQueue(8);
        message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        memory = adapter.allocateMemory(ENTRIES + BATCH * Feed.ENTRY_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        bytes = memory.buffer();
        header = ScatterGatherList.of(memory, HEADER, Feed.HEADER_LENGTH);
    }

    /** Follows the feed until it is over. */
    void run() {
        while (!isEnded) {
            if (poll() == 0) {
                waiting.forNews(adapter, untilDueNs(System.nanoTime()));
            }
        }
    }

    /** Follows it no longer. Any thread. */
    void end() {
        isEnded = true;
        adapter.wakeup();
    }

    private int poll() {
        long nowNs = System.nanoTime();
        int work = redialler.poll(nowNs);
        if (queue.poll(one, 1) > 0) {
            onCompletion(one[0], nowNs);
            return work + 1;
        }
        Connection current = connection;
        if (current == null) {
            return work;
        }
        if (current.hasEnded()) {
            lose(current, "the writer has gone", nowNs);
            return work + 1;
        }
        if (isOffered && window == null) {
            open(current, nowNs);
        }
        RemoteWindow feed = window;
        if (feed == null || isReading || nowNs - dueNs < 0) {
            return work;
        }
        isReading = read(current.endpoint(), feed); // if it cannot be, that it has ended is seen next
        return work + 1;
    }

    private long untilDueNs(long nowNs) {
        if (connection == null) {
            return redialler.untilDueNs(nowNs);
        }
        return window == null || isReading ? Long.MAX_VALUE : Math.max(0, dueNs - nowNs);
    }

    @Override
    public Endpoint newEndpoint() {
        attempt++;
        isOffered = false;
        isReading = false;
        Endpoint endpoint = adapter.createEndpoint(
                queue, queue, EndpointConfig.defaults().withQueueDepth(2).withContext(attempt));
        Completions.accepted(endpoint.receive(0, ScatterGatherList.of(message)));
        return endpoint;
    }

    @Override
    public byte[] privateData() {
        return new byte[0];
    }

    @Override
    public void onConnection(Connection made, byte[] privateData) {
        connection = made;
    }

    @Override
    public void onFailure(NdStatus status, String explanation, byte[] privateData) {
        handler.onAway(status + ": " + explanation);
    }

    private void lose(Connection lost, String why, long nowNs) {
        attempt++; // what is left of it is not looked at
        connection = null;
        window = null;
        lost.close();
        redialler.redial(false, nowNs);
        handler.onAway(why);
    }

    private void onCompletion(Completion completion, long nowNs) {
        if (completion.endpointContext() != attempt) {
            return;
        }
        Connection current = connection;
        if (completion.status() != NdStatus.SUCCESS) {
            if (current != null) { // else the redialler tries again
                lose(current, completion.toString(), nowNs);
            }
        } else if (completion.requestType() == RequestType.RECEIVE) {
            isOffered = true;
        } else {
            isReading = false;
            onRead();
            long restNs = next >= complete && waiting == Waiting.SLEEP ? NAP_NS : 0;
            dueNs = nowNs + Math.max(pauseNs, restNs);
        }
    }

    private void open(Connection current, long nowNs) {
        try {
            window = current.endpoint().openWindow(message.buffer(), 0);
            complete = next; // the first Read is of the header alone
            dueNs = nowNs;
        } catch (NdException e) {
            lose(current, "its memory cannot be reached: " + e.getMessage(), nowNs);
        }
    }

    /** Reads some of the entries that are complete, up to the end of the ring at most, and behind them how far the writer has come. */
    private boolean read(Endpoint endpoint, RemoteWindow feed) {
        long untilEnd = Feed.CAPACITY - next % Feed.CAPACITY;
        long count = Math.max(0, Math.min(complete - next, Math.min(BATCH, untilEnd)));
        end = next + count;
        if (count > 0) {
            entries.clear().add(memory, ENTRIES, count * Feed.ENTRY_LENGTH);
            NdStatus status = endpoint.read(0, entries, feed, Feed.entry(next), OpFlags.SILENT_SUCCESS);
            if (status != NdStatus.SUCCESS) {
                return false;
            }
        }
        return endpoint.read(0, header, feed, 0, OpFlags.READ_FENCE) == NdStatus.SUCCESS;
    }

    private void onRead() {
        if (word(Feed.LIFE) != life) { // it has only read the header yet
            life = word(Feed.LIFE);
            next = 0;
            end = 0;
            handler.onLife(life);
        }
        complete = word(Feed.COMPLETE);
        long begin = next;
        long intact = word(Feed.BEGUN) - Feed.CAPACITY; // what is older may be overwritten
        if (intact > next) {
            // Half a ring behind the writer, if it has overtaken, which it would do at once again.
            next = intact < end ? intact : Math.max(intact, complete - Feed.CAPACITY / 2);
            handler.onGap(begin, next);
        }
        for (; next < end; next++) {
            handler.onEntry(next, bytes, ENTRIES + (int) (next - begin) * Feed.ENTRY_LENGTH);
        }
        if (next >= word(Feed.END)) {
            isEnded = true;
        }
    }

    private long word(int offset) {
        return bytes.getLong(HEADER + offset);
    }

    @Override
    public void close() {
        redialler.close();
        if (connection != null) {
            connection.close();
        }
        queue.close();
    }
}
