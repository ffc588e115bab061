// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.memory.WindowTable;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Checks what is posted on a connected endpoint and puts it into the initiator queue. A refusal changes nothing. By the
 * domain's owner.
 */
public final class Posting {
    static final int COMMON = OpFlags.SILENT_SUCCESS | OpFlags.READ_FENCE | OpFlags.DEFER;
    private static final int USUAL_SEND = COMMON | OpFlags.SEND_AND_SOLICIT_EVENT;
    private static final int SEND = COMMON | OpFlags.SEND_AND_SOLICIT_EVENT | OpFlags.INLINE;
    private static final int WRITE = COMMON | OpFlags.INLINE;

    private final RegionTable regions;
    private final EndpointConfig config;
    private final InitiatorQueue queue;
    private final Initiator initiator;
    private final PeerWindow.Table peerWindows = new PeerWindow.Table();
    private final WindowPosting ownWindows;

    /**
     * Creates the way in for requests of an endpoint.
     *
     * @param regions   of the adapter
     * @param windows   of the adapter
     * @param config    of the endpoint
     * @param initiator of the endpoint
     */
    public Posting(RegionTable regions, WindowTable windows, EndpointConfig config, Initiator initiator) {
        ownWindows = new WindowPosting(regions, windows, initiator);
        this.regions = regions;
        this.config = config;
        this.initiator = initiator;
        queue = initiator.queue();
    }

    /** Posts a {@link io.oriel.api.Endpoint#send Send}. */
    public NdStatus send(long context, ScatterGatherList list, int flags) {
        boolean usual = (flags & ~USUAL_SEND) == 0 && list != null;
        return usual && sendNow(context, list, flags) ? NdStatus.SUCCESS : sendLater(context, list, flags);
    }

    private boolean sendNow(long context, ScatterGatherList list, int flags) {
        ShortPosts now = initiator.shortPosts();
        return now != null && now.send(context, list, flags);
    }

    private NdStatus sendLater(long context, ScatterGatherList list, int flags) {
        NdStatus status = check(list, flags, SEND, NdStatus.INVALID_PARAMETER_4);
        if (status == NdStatus.SUCCESS) {
            queue.capture(queue.claim(RequestType.SEND, context, flags), list, isInline(flags));
            initiator.posted();
        }
        return status;
    }

    /** Posts a {@link io.oriel.api.Endpoint#sendAndInvalidate Send that invalidates}: no Write by the window is posted after it. */
    public NdStatus sendAndInvalidate(long context, ScatterGatherList list, RemoteWindow window, int flags) {
        if (!isOwn(window)) {
            return NdStatus.INVALID_HANDLE;
        }
        NdStatus status = check(list, flags, SEND, NdStatus.INVALID_PARAMETER_5);
        if (status == NdStatus.SUCCESS) {
            PeerWindow target = (PeerWindow) window;
            Request request = queue.claim(RequestType.SEND, context, flags);
            queue.capture(request, list, isInline(flags));
            request.aimAt(target, 0);
            request.invalidates = true;
            peerWindows.invalidate(target);
            initiator.posted();
        }
        return status;
    }

    /** Posts a {@link io.oriel.api.Endpoint#read Read}. */
    public NdStatus read(long context, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        if (!isOwn(window)) {
            return NdStatus.INVALID_HANDLE;
        }
        boolean usual = (flags & ~COMMON) == 0 && list != null;
        return usual && transferNow(RequestType.READ, context, list, (PeerWindow) window, offset, flags)
                ? NdStatus.SUCCESS
                : readLater(context, list, (PeerWindow) window, offset, flags);
    }

    private NdStatus readLater(long context, ScatterGatherList list, PeerWindow window, long offset, int flags) {
        NdStatus status = check(list, flags, COMMON, NdStatus.INVALID_PARAMETER_6);
        if (status == NdStatus.SUCCESS) {
            Request request = queue.claim(RequestType.READ, context, flags);
            queue.capture(request, list, false);
            aim(request, window, offset);
            initiator.posted();
        }
        return status;
    }

    /** Posts a {@link io.oriel.api.Endpoint#write Write}. */
    public NdStatus write(long context, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        if (!isOwn(window)) {
            return NdStatus.INVALID_HANDLE;
        }
        boolean usual = (flags & ~COMMON) == 0 && list != null;
        return usual && transferNow(RequestType.WRITE, context, list, (PeerWindow) window, offset, flags)
                ? NdStatus.SUCCESS
                : writeLater(context, list, (PeerWindow) window, offset, flags);
    }

    private boolean transferNow(
            RequestType type, long context, ScatterGatherList list, PeerWindow window, long offset, int flags) {
        ShortPosts now = initiator.shortPosts();
        return now != null && now.transfer(type, context, list, window, offset, flags);
    }

    private NdStatus writeLater(long context, ScatterGatherList list, PeerWindow window, long offset, int flags) {
        NdStatus status = check(list, flags, WRITE, NdStatus.INVALID_PARAMETER_6);
        if (status == NdStatus.SUCCESS) {
            Request request = queue.claim(RequestType.WRITE, context, flags);
            queue.capture(request, list, isInline(flags));
            aim(request, window, offset);
            initiator.posted();
        }
        return status;
    }

