// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowTable;
import org.agrona.MutableDirectBuffer;

/**
 * Checks the Binds and Invalidates that are posted on a connected endpoint and puts them into the initiator queue. A refusal
 * changes nothing. By the domain's owner.
 */
final class WindowPosting {
    private static final int CHANGES = OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;
    private static final int RIGHTS = OpFlags.ALLOW_READ | CHANGES;
    private static final int BIND = Posting.COMMON | RIGHTS;

    private final RegionTable regions;
    private final WindowTable windows;
    private final InitiatorQueue queue;
    private final Initiator initiator;

    WindowPosting(RegionTable regions, WindowTable windows, Initiator initiator) {
        this.regions = regions;
        this.windows = windows;
        this.initiator = initiator;
        queue = initiator.queue();
    }

    private NdStatus checkBind(MemoryRegion region, MemoryWindow window, long offset, long length, int flags) {
        if (!(region instanceof Region memory)
                || !memory.isUsableIn(regions)
                || !(window instanceof Window own)
                || !own.isUsableIn(windows)) {
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
        DirectLink direct = initiator.direct();
        WindowSlot slot = null;
        if (direct != null && memory.isMapped() && direct.isReached(flags)) {
            slot = direct.reserve(initiator.peerUser());
            if (slot == null) {
                return NdStatus.INSUFFICIENT_RESOURCES;
            }
        }
        long generation = own.assignGeneration();
        try {
            DescriptorLayout.write(descriptor, descriptorOffset, own.id(), generation, own.tokenOf(generation), length);
            if (slot != null) {
                DescriptorLayout.writeExposure(descriptor, descriptorOffset, slot, flags, memory.id(), offset);
            }
        } catch (Throwable e) { // by the caller's buffer
            if (slot != null) {
                slot.forget();
            }
            throw e;
        }
        Request request = queue.claim(RequestType.BIND, context, flags);
        request.changesWindow().bind(own, generation, memory, offset, length, slot);
        initiator.bindPosted(request);
        return NdStatus.SUCCESS;
    }

    private NdStatus checkFastRegister(
            MemoryRegion region,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        if (!(region instanceof Region memory) || !memory.isUsableIn(regions)) {
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
        DescriptorLayout.write(descriptor, descriptorOffset, token.id(), generation, token.tokenOf(generation), length);
        Request request = queue.claim(RequestType.FAST_REGISTER, context, flags);
        request.changesWindow().bind(token, generation, memory, offset, length, null);
        initiator.bindPosted(request);
        return NdStatus.SUCCESS;
    }

    /** Tells whether a binding can begin somewhere in a region. */
    private static boolean mayBegin(Region memory, long offset, int flags) {
        return offset >= 0
                && offset <= memory.length()
                && ((flags & OpFlags.ALLOW_ATOMIC) == 0 || memory.isAligned(offset));
    }

    NdStatus invalidate(long context, MemoryRegion region, int flags) {
        if (!(region instanceof Region own) || !own.isUsableIn(regions)) {
            return NdStatus.INVALID_HANDLE;
        }
        return own.isFastRegistrable() ? invalidate(context, own.token(), flags) : NdStatus.INVALID_PARAMETER_2;
    }

    NdStatus invalidate(long context, MemoryWindow window, int flags) {
        if (!(window instanceof Window own) || !own.isUsableIn(windows)) {
            return NdStatus.INVALID_HANDLE;
        }
        if ((flags & ~Posting.COMMON) != 0) {
            return NdStatus.INVALID_PARAMETER_3;
        }
        if (queue.isFull()) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        Request request = queue.claim(RequestType.INVALIDATE, context, flags);
        request.changesWindow().invalidate(own);
        initiator.posted();
        return NdStatus.SUCCESS;
    }
}
