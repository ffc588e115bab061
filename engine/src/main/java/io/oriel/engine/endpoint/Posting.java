// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.initiator.InitiatorQueue;
import io.oriel.engine.initiator.PeerWindow;
import io.oriel.engine.initiator.PeerWindowTable;
import io.oriel.engine.initiator.Request;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.memory.Window;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Checks what is posted on a connected endpoint and puts it into the initiator queue. A refusal changes nothing. By the
 * domain's owner.
 */
final class Posting {
    private static final int COMMON = OpFlags.SILENT_SUCCESS | OpFlags.READ_FENCE | OpFlags.DEFER;
    private static final int USUAL_SEND = COMMON | OpFlags.SEND_AND_SOLICIT_EVENT;
    private static final int SEND = COMMON | OpFlags.SEND_AND_SOLICIT_EVENT | OpFlags.INLINE;
    private static final int WRITE = COMMON | OpFlags.INLINE;
    private static final int CHANGES = OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;
    private static final int RIGHTS = OpFlags.ALLOW_READ | CHANGES;
    private static final int BIND = COMMON | RIGHTS;

    private final EndpointHome home;
    private final EndpointConfig config;
    private final InitiatorQueue queue;
    private final Initiator initiator;
    private final PeerWindowTable peerWindows = new PeerWindowTable();

    Posting(EndpointHome home, EndpointConfig config, InitiatorQueue queue, Initiator initiator) {
        this.home = home;
        this.config = config;
        this.queue = queue;
        this.initiator = initiator;
    }

    NdStatus send(LinkEnd link, long context, ScatterGatherList list, int flags) {
        boolean usual = (flags & ~USUAL_SEND) == 0 && config.maxInitiatorSge() > 0 && list != null;
        return usual && initiator.sendNow(context, list, flags, link)
                ? NdStatus.SUCCESS
                : sendLater(link, context, list, flags);
    }

    private NdStatus sendLater(LinkEnd link, long context, ScatterGatherList list, int flags) {
        NdStatus status = check(list, flags, SEND, NdStatus.INVALID_PARAMETER_4);
        if (status == NdStatus.SUCCESS) {
            queue.capture(queue.claim(RequestType.SEND, context, flags), list, isInline(flags));
            initiator.posted(link);
        }
        return status;
    }

