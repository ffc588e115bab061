// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.collectives.data.Slab;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** What another rank has shown of its memory, and the Reads of it. By the domain's owner. */
final class Views {
    /** Comes back in the completion of each Read whose end is awaited. */
    static final long READING = 2;

    private final Endpoint endpoint;
    private final Int2ObjectHashMap<RemoteWindow> windows = new Int2ObjectHashMap<>();
    private final ScatterGatherList list = new ScatterGatherList(1);
    private int pending;

    Views(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Takes what the other rank has told of a piece of its memory. */
    void open(int id, Slab descriptor, int at) {
        windows.put(id, endpoint.openWindow(descriptor.buffer(), at));
    }

    /** Forgets a piece of the other rank's memory. */
    void close(int id) {
        windows.remove(id);
    }

    @Nullable
    RemoteWindow find(int id) {
        return windows.get(id);
    }

    /** Begins to read; false if it has to be tried again, or the other rank is gone. */
    boolean read(RemoteWindow window, long from, MemoryRegion to, long at, int bytes) {
        list.clear().add(to, at, bytes);
        boolean posted = endpoint.read(READING, list, window, from, OpFlags.NONE) == NdStatus.SUCCESS;
        pending += posted ? 1 : 0;
        return posted;
    }

    /** A Read has completed. */
    void completed() {
        pending--;
    }

    /** Tells whether all that was read is there. */
    boolean isQuiet() {
        return pending == 0;
    }
}
