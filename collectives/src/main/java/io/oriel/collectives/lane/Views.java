// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
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

    /** Comes back in the completion of each Invalidate whose end is awaited. */
    static final long REVOKING = 3;

    private final Endpoint endpoint;
    private final Int2ObjectHashMap<View> views = new Int2ObjectHashMap<>();
    private final ScatterGatherList list = new ScatterGatherList(1);
    private int pending;
    private int revoking;

    Views(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** A piece of the other rank's memory. */
    private static final class View {
        final RemoteWindow window;
        /** On the same memory, as far as it was granted; kept, so that the memory stays mapped. */
        @Nullable
        RemoteWindow granted;

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
     * @param id         by which it was shown
     * @param descriptor memory of the window's descriptor
     * @param at         where it begins
     * @return the window; null if it cannot be reached
     */
    public @Nullable RemoteWindow openGranted(int id, Slab descriptor, int at) {
        View view = views.get(id);
        if (view == null) {
            return null;
        }
        try {
            view.granted = endpoint.openWindow(descriptor.buffer(), at, view.granted);
            return view.granted;
        } catch (NdException | OutOfMemoryError e) { // no more mappings, or the rank has gone: it can do without
            return null;
        }
    }

    /**
     * Begins to take back memory that the other rank was granted, and may be writing.
     *
     * @param window on it
     * @return false if the connection has ended, and the grant with it
     */
    public boolean revoke(MemoryWindow window) {
        boolean posted = endpoint.invalidate(REVOKING, window, OpFlags.NONE) == NdStatus.SUCCESS;
        revoking += posted ? 1 : 0;
        return posted;
    }

    /**
     * Tells whether the other rank writes nothing any more of what was taken back.
     *
     * @return false if the adapter has to be polled
     */
    public boolean isRevoked() {
        return revoking == 0;
    }

    /**
     * An Invalidate has completed.
     *
     * @param requestContext of the completion
     */
    public void invalidated(long requestContext) {
        revoking -= requestContext == REVOKING ? 1 : 0;
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
