// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.service.connect.Acceptance;
import io.oriel.service.connect.Acceptor;
import io.oriel.service.connect.Arrival;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Those who Read the feed: let in as they come, forgotten when they have gone. Nothing here waits for one of them, and there are so many
 * at most, so that the writer never loses more than a moment by them.
 */
final class Readers implements AutoCloseable {
    private static final int MOST = 64;
    private static final long ACCEPT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final byte[] NOTHING = {};

    private final Adapter adapter;
    private final MemoryRegion feed;
    private final CompletionQueue queue;
    private final Completion[] one = {new Completion()};
    private final UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
    private final ScatterGatherList message = new ScatterGatherList(1).add(descriptor, 0, WindowDescriptor.LENGTH);
    private final Acceptor acceptor;
    private final Consumer<Arrival> arrivals = this::arrive;
    private final List<Grant> grants = new ArrayList<>();
    private int came;

    /** The right of one of them to Read, until its connection ends. */
    private static final class Grant {
        final Acceptance acceptance;
        final MemoryWindow window;
        boolean isOffered;

        Grant(Acceptance acceptance, MemoryWindow window) {
            this.acceptance = acceptance;
            this.window = window;
        }

        void free() {
            acceptance.connection().close();
            window.close();
        }
    }

    Readers(Adapter adapter, InetSocketAddress address, MemoryRegion feed) {
        this.adapter = adapter;
        this.feed = feed;
        queue = adapter.createCompletionQueue(2 * MOST);
        acceptor = new Acceptor(adapter, address, MOST);
    }

    InetSocketAddress address() {
        return acceptor.localAddress();
    }

    /** Returns how many have been let in, with those that have gone. */
    int came() {
        return came;
    }

    /** Returns how many are there. */
    int present() {
        return grants.size();
    }

    /** Lets in who has come, and forgets who has gone; the adapter carries out what the others Read from another host meanwhile. */
    int poll() {
        int before = came;
        int work = acceptor.poll(arrivals);
        work += queue.poll(one, 1); // only what has failed, which has ended its connection
        for (int index = grants.size() - 1; index >= 0; index--) {
            Grant grant = grants.get(index);
            if (!isThere(grant)) {
                grants.remove(index);
                grant.free();
                work++;
            }
        }
        return work + came - before;
    }

    private void arrive(Arrival arrival) {
        if (grants.size() == MOST || !admit(arrival)) {
            var unused = arrival.reject(NOTHING); // it comes again, or has gone already
        }
    }

    private boolean admit(Arrival arrival) {
        MemoryWindow window = adapter.createMemoryWindow(0);
        try {
            EndpointConfig config = EndpointConfig.defaults().withQueueDepth(2);
            Endpoint endpoint = adapter.createEndpoint(queue, queue, config);
            Acceptance acceptance = arrival.accept(endpoint, NOTHING, System.nanoTime() + ACCEPT_NS);
            grants.add(new Grant(acceptance, window));
            return true;
        } catch (NdException e) {
            window.close();
            System.err.println("writer: a reader cannot be let in: " + e.getMessage());
            return false;
        }
    }

    private boolean isThere(Grant grant) {
        if (grant.acceptance.connection().hasEnded()) {
            return false;
        }
        if (grant.isOffered) {
            return true;
        }
        NdStatus status = grant.acceptance.poll(System.nanoTime());
        if (status != NdStatus.SUCCESS) {
            return status == NdStatus.PENDING;
        }
        grant.isOffered = offer(grant.acceptance.connection().endpoint(), grant.window);
        came += grant.isOffered ? 1 : 0;
        return grant.isOffered;
    }

    /** Shows a reader the memory. */
    private boolean offer(Endpoint endpoint, MemoryWindow window) {
        int flags = OpFlags.ALLOW_READ | OpFlags.SILENT_SUCCESS;
        return endpoint.bind(0, feed, window, 0, Feed.LENGTH, flags, descriptor, 0) == NdStatus.SUCCESS
                && endpoint.send(0, message, OpFlags.INLINE | OpFlags.SILENT_SUCCESS) == NdStatus.SUCCESS;
    }

    @Override
    public void close() {
        acceptor.close();
        grants.forEach(Grant::free);
        queue.close();
    }
}
