// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The regions of one adapter. By the domain's owner. */
public final class RegionTable {
    private static final int ALL_ACCESS = AccessFlags.ALLOW_LOCAL_WRITE
            | AccessFlags.ALLOW_REMOTE_READ
            | AccessFlags.ALLOW_REMOTE_WRITE
            | AccessFlags.RDMA_READ_SINK;

    private final List<Region> regions = new ArrayList<>();

    /** Creates an empty table. */
    public RegionTable() {}

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
     * @param memory       its bytes
     * @param access       bits of {@link AccessFlags}
     * @param onDeregister gives the memory back
     * @return the region
     */
    public Region add(UnsafeBuffer memory, int access, Runnable onDeregister) {
        Region region = new Region(this, memory, access, onDeregister);
        regions.add(region);
        return region;
    }

    /**
     * Registers memory of the caller: the range that the buffer has now.
     *
     * @param buffer the caller's
     * @param access bits of {@link AccessFlags}
     * @return the region
     */
    public Region add(DirectBuffer buffer, int access) {
        return add(new UnsafeBuffer(buffer, 0, buffer.capacity()), access, () -> {});
    }

    /** Deregisters every region, when no window is bound any more. */
    public void close() {
        for (Region region : List.copyOf(regions)) {
            deregister(region);
        }
    }

    void deregister(Region region) {
        region.release();
        regions.remove(region);
    }
}
