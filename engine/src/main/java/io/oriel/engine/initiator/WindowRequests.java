// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import java.util.function.LongSupplier;

/** Carries out the Binds and Invalidates of one endpoint. By the domain's owner. */
public final class WindowRequests {
    private final WindowHolder holder;
    private final LongSupplier clock;
    private final long revokeNs;

    /**
     * Creates what carries them out.
     *
     * @param holder   to whom windows are bound
     * @param clock    nanoseconds; looked at only when a peer has to be awaited
     * @param revokeNs how long an Invalidate waits for a peer that is copying
     */
    public WindowRequests(WindowHolder holder, LongSupplier clock, long revokeNs) {
        this.holder = holder;
        this.clock = clock;
        this.revokeNs = revokeNs;
    }

    /**
     * Lets a Bind take effect at its post.
     *
     * @param request just posted
     * @param fenced  it has to wait for Reads
     */
    public void bindNow(Request request, boolean fenced) {
        Window window = request.window;
        if (!fenced && window != null && !window.awaitsInvalidate()) {
            run(request);
        }
    }

    /**
     * Ends a Bind, in its turn.
     *
     * @param request whose turn it is
     * @return true: it does not have to wait
     */
    public boolean bind(Request request) {
        if (!request.ran) {
            run(request);
        }
        request.end(request.status);
        return true;
    }

    private void run(Request request) {
        request.ran = true;
        Window window = request.window;
        boolean isToken = request.type == RequestType.FAST_REGISTER;
        if (window == null
                || request.region == null
                || !request.region.isRegistered()
                || !window.bind(
                        isToken ? WindowHolder.EVERY_ENDPOINT : holder,
                        request.region,
                        request.offset,
                        request.length,
                        request.flags,
                        request.generation,
                        request.exposure)) {
            request.status = NdStatus.INVALID_DEVICE_REQUEST;
        } else {
            request.exposure = null; // the window's now
            if (isToken) {
                window.context(request.context);
            }
        }
    }

    /**
     * Takes a window back, and waits until the peer has left the memory.
     *
     * @param request whose turn it is
     * @return false if the peer is still inside
     */
    public boolean invalidate(Request request) {
        Window window = request.window;
        if (window == null) {
            throw new IllegalStateException("an Invalidate without a window");
        }
        if (!request.ran) {
            request.ran = true;
            request.status =
                    window.invalidate(holder, request.taken) ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
            if (!request.taken.isOver()) {
                request.waitingSinceNs = clock.getAsLong();
            }
        }
        if (!request.taken.isOver()) {
            if (clock.getAsLong() - request.waitingSinceNs <= revokeNs) {
                return false;
            }
            request.status = NdStatus.IO_TIMEOUT;
            request.taken.forget();
        }
        window.invalidateRan();
        request.end(request.status);
        return true;
    }

    /**
     * Ends an Invalidate that only waited for the peer to leave, if it has left: it has done its work.
     *
     * @param queue    of the endpoint, whose connection ends
     * @param isHalted a request has failed: nothing behind it succeeds
     */
    public void finish(InitiatorQueue queue, boolean isHalted) {
        Request request = queue.nextToRun();
        if (request == null || isHalted) {
            return;
        }
        if (request.type == RequestType.INVALIDATE && request.ran && request.taken.isOver()) {
            boolean ended = invalidate(request);
            assert ended;
            queue.ran();
            boolean unused = queue.completeDone();
        }
    }
}
