// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.collectives.data.Slab;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** What another rank has shown and granted of its memory, and the Reads and Writes of it. By the domain's owner. */
public final class Views {
    /** Comes back in the completion of each Read whose end is awaited. */
    static final long READING = 2;

    private final Endpoint endpoint;
    private final Int2ObjectHashMap<View> views = new Int2ObjectHashMap<>();
    private final ScatterGatherList list = new ScatterGatherList(1);
    private int pending;

    Views(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** A piece of the other rank's memory. */
    private static final class View {
        final RemoteWindow window;
        int uses;

        View(RemoteWindow window) {
            this.window = window;
        }
    }

    /**
     * Takes what the other rank has told of a piece of its memory.
     *
     * @param id         by which offers name it
     * @param descriptor memory of the window's descriptor
     * @param at         where it begins
     */
    public void open(int id, Slab descriptor, int at) {
        try {
            views.put(id, new View(endpoint.openWindow(descriptor.buffer(), at)));
        } catch (NdException e) {
            if (endpoint.isConnected()) {
                throw e;
            }
        }
    }

    /**
     * Tells whether somebody here reads a piece, or may do so.
     *
     * @param id by which offers name it
     * @return false if nobody does
     */
    public boolean isUsed(int id) {
        View view = views.get(id);
        return view != null && (view.uses > 0 || !isQuiet());
    }

    /**
     * Forgets a piece of the other rank's memory.
     *
     * @param id by which offers name it
     */
    public void close(int id) {
        views.remove(id);
    }

    /**
     * Begins to use a piece, until {@link #endUse}.
     *
     * @param id by which an offer names it
     * @return null if it is not there, or not there any more
     */
    public @Nullable RemoteWindow use(int id) {
        View view = views.get(id);
        if (view == null) {
            return null;
        }
        view.uses++;
        return view.window;
    }

    /**
     * Ends a use of a piece.
     *
     * @param id by which an offer names it
     */
    public void endUse(int id) {
        View view = views.get(id);
        if (view != null) {
            view.uses--;
        }
    }

    /**
     * Begins to read.
     *
     * @param window in use
     * @param from   bytes from its start
     * @param to     takes the bytes
     * @param at     where
     * @param bytes  how many
     * @return false if it has to be tried again, or the other end is gone
     */
    public boolean read(RemoteWindow window, long from, MemoryRegion to, long at, int bytes) {
        list.clear().add(to, at, bytes);
        boolean posted = endpoint.read(READING, list, window, from, OpFlags.NONE) == NdStatus.SUCCESS;
        pending += posted ? 1 : 0;
        return posted;
    }

    /**
     * Opens memory that the other rank has granted.
     *
     * @param descriptor memory of the window's descriptor
     * @param at         where it begins
     * @param reuse      a window of former memory; null if there is none
     * @return the window; null if the rank has gone
     */
    public @Nullable RemoteWindow openGranted(Slab descriptor, int at, @Nullable RemoteWindow reuse) {
        try {
            return endpoint.openWindow(descriptor.buffer(), at, reuse);
        } catch (NdException e) {
            if (endpoint.isConnected()) {
                throw e;
            }
            return null;
        }
    }

    /**
     * Writes.
     *
     * @param window that was granted
     * @param to     bytes from its start
     * @param from   has the bytes
     * @param at     where
     * @param bytes  how many
     * @return false if it has to be tried again, or the other end is gone
     */
    public boolean write(RemoteWindow window, long to, MemoryRegion from, long at, int bytes) {
        list.clear().add(from, at, bytes);
        return endpoint.write(0, list, window, to, OpFlags.SILENT_SUCCESS) == NdStatus.SUCCESS;
    }

    /** A Read has completed. */
    public void completed() {
        pending--;
    }

    /**
     * Tells whether all that was read is there.
     *
     * @return false if the adapter has to be polled
     */
    public boolean isQuiet() {
        return pending == 0;
    }
}
