// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

/**
 * Where a binding is shown to a peer that reaches the memory by itself. One object serves many bindings in turn, each
 * with a stamp of its own. By the domain's owner.
 */
public interface Exposure {
    /** Returns where the peer finds the binding. */
    int slot();

    /** Returns the stamp of the present binding, which no other has on the link; never 0. */
    long stamp();

    /**
     * Shows the binding: the peer may use it from now on.
     *
     * @param token    of the binding
     * @param regionId by which the peer maps the memory
     * @param start    bytes from the region's start
     * @param length   bytes
     * @param rights   ALLOW flags of {@link io.oriel.api.OpFlags}
     */
    void show(long token, long regionId, long start, long length, int rights);

    /**
     * Takes the binding back: no access begins any more.
     *
     * @return true if none goes on; false if one may, until {@link #isQuiet}
     */
    boolean revoke();

    /**
     * Tells whether no access under a binding that was taken back goes on.
     *
     * @param stamp of that binding
     * @return true if so: then none ever will
     */
    boolean isQuiet(long stamp);

    /** Gives up a stamp that was never shown. */
    void forget();
}
