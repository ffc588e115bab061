// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.transport.RegionMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The regions of one adapter. By the domain's owner. */
public final class RegionTable {
    private static final int ALL_ACCESS = AccessFlags.ALLOW_LOCAL_WRITE
            | AccessFlags.ALLOW_REMOTE_READ
            | AccessFlags.ALLOW_REMOTE_WRITE
            | AccessFlags.ALLOW_REMOTE_ATOMIC
            | AccessFlags.RDMA_READ_SINK
            | AccessFlags.FAST_REGISTER;

    private final List<Region> regions = new ArrayList<>();
    private final long revokeNs;
    private final WindowTable windows;
    private final Executor inside;

    /**
     * Creates an empty table that one thread alone uses.
     *
     * @param revokeNs how long a deregistration waits for peers that are copying
     */
    public RegionTable(long revokeNs) {
        this(revokeNs, new WindowTable(), Runnable::run);
    }

    /**
     * Creates an empty table.
     *
     * @param revokeNs how long a deregistration waits for peers that are copying
     * @param windows  where tokens are
     * @param inside   runs what an application asks of a region, at once, as the domain's owner
     */
    public RegionTable(long revokeNs, WindowTable windows, Executor inside) {
        this.revokeNs = revokeNs;
        this.windows = windows;
        this.inside = inside;
    }

    /**
     * Checks what a registration asks for, before anything is made.
     *
     * @param length    bytes
     * @param maxLength bytes at most
     * @param access    bits of {@link AccessFlags}
     * @throws NdException INVALID_BUFFER_SIZE, INVALID_PARAMETER
     */
    public static void check(long length, long maxLength, int access) {
        if (length == 0) {
            throw new NdException(NdStatus.INVALID_BUFFER_SIZE, "length must be in 1.." + maxLength + ", was 0");
        }
        if (length < 0 || length > maxLength) {
            throw new NdException(NdStatus.INVALID_PARAMETER, "length must be in 1.." + maxLength + ", was " + length);
        }
        if ((access & ~ALL_ACCESS) != 0) {
            throw new NdException(
                    NdStatus.INVALID_PARAMETER,
                    "access must be a combination of AccessFlags, was 0x" + Integer.toHexString(access));
        }
    }

    /**
     * Registers memory that the port allocated.
     *
     * @param memory given back when the region is deregistered, or if it cannot be registered
     * @param access bits of {@link AccessFlags}
     * @return the region
     */
    public Region add(RegionMemory memory, int access) {
        Region region;
        try {
            region = new Region(this, memory.buffer(), access, memory);
        } catch (Throwable e) {
            memory.release();
            throw e;
        }
        return add(region);
    }

    /**
     * Registers memory of the caller: the range that the buffer has now.
     *
     * @param buffer the caller's
     * @param access bits of {@link AccessFlags}
     * @return the region
     * @throws NdException INVALID_PARAMETER if atomics cannot work on it
     */
    public Region add(DirectBuffer buffer, int access) {
        UnsafeBuffer range = new UnsafeBuffer(buffer, 0, buffer.capacity());
        Region region = new Region(this, range, access, null);
        if ((region.remoteRights() & OpFlags.ALLOW_ATOMIC) != 0 && !region.isAligned(0)) {
            throw new NdException(
                    NdStatus.INVALID_PARAMETER,
                    "memory with ALLOW_REMOTE_ATOMIC must begin at an address that is a multiple of " + Long.BYTES
                            + "; this begins " + (range.addressOffset() & (Long.BYTES - 1)) + " byte(s) after one");
        }
        return add(region);
    }

    private Region add(Region region) {
        try {
            if (region.isFastRegistrable()) {
                Window unused = region.token(); // made now: a post must not
            }
            region.index = regions.size();
            regions.add(region);
        } catch (Throwable e) {
            region.giveUp(true);
            throw e;
        }
        return region;
    }

    /** Ends every registration, when no window is bound any more, also where a peer was stopped inside. */
    public void close() {
        regions.forEach(Region::close);
        regions.clear();
    }

    long revokeNs() {
        return revokeNs;
    }

    WindowTable windows() {
        return windows;
    }

    void writeToken(Region region, MutableDirectBuffer descriptor, int offset) {
        inside.execute(() -> region.writeToken(descriptor, offset));
    }

    void deregister(Region region) {
        inside.execute(() -> release(region));
    }

    private void release(Region region) {
        region.release();
        Region last = regions.remove(regions.size() - 1);
        if (last != region) {
            regions.set(region.index, last);
            last.index = region.index;
        }
    }
}
