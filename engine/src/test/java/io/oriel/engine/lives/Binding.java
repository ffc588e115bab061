// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.lives;

import io.oriel.api.MemoryWindow;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.lives.Plots.Plot;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A window bound to a plot, for the peer of one party. */
final class Binding {
    final Party party;
    final MemoryWindow window;
    final Plot plot;
    final UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
    boolean isOver;
    boolean isInvalidating;

    /** Its window is bound elsewhere, or may be, though its Invalidate has not completed. */
    boolean isWindowFree;

    /** The Write that was posted last. */
    @Nullable
    Posted lastWrite;

    Binding(Party party, MemoryWindow window, Plot plot) {
        this.party = party;
        this.window = window;
        this.plot = plot;
    }
}
