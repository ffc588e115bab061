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
     * <p><b>Memory:</b> deregistering a region of {@link Adapter#allocateMemory}, or closing its adapter, releases its space. An
     * access through this buffer, or through a buffer that wraps it, does not crash the JVM afterwards, but must not happen: it
     * finds zeros, and may take space again that no other region can have until the buffers are collected. During the release, or
     * where no space is left, such an access raises an {@link InternalError}.
     *
     * @return a buffer of {@link #length()} bytes, or as many of them as an {@code int} can index; valid until the
     *     region is deregistered. It is the caller's view: wrapping other memory in it does not move the region
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
     * Writes the descriptor by which any connected peer may read or write the whole region, as far as it was registered
     * with ALLOW_REMOTE_READ and ALLOW_REMOTE_WRITE. It is opened and used as that of a window is, until the region is
     * deregistered; a window is narrower, can be taken back alone, and is reached faster. Of a region with
     * {@link AccessFlags#FAST_REGISTER} it is that of the present binding. ND: GetRemoteToken.
     *
     * @param descriptor takes {@link WindowDescriptor#LENGTH} bytes, the same each time; the caller's
     * @param offset     bytes from the start of {@code descriptor}
     * @throws NdException INVALID_HANDLE if the region is deregistered; INVALID_BUFFER_SIZE if the descriptor does not fit;
     *     INVALID_DEVICE_STATE if the region is to be fast-registered, and is not; INSUFFICIENT_RESOURCES if the adapter
     *     has as many windows and tokens as it can have
     */
    void getRemoteToken(MutableDirectBuffer descriptor, int offset);

    /**
     * Takes the region back: later requests that name it are refused, its token ends, and requests posted already complete
     * ACCESS_VIOLATION when their turn comes (a Bind: INVALID_DEVICE_REQUEST), which ends their connection. Blocks while
     * a peer on this host is copying from or to it under a right that it has lost meanwhile: for microseconds, or, if its
     * process was stopped in that, for {@code timeouts.revoke}. ND: Deregister.
     *
     * @throws NdException DEVICE_BUSY while a window is bound to it, or a peer has not left it; the region is then
     *     unchanged. INVALID_HANDLE if it is deregistered already
     * @throws IllegalStateException on a control agent, if it would have to block for a stopped peer; the region is unchanged
     */
    void deregister();
}
