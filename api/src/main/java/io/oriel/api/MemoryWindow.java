// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * A grant over part of a region, which one connected peer can use until the owner or the peer invalidates it.
 *
 * <p>Created invalidated; {@link Endpoint#bind} gives it memory, rights and an endpoint; {@link Endpoint#invalidate} or
 * the peer's {@link Endpoint#sendAndInvalidate} takes them away, and it may be bound anew, to any memory and endpoint of
 * its adapter. Windows may overlap and have different rights; they are independent. An endpoint may have many windows, a
 * window one endpoint. The end of the connection ends the binding.
 *
 * <p>Not for implementation by users. <b>Threading:</b> the adapter's domain. ND: INDMemoryWindow, IND2MemoryWindow,
 * NDK_MW.
 */
public interface MemoryWindow extends AutoCloseable {
    /**
     * Returns the context that comes back when the peer invalidates this window.
     *
     * @return what was given to {@link Adapter#createMemoryWindow}
     */
    long context();

    /**
     * Tells whether the window is bound.
     *
     * @return true from its Bind until its invalidation
     */
    boolean isBound();

    /**
     * Takes the grant back at once and frees the window. It does not wait for a peer that is inside the memory, as an
     * Invalidate does: such a peer may finish the part that it is copying, and {@link MemoryRegion#deregister} waits for
     * it. Does nothing the second time.
     */
    @Override
    void close();
}