    /** Posts a {@link io.oriel.api.Endpoint#writeWithImmediate Write of which the peer is told}. */
    @SuppressWarnings("checkstyle:ParameterNumber") // those of Write, and the value
    public NdStatus writeWithImmediate(
            long context, ScatterGatherList list, RemoteWindow window, long offset, int immediate, int flags) {
        if (!isOwn(window)) {
            return NdStatus.INVALID_HANDLE;
        }
        NdStatus status = check(list, flags, SEND, NdStatus.INVALID_PARAMETER_6);
        if (status == NdStatus.SUCCESS) {
            Request request = queue.claim(RequestType.WRITE, context, flags);
            queue.capture(request, list, isInline(flags));
            aim(request, (PeerWindow) window, offset);
            request.hasImmediate = true;
            request.immediate = immediate;
            initiator.posted();
        }
        return status;
    }

    /** Posts an atomic of a type. */
    @SuppressWarnings("checkstyle:ParameterNumber") // those of CompareAndSwap
    public NdStatus atomic(
            RequestType type,
            long context,
            ScatterGatherList list,
            RemoteWindow window,
            long offset,
            long expected,
            long operand,
            int flags) {
        if (!isOwn(window)) {
            return NdStatus.INVALID_HANDLE;
        }
        if ((offset & (Long.BYTES - 1)) != 0) {
            return NdStatus.INVALID_PARAMETER_4;
        }
        boolean adds = type == RequestType.FETCH_AND_ADD;
        NdStatus status =
                check(list, flags, COMMON, adds ? NdStatus.INVALID_PARAMETER_6 : NdStatus.INVALID_PARAMETER_7);
        if (status == NdStatus.SUCCESS && list.totalLength() != Long.BYTES) {
            return NdStatus.INVALID_BUFFER_SIZE;
        }
        if (status == NdStatus.SUCCESS) {
            Request request = queue.claim(type, context, flags);
            queue.capture(request, list, false);
            aim(request, (PeerWindow) window, offset);
            request.operand = operand;
            request.expected = expected;
            initiator.posted();
        }
        return status;
    }

    /** Posts a {@link io.oriel.api.Endpoint#bind Bind}. */
    @SuppressWarnings("checkstyle:ParameterNumber") // as many as ND's Bind has
    public NdStatus bind(
            long context,
            MemoryRegion region,
            MemoryWindow window,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        return ownWindows.bind(context, region, window, offset, length, flags, descriptor, descriptorOffset);
    }

    /** Posts a {@link io.oriel.api.Endpoint#fastRegister fast registration}. */
    public NdStatus fastRegister(
            long context,
            MemoryRegion region,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        return ownWindows.fastRegister(context, region, offset, length, flags, descriptor, descriptorOffset);
    }

    /** Posts an Invalidate of a region's fast registration. */
    public NdStatus invalidate(long context, MemoryRegion region, int flags) {
        return ownWindows.invalidate(context, region, flags);
    }

    /** Posts an Invalidate of a window. */
    public NdStatus invalidate(long context, MemoryWindow window, int flags) {
        return ownWindows.invalidate(context, window, flags);
    }

    /** Opens a window of the peer's, or throws NdException. */
    public RemoteWindow open(DirectBuffer descriptor, int offset, @Nullable RemoteWindow reuse) {
        PeerWindow window = peerWindows.open(descriptor, offset, reuse);
        DirectLink direct = initiator.direct();
        if (direct == null) {
            window.binding().renounce();
        } else {
            direct.open(window.binding());
        }
        return window;
    }

    private NdStatus check(ScatterGatherList list, int flags, int allowed, NdStatus unknownFlags) {
        if (list == null) {
            return NdStatus.INVALID_PARAMETER_2;
        }
        if ((flags & ~allowed) != 0) {
            return unknownFlags;
        }
        if (queue.isFull()) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        return isInline(flags) ? checkInline(list) : SgeList.check(list, config.maxInitiatorSge(), regions);
    }

    private NdStatus checkInline(ScatterGatherList list) {
        if (list.totalLength() > config.inlineDataSize()) {
            return NdStatus.BUFFER_OVERFLOW;
        }
        for (int index = 0; index < list.size(); index++) {
            MemoryRegion region = list.region(index);
            if (region != null && !(region instanceof Region own && own.isUsableIn(regions))) {
                return NdStatus.INVALID_HANDLE;
            }
        }
        return NdStatus.SUCCESS;
    }

    private static void aim(Request request, PeerWindow window, long offset) {
        request.aimAt(window, offset);
        if (window.isInvalidated()) {
            request.status = NdStatus.ACCESS_VIOLATION;
        }
    }

    private boolean isOwn(RemoteWindow window) {
        return window instanceof PeerWindow own && own.isUsableIn(peerWindows);
    }

    private static boolean isInline(int flags) {
        return (flags & OpFlags.INLINE) != 0;
    }
}
