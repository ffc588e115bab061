// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.examples.Waiting;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes entries at a steady rate into its own memory, and never looks who reads them.
 *
 * <p><b>Threading:</b> one thread, but for {@link #begin} and {@link #end}.
 */
final class Writer implements AutoCloseable {
    private static final long ENTRIES_PER_SECOND = 50_000;
    private static final long NAP_NS = 100_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final Adapter adapter;
    private final Waiting waiting;
    private final UnsafeBuffer feed;
    private final Readers readers;
    private final long life = System.currentTimeMillis();
    private volatile boolean isToBegin;
    private volatile boolean isToEnd;

    Writer(Adapter adapter, InetSocketAddress address, Waiting waiting) {
        this.adapter = adapter;
        this.waiting = waiting;
        MemoryRegion memory = adapter.allocateMemory(Feed.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        feed = new UnsafeBuffer(memory.buffer(), 0, Feed.LENGTH);
        feed.putLong(Feed.LIFE, life);
        feed.putLong(Feed.END, Feed.NO_END);
        readers = new Readers(adapter, address, memory);
    }

    /** Returns where readers come to. */
    InetSocketAddress address() {
        return readers.address();
    }

    /** Does not wait for more readers before it begins. Any thread. */
    void begin() {
        isToBegin = true;
        adapter.wakeup();
    }

    /** Writes no more. Any thread. */
    void end() {
        isToEnd = true;
        begin();
    }

    /** Waits until some readers have come, writes for some seconds, and waits until all have seen that it is over. */
    void run(int wanted, int seconds) {
        while (!isToBegin && readers.came() < wanted) {
            pause(Long.MAX_VALUE);
        }
        System.out.println("writer: writes for " + readers.came() + " readers");
        long total = write(seconds * ENTRIES_PER_SECOND);
        System.out.println("writer: " + total + " entries in " + total / ENTRIES_PER_SECOND + " s for " + readers.came()
                + " readers, of which " + readers.present() + " are still there");
        feed.putLongRelease(Feed.END, total);
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (readers.present() > 0 && System.nanoTime() - endNs < 0) {
            pause(endNs - System.nanoTime());
        }
    }

    /** Writes so many entries, each when it is due, and returns how many there were until it was to end. */
    private long write(long most) {
        long number = 0;
        long startNs = System.nanoTime();
        while (number < most && !isToEnd) {
            long due = (System.nanoTime() - startNs) * ENTRIES_PER_SECOND / TimeUnit.SECONDS.toNanos(1);
            for (; number < Math.min(due, most); number++) {
                writeEntry(number);
            }
            pause(NAP_NS);
        }
        return number;
    }

    private void writeEntry(long number) {
        int entry = Feed.entry(number);
        feed.putLong(Feed.BEGUN, number + 1);
        VarHandle.storeStoreFence(); // who reads a byte of the new entry reads, behind it, that it was begun
        feed.putLong(entry + Feed.NUMBER, number);
        feed.putLong(entry + Feed.TIME, System.nanoTime());
        feed.putLong(entry + Feed.INSTRUMENT, Feed.instrument(number));
        feed.putLong(entry + Feed.PRICE, Feed.price(life, number));
        feed.putLongRelease(Feed.COMPLETE, number + 1);
    }

    private void pause(long dueNs) {
        if (readers.poll() == 0) {
            waiting.forNews(adapter, dueNs);
        }
    }

    @Override
    public void close() {
        readers.close();
    }
}
