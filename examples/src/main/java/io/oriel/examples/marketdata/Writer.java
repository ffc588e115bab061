// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Waiting;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes entries at a steady rate into its own memory, and never looks who reads them. */
final class Writer {
    private static final long ENTRIES_PER_SECOND = 50_000;
    private static final long NAP_NS = 100_000;

    private final Adapter adapter;
    private final Waiting waiting;
    private final CompletionQueue queue;
    private final Completions completions;
    private final MemoryRegion memory;
    private final MemoryRegion message;
    private final UnsafeBuffer feed;
    private final List<Endpoint> readers = new ArrayList<>();

    Writer(Adapter adapter, Waiting waiting) {
        this.adapter = adapter;
        this.waiting = waiting;
        queue = adapter.createCompletionQueue(16);
        completions = new Completions(queue, waiting);
        memory = adapter.allocateMemory(Feed.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        feed = new UnsafeBuffer(memory.buffer(), 0, Feed.LENGTH);
    }

    /** Lets a reader in. */
    void admit(Listener listener) throws Exception {
        Connector connector = adapter.createConnector();
        listener.getConnectionRequest(connector).get();
        Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        connector.accept(endpoint).get();
        accepted(endpoint.bind(
                1, memory, adapter.createMemoryWindow(0), 0, Feed.LENGTH, OpFlags.ALLOW_READ, message.buffer(), 0));
        accepted(endpoint.send(2, ScatterGatherList.of(message), OpFlags.NONE));
        completions.nextSuccess();
        completions.nextSuccess();
        readers.add(endpoint);
    }

    /** Writes for some seconds, and waits until the readers have gone. */
    void run(int seconds) {
        System.out.println("writer: writes for " + readers.size() + " readers");
        long total = seconds * ENTRIES_PER_SECOND;
        long startNs = System.nanoTime();
        for (long number = 0; number < total; ) {
            long due = (System.nanoTime() - startNs) * ENTRIES_PER_SECOND / TimeUnit.SECONDS.toNanos(1);
            for (; number < Math.min(due, total); number++) {
                write(number);
            }
            pause();
        }
        long connected = readers.stream().filter(Endpoint::isConnected).count();
        System.out.println("writer: " + total + " entries in " + seconds + " s for " + readers.size()
                + " readers, of which " + connected + " are still there");
        feed.putLongRelease(Feed.OVER, 1);
        while (readers.stream().anyMatch(Endpoint::isConnected)) {
            pause();
        }
    }

    private void write(long number) {
        int entry = Feed.entry(number);
        feed.putLong(Feed.BEGUN, number + 1);
        VarHandle.storeStoreFence(); // who reads a byte of the new entry reads, behind it, that it was begun
        feed.putLong(entry + Feed.NUMBER, number);
        feed.putLong(entry + Feed.TIME, System.nanoTime());
        feed.putLong(entry + Feed.INSTRUMENT, Feed.instrument(number));
        feed.putLong(entry + Feed.PRICE, Feed.price(number));
        feed.putLongRelease(Feed.COMPLETE, number + 1);
    }

    /** Passes the time; between hosts the adapter answers the readers meanwhile. */
    private void pause() {
        if (waiting == Waiting.SLEEP) {
            var unused = adapter.await(NAP_NS);
        } else {
            completions.requireNone();
        }
    }
}
