// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import org.agrona.MutableDirectBuffer;

/**
 * A registered span of memory that requests may read and fill, and windows may grant to peers.
 *
 * <p>Not for implementation by users. <b>Threading:</b> the adapter's domain. ND: ND_MR_HANDLE, IND2MemoryRegion, NDK_MR.
 */
public interface MemoryRegion {
    /**
     * Returns the memory itself.
     *
     * @return a buffer of {@link #length()} bytes, or as many of them as an {@code int} can index; valid until the
     *     region is deregistered
     */
    MutableDirectBuffer buffer();

    /**
     * Returns how long the region is.
     *
     * @return bytes
     */
    long length();

    /**
     * Returns the rights given at registration.
     *
     * @return bits of {@link AccessFlags}
     */
    int access();

    /**
     * Tells whether the region can be used.
     *
     * @return false once it is deregistered
     */
    boolean isRegistered();

    /**
     * Takes the region back: later requests that name it are refused, and those posted already complete
     * ACCESS_VIOLATION when their turn comes (a Bind: INVALID_DEVICE_REQUEST), which ends their connection. Blocks while
     * a peer on this host is copying from or to it under a right that it has lost meanwhile: for microseconds, or, if its
     * process was stopped in that, for {@code timeouts.revoke}. ND: Deregister.
     *
     * @throws NdException DEVICE_BUSY while a window is bound to it, or a peer has not left it; the region is then
     *     unchanged. INVALID_HANDLE if it is deregistered already
     */
    void deregister();
}
