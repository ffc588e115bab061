// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.MemoryWindow;
import io.oriel.api.WindowDescriptor;
import io.oriel.testing.lives.Plots.Plot;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A window bound to a plot, for the peer of one party. */
final class Binding {
    final Party party;
    final MemoryWindow window;
    final Plot plot;

    /** The plot is all of a region, which is deregistered when the window is free again. */
    final boolean isAlone;

    final UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
    boolean isOver;
    boolean isInvalidating;

    /** Its window is bound elsewhere, or may be, though its Invalidate has not completed. */
    boolean isWindowFree;

    /** The peer has posted a Send that takes it back. */
    boolean isTakenBack;

    /** The plot is for atomics, which count up from 0. */
    boolean isCounter;

    /** How many atomics were posted. */
    long additions;

    /** The Write that was posted last. */
    @Nullable
    Posted lastWrite;

    Binding(Party party, MemoryWindow window, Plot plot, boolean isAlone) {
        this.party = party;
        this.window = window;
        this.plot = plot;
        this.isAlone = isAlone;
    }
}
