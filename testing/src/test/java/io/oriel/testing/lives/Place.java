// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.endpoint.EndpointIds;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** One adapter of a process, with what is made once for all its connections. */
final class Place {
    private static final int QUEUE_DEPTH = 1024;
    private static final int SMALL_QUEUE_DEPTH = 2;
    private static final int WINDOWS = 4;

    final List<Party> parties = new ArrayList<>();
    final List<MemoryWindow> freeWindows = new ArrayList<>();

    @Nullable
    Listener listener;

    @Nullable
    Party awaiting;

    CompletableFuture<Void> request = new CompletableFuture<>();

    private final Inhabitant home;
    private final InetSocketAddress address;
    private final Adapter adapter;
    private final CompletionQueue queue;
    private final Plots mapped;
    private final Plots registered;
    private final @Nullable Pool pool;
    private final Notification notification;

    /** In which a stopped peer may be still. */
    private final List<MemoryRegion> lingering = new ArrayList<>();

    private final Ledger ledger;
    private final Completion[] completions = {new Completion(), new Completion(), new Completion(), new Completion()};
    private boolean closed;
    private int highestId;

    Place(Inhabitant home, InetSocketAddress address, World world) {
        this.home = home;
        this.address = address;
        adapter = home.provider().openAdapter();
        queue = adapter.createCompletionQueue(world.has(Trait.GROWING_QUEUES) ? SMALL_QUEUE_DEPTH : QUEUE_DEPTH);
        mapped = new Plots(adapter.allocateMemory(Plots.totalLength(), AccessFlags.ALLOW_LOCAL_WRITE));
        UnsafeBuffer own = new UnsafeBuffer(new byte[Plots.totalLength()]);
        registered = new Plots(adapter.registerMemory(own, AccessFlags.ALLOW_LOCAL_WRITE));
        ledger = new Ledger(world);
        pool = world.has(Trait.SHARED_RECEIVES) ? new Pool(adapter) : null;
        notification = new Notification(world, this);
        for (int window = 0; window < WINDOWS; window++) {
            freeWindows.add(adapter.createMemoryWindow(-1 - window));
        }
    }

    /** Learns the id of an endpoint that was made here. */
    void noteId(Endpoint made) {
        highestId = Math.max(highestId, EndpointIds.of(made));
    }

    /** Returns the highest id that an endpoint has ever had here. */
    int highestId() {
        return highestId;
    }

    Inhabitant home() {
        return home;
    }

    InetSocketAddress address() {
        return address;
    }

    Adapter adapter() {
        return adapter;
    }

    CompletionQueue queue() {
        return queue;
    }

    Plots mapped() {
        return mapped;
    }

    Plots registered() {
        return registered;
    }

    Ledger ledger() {
        return ledger;
    }

    /** Returns what some of its endpoints share; null if nothing. */
    @Nullable
    Pool pool() {
        return pool;
    }

    Notification notification() {
        return notification;
    }

    /** Changes how deep its queue is, if there is not more in it. */
    void resize(int depth) {
        try {
            queue.resize(depth);
        } catch (NdException e) {
            Violation.unless(e.status() == NdStatus.BUFFER_OVERFLOW, "resize(" + depth + "): " + e.getMessage());
        }
    }

    /** Gives back a region of a single window, at once unless a stopped peer may be inside. */
    void giveBack(MemoryRegion region, boolean mayLinger) {
        if (mayLinger) {
            lingering.add(region);
        } else {
            Endings.deregister(region);
        }
    }

    /** Nobody is stopped any more. */
    void releaseLingering() {
        ledger.releaseLingering();
        lingering.forEach(Endings::deregister);
        lingering.clear();
    }

    /** Takes what there is in all its queues; returns how much. */
    int take() {
        int taken = take(queue);
        if (taken > 0) {
            notification.taken();
        }
        for (Party party : parties) {
            if (party.ownQueue != null && !party.isQueueClosed) {
                taken += take(party.ownQueue);
            }
        }
        return taken;
    }

    private int take(CompletionQueue from) {
        int taken = 0;
        int count;
        while ((count = from.poll(completions, completions.length)) > 0) {
            for (int index = 0; index < count; index++) {
                ledger.completed(completions[index]);
            }
            taken += count;
        }
        ledger.emptied();
        return taken;
    }

    void verify() {
        if (!isGone()) {
            mapped.verify();
            registered.verify();
        }
    }

    void close() {
        closed = true;
        if (listener != null) {
            listener.close();
        }
        adapter.close();
    }

    boolean isGone() {
        return closed || !home.isAlive();
    }

    @Override
    public String toString() {
        return address.getPort() + " in process " + home.number();
    }
}
