// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.engine.control.Patience;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.Revocation;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import org.jspecify.annotations.Nullable;

/** Carries out the Binds and Invalidates of one endpoint. By the domain's owner. */
final class WindowRequests {
    private final WindowHolder holder;
    private final Patience patience;

    /** What a request does to a window of this side. Made once for each request, reused. */
    static final class Change {
        private @Nullable Window window;
        private @Nullable Region region;
        private @Nullable WindowSlot slot;
        private long generation;
        private long offset;
        private long length;
        private boolean ran;

        // What an Invalidate has taken back, until the peer has left it.
        private final Revocation taken = new Revocation();
        private long waitingSinceNs;

        /** The change of a Bind or FastRegister; the slot shows it to a peer that can reach the memory. */
        void bind(Window own, long numbered, Region memory, long at, long bytes, @Nullable WindowSlot shownBy) {
            window = own;
            generation = numbered;
            region = memory;
            offset = at;
            length = bytes;
            slot = shownBy;
            ran = false;
        }

        /** The change of an Invalidate. */
        void invalidate(Window own) {
            window = own;
            own.invalidatePosted();
            ran = false;
        }

        /** The request has ended, maybe without having run. */
        void end(RequestType type, boolean success) {
            Window changed = window;
            if (!success && changed != null && type == RequestType.FAST_REGISTER) {
                changed.takeBack(generation); // it outlives the connection
            }
            WindowSlot unused = slot;
            if (unused != null) {
                unused.forget();
            }
            window = null;
            region = null;
            slot = null;
        }

        /** The request is cancelled: nobody waits any more for the peer to leave. */
        void cancel(RequestType type) {
            Window changed = window;
            if (changed != null && type == RequestType.INVALIDATE) {
                changed.invalidateRan();
                taken.forget();
            }
        }
    }

    /**
     * Creates what carries them out.
     *
     * @param holder   to whom windows are bound
     * @param patience with a peer that is copying; the clock is looked at only then
     */
    WindowRequests(WindowHolder holder, Patience patience) {
        this.holder = holder;
        this.patience = patience;
    }

    /** Lets a Bind take effect at its post, unless something before it has to end first. */
    void bindNow(Request request, boolean fenced) {
        Window window = request.change.window;
        if (!fenced && window != null && !window.awaitsInvalidate()) {
            run(request, request.change);
        }
    }

    /** Ends a Bind, in its turn; true: it does not have to wait. */
    boolean bind(Request request) {
        if (!request.change.ran) {
            run(request, request.change);
        }
        request.end(request.status);
        return true;
    }

    private void run(Request request, Change change) {
        change.ran = true;
        Window window = change.window;
        Region region = change.region;
        boolean isToken = request.type == RequestType.FAST_REGISTER;
        if (window == null
                || region == null
                || !region.isRegistered()
                || !window.bind(
                        isToken ? WindowHolder.EVERY_ENDPOINT : holder,
                        region,
                        change.offset,
                        change.length,
                        request.flags,
                        change.generation,
                        change.slot)) {
            request.status = NdStatus.INVALID_DEVICE_REQUEST;
        } else {
            change.slot = null; // the window's now
            if (isToken) {
                window.context(request.context);
            }
        }
    }

    /** Takes a window back, and waits until the peer has left the memory; false if it is still inside. */
    boolean invalidate(Request request) {
        Change change = request.change;
        Window window = change.window;
        if (window == null) {
            throw new IllegalStateException("an Invalidate without a window");
        }
        if (!change.ran) {
            change.ran = true;
            request.status =
                    window.invalidate(holder, change.taken) ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
            if (!change.taken.isOver()) {
                change.waitingSinceNs = patience.nanoTime();
            }
        }
        if (!change.taken.isOver()) {
            if (patience.nanoTime() - change.waitingSinceNs <= patience.revokeNs()) {
                return false;
            }
            request.status = NdStatus.IO_TIMEOUT;
            change.taken.forget();
        }
        window.invalidateRan();
        request.end(request.status);
        return true;
    }

    /** Tells whether an Invalidate only waits for the peer to leave, and it has left: it has done its work. */
    boolean isOver(Request request) {
        return request.type == RequestType.INVALIDATE && request.change.ran && request.change.taken.isOver();
    }
}
