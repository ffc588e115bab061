// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.lives;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Listener;
import io.oriel.api.MemoryWindow;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** One adapter of a process, with what is made once for all its connections. */
final class Place {
    private static final int QUEUE_DEPTH = 1024;
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
    private final Ledger ledger;
    private final Completion[] completions = {new Completion(), new Completion(), new Completion(), new Completion()};
    private boolean closed;

    Place(Inhabitant home, InetSocketAddress address, World world) {
        this.home = home;
        this.address = address;
        adapter = home.provider().openAdapter();
        queue = adapter.createCompletionQueue(QUEUE_DEPTH);
        mapped = new Plots(adapter.allocateMemory(Plots.totalLength(), AccessFlags.ALLOW_LOCAL_WRITE));
        UnsafeBuffer own = new UnsafeBuffer(new byte[Plots.totalLength()]);
        registered = new Plots(adapter.registerMemory(own, AccessFlags.ALLOW_LOCAL_WRITE));
        ledger = new Ledger(world);
        for (int window = 0; window < WINDOWS; window++) {
            freeWindows.add(adapter.createMemoryWindow(window));
        }
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

    /** Takes what there is in all its queues; returns how much. */
    int take() {
        int taken = take(queue);
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
