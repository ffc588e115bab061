// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.queue;

import io.oriel.engine.memory.Lingering;
import io.oriel.engine.memory.Region;

/** Where the Receives of one endpoint are shown to a peer that can place long messages by itself. By the domain's owner. */
public interface ShownReceives extends Lingering {
    /**
     * Tells whether a Receive should be shown.
     *
     * @param region of its only entry
     * @param length bytes
     * @return false if the peer would not place a message there
     */
    boolean isWorthShowing(Region region, long length);

    /**
     * Shows a Receive.
     *
     * @param index  of the Receive in the endpoint's life
     * @param region of its only entry
     * @param offset bytes from the region's start
     * @param length bytes
     */
    void show(long index, Region region, long offset, long length);

    /**
     * Tells whether a Receive is shown.
     *
     * @param index of the Receive in the endpoint's life
     * @return true if a message may have been placed there
     */
    boolean isShown(long index);

    /**
     * Hides a Receive: no placement begins there any more once {@link #settle} was called.
     *
     * @param index of the Receive in the endpoint's life
     */
    void hide(long index);

    /**
     * Shows a Receive that was hidden, as it was.
     *
     * @param index of the Receive in the endpoint's life
     */
    void showAgain(long index);

    /**
     * Makes what was hidden take effect.
     *
     * @return as {@link #isQuiet}
     */
    boolean settle();

    /**
     * Tells whether the peer places nothing, in any Receive of the endpoint.
     *
     * @return true if so: then nothing will be placed any more in those that were hidden before
     */
    boolean isQuiet();

    /** As {@link #isQuiet}, of what was hidden. */
    @Override
    default boolean isOver() {
        return isQuiet();
    }
}