    NdStatus sendAndInvalidate(LinkEnd link, long context, ScatterGatherList list, RemoteWindow window, int flags) {
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
            initiator.posted(link);
        }
        return status;
    }

    NdStatus read(LinkEnd link, long context, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        if (!isOwn(window)) {
            return NdStatus.INVALID_HANDLE;
        }
        NdStatus status = check(list, flags, COMMON, NdStatus.INVALID_PARAMETER_6);
        if (status == NdStatus.SUCCESS
                && !initiator.transferNow(RequestType.READ, context, list, (PeerWindow) window, offset, flags, link)) {
            Request request = queue.claim(RequestType.READ, context, flags);
            queue.capture(request, list, false);
            aim(request, (PeerWindow) window, offset);
            initiator.posted(link);
        }
        return status;
    }

    NdStatus write(LinkEnd link, long context, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        if (!isOwn(window)) {
            return NdStatus.INVALID_HANDLE;
        }
        boolean usual = (flags & ~COMMON) == 0 && config.maxInitiatorSge() > 0 && list != null;
        return usual
                        && initiator.transferNow(
                                RequestType.WRITE, context, list, (PeerWindow) window, offset, flags, link)
                ? NdStatus.SUCCESS
                : writeLater(link, context, list, window, offset, flags);
    }

    private NdStatus writeLater(
            LinkEnd link, long context, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        NdStatus status = check(list, flags, WRITE, NdStatus.INVALID_PARAMETER_6);
        if (status == NdStatus.SUCCESS) {
            Request request = queue.claim(RequestType.WRITE, context, flags);
            queue.capture(request, list, isInline(flags));
            aim(request, (PeerWindow) window, offset);
            initiator.posted(link);
        }
        return status;
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // those of Write, and the value
    NdStatus writeWithImmediate(
            LinkEnd link,
            long context,
            ScatterGatherList list,
            RemoteWindow window,
            long offset,
            int immediate,
            int flags) {
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
            initiator.posted(link);
        }
        return status;
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // those of CompareAndSwap
    NdStatus atomic(
            LinkEnd link,
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
            initiator.posted(link);
        }
        return status;
    }

    /** Opens a window of the peer's, or throws NdException. */
    RemoteWindow open(LinkEnd link, DirectBuffer descriptor, int offset, @Nullable RemoteWindow reuse) {
        PeerWindow window = peerWindows.open(descriptor, offset, reuse);
        DirectLink direct = link.direct();
        if (direct == null) {
            window.direct().renounce();
        } else {
            direct.open(window.direct());
        }
        return window;
    }

    private NdStatus checkBind(MemoryRegion region, MemoryWindow window, long offset, long length, int flags) {
        if (!(region instanceof Region memory)
                || !memory.isUsableIn(home.regions())
                || !(window instanceof Window own)
                || !own.isUsableIn(home.windows())) {
            return NdStatus.INVALID_HANDLE;
        }
        if (queue.isFull()) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        if (!mayBegin(memory, offset, flags)) {
            return NdStatus.INVALID_PARAMETER_4;
        }
        if (!memory.contains(offset, length)) {
            return NdStatus.INVALID_PARAMETER_5;
        }
        if ((flags & ~BIND) != 0) {
            return NdStatus.INVALID_PARAMETER_6;
        }
        boolean changes = (flags & CHANGES) != 0;
        return changes && !memory.isWritable() ? NdStatus.ACCESS_VIOLATION : NdStatus.SUCCESS;
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // as many as ND's Bind has
    NdStatus bind(
            LinkEnd link,
            long context,
            MemoryRegion region,
            MemoryWindow window,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        NdStatus status = checkBind(region, window, offset, length, flags);
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        if (!DescriptorLayout.fits(descriptor, descriptorOffset)) {
            return NdStatus.INVALID_PARAMETER_7;
        }
        Window own = (Window) window;
        Region memory = (Region) region;
        DirectLink direct = link.direct();
        WindowSlot slot = null;
        if (direct != null && memory.isMapped()) {
            slot = direct.windows().reserve(initiator.peerUser());
            if (slot == null) {
                return NdStatus.INSUFFICIENT_RESOURCES;
            }
        }
        long generation = own.assignGeneration();
        try {
            DescriptorLayout.write(
                    descriptor, descriptorOffset, own.id(), generation, own.tokenOf(generation), length);
            if (slot != null) {
                DescriptorLayout.writeExposure(descriptor, descriptorOffset, slot, flags, memory.id());
            }
        } catch (Throwable e) { // by the caller's buffer
            if (slot != null) {
                slot.forget();
            }
            throw e;
        }
        Request request = queue.claim(RequestType.BIND, context, flags);
        request.exposure = slot;
        request.binds(own, generation, memory, offset, length);
        initiator.bindPosted(request, link);
        return NdStatus.SUCCESS;
    }

    private NdStatus checkFastRegister(
            MemoryRegion region,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        if (!(region instanceof Region memory) || !memory.isUsableIn(home.regions())) {
            return NdStatus.INVALID_HANDLE;
        }
        if (queue.isFull()) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        if (!memory.isFastRegistrable()) {
            return NdStatus.INVALID_PARAMETER_2;
        }
        if (!mayBegin(memory, offset, flags)) {
            return NdStatus.INVALID_PARAMETER_3;
        }
        if (!memory.contains(offset, length)) {
            return NdStatus.INVALID_PARAMETER_4;
        }
        if ((flags & ~BIND) != 0) {
            return NdStatus.INVALID_PARAMETER_5;
        }
        if (!DescriptorLayout.fits(descriptor, descriptorOffset)) {
            return NdStatus.INVALID_PARAMETER_6;
        }
        return (flags & RIGHTS & ~memory.remoteRights()) == 0 ? NdStatus.SUCCESS : NdStatus.ACCESS_VIOLATION;
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // those of Bind
    NdStatus fastRegister(
            LinkEnd link,
            long context,
            MemoryRegion region,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        NdStatus status = checkFastRegister(region, offset, length, flags, descriptor, descriptorOffset);
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        Region memory = (Region) region;
        Window token = memory.token();
        long generation = token.assignGeneration();
        DescriptorLayout.write(
                descriptor, descriptorOffset, token.id(), generation, token.tokenOf(generation), length);
        Request request = queue.claim(RequestType.FAST_REGISTER, context, flags);
        request.binds(token, generation, memory, offset, length);
        initiator.bindPosted(request, link);
        return NdStatus.SUCCESS;
    }

    /** Tells whether a binding can begin somewhere in a region. */
    private static boolean mayBegin(Region memory, long offset, int flags) {
        return offset >= 0
                && offset <= memory.length()
                && ((flags & OpFlags.ALLOW_ATOMIC) == 0 || memory.isAligned(offset));
    }

    NdStatus invalidate(LinkEnd link, long context, MemoryRegion region, int flags) {
        if (!(region instanceof Region own) || !own.isUsableIn(home.regions())) {
            return NdStatus.INVALID_HANDLE;
        }
        return own.isFastRegistrable() ? invalidate(link, context, own.token(), flags) : NdStatus.INVALID_PARAMETER_2;
    }

    NdStatus invalidate(LinkEnd link, long context, MemoryWindow window, int flags) {
        if (!(window instanceof Window own) || !own.isUsableIn(home.windows())) {
            return NdStatus.INVALID_HANDLE;
        }
        if ((flags & ~COMMON) != 0) {
            return NdStatus.INVALID_PARAMETER_3;
        }
        if (queue.isFull()) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        Request request = queue.claim(RequestType.INVALIDATE, context, flags);
        request.window = own;
        own.invalidatePosted();
        initiator.posted(link);
        return NdStatus.SUCCESS;
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
        return isInline(flags) ? checkInline(list) : SgeList.check(list, config.maxInitiatorSge(), home.regions());
    }

    private NdStatus checkInline(ScatterGatherList list) {
        if (list.totalLength() > config.inlineDataSize()) {
            return NdStatus.BUFFER_OVERFLOW;
        }
        for (int index = 0; index < list.size(); index++) {
            MemoryRegion region = list.region(index);
            if (region != null && !(region instanceof Region own && own.isUsableIn(home.regions()))) {
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
