// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * The rights of a memory region, with ND's values; combined with {@code |}. Local reading is always allowed.
 *
 * <p>A window's rights need not be covered by the remote flags of its region; a window that may be written needs
 * {@link #ALLOW_LOCAL_WRITE}.
 *
 * <p>ND: ND_MR_FLAG_*. {@link #ALLOW_REMOTE_ATOMIC} is an extension of Oriel.
 */
public final class AccessFlags {
    /** Local reading only: the source of Sends and Writes. */
    public static final int NONE = 0;
    /** The region may take Receives and be the sink of Reads, and its windows may be written. */
    public static final int ALLOW_LOCAL_WRITE = 0x1;
    /** Peers may Read the region by its own token, {@link MemoryRegion#getRemoteToken}. */
    public static final int ALLOW_REMOTE_READ = 0x2;
    /** Peers may Write the region by its own token; contains {@link #ALLOW_LOCAL_WRITE}. */
    public static final int ALLOW_REMOTE_WRITE = 0x5;
    /**
     * The region may be the sink of Reads. Accepted, and without effect: a sink needs {@link #ALLOW_LOCAL_WRITE}, with
     * which this flag is not needed and without which a Read completes ACCESS_VIOLATION.
     */
    public static final int RDMA_READ_SINK = 0x8;

    /**
     * The region's token is bound and taken back by requests, {@link Endpoint#fastRegister} and {@link
     * Endpoint#invalidate(long, MemoryRegion, int)}, instead of lasting as long as the region. NDK: the parameter
     * FastRegister of NdkCreateMr; the value is Oriel's.
     */
    public static final int FAST_REGISTER = 0x10000;
    /**
     * Peers may carry out atomics in the region by its own token; contains {@link #ALLOW_LOCAL_WRITE}. The memory begins
     * at an address that is a multiple of {@value Long#BYTES}. An extension: ND has no atomics.
     */
    public static final int ALLOW_REMOTE_ATOMIC = 0x20001;

    private AccessFlags() {}
}
