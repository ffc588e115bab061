// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.engine.direct.ReceiveRing;
import java.util.function.LongSupplier;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.ObjectHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Which of the Receives of one endpoint its peer sees, to place long messages there, and in which regions they are. By the
 * domain's owner.
 */
public final class ShownReceives implements Region.Shower {
    private final ReceiveRing ring;
    private final LongSupplier oldest;
    private final Lingering placing;
    private final @Nullable Region[] shownIn; // by index; null if not shown
    private final ObjectHashSet<Region> regions = new ObjectHashSet<>();
    private @Nullable Region last;
    private long upTo;

    /**
     * Shows nothing yet.
     *
     * @param ring     that the peer maps
     * @param oldest   tells the index of the oldest Receive that is outstanding
     * @param capacity a power of two; Receives outstanding at most
     */
    public ShownReceives(ReceiveRing ring, LongSupplier oldest, int capacity) {
        this.ring = ring;
        this.oldest = oldest;
        placing = ring::isQuiet;
        shownIn = new Region[capacity];
    }

    /** Receives that the peer sees no more, because their region is to be deregistered. */
    private static final class HiddenReceives implements Region.Hidden {
        private final ReceiveRing ring;
        private final LongArrayList indices;

        HiddenReceives(ReceiveRing ring, int capacity) {
            this.ring = ring;
            indices = new LongArrayList(capacity, LongArrayList.DEFAULT_NULL_VALUE);
        }

        void add(long index) {
            ring.hide(index);
            indices.addLong(index);
        }

        /** Makes the hiding take effect. */
        void settle() {
            if (!indices.isEmpty()) {
                boolean unused = ring.settle(); // isOver looks
            }
        }

        @Override
        public boolean isOver() {
            return indices.isEmpty() || ring.isQuiet();
        }

        @Override
        public void showAgain() {
            for (int i = 0; i < indices.size(); i++) {
                ring.showAgain(indices.getLong(i));
            }
        }
    }

    /**
     * Shows a Receive, if it is one in which the peer can place a message and would.
     *
     * @param index of the Receive in the endpoint's life
     * @param list  its memory
     */
    public void show(long index, SgeList list) {
        Region only = list.onlyRegion();
        if (only != null && isToBeShown(only, list)) {
            if (only != last) {
                regions.add(only);
                only.shownBy(this);
                last = only; // last: those before may throw, and are to be done before it is shown
            }
            note(index, only);
            ring.show(index, only.id(), list.firstOffset(), list.totalLength());
            upTo = index + 1;
        } else {
            note(index, null);
        }
    }

    private boolean isToBeShown(Region only, SgeList list) {
        return ring.isFor(list.totalLength())
                && only.isWritable()
                && only.isMapped()
                && only.contains(list.firstOffset(), list.totalLength());
    }

    private void note(long index, @Nullable Region region) {
        int slot = (int) index & (shownIn.length - 1);
        if (shownIn[slot] != region) { // storing a reference costs a barrier of the collector
            shownIn[slot] = region;
        }
    }

    private @Nullable Region regionOf(long index) {
        return shownIn[(int) index & (shownIn.length - 1)];
    }

    /**
     * Tells whether the peer may have placed a message in a Receive.
     *
     * @param index of the Receive in the endpoint's life
     * @return false if it was not shown
     */
    public boolean isShown(long index) {
        return ring.isShown(index);
    }

    @Override
    public Region.Hidden hide(Region region) {
        long from = oldest.getAsLong();
        HiddenReceives hidden = new HiddenReceives(ring, (int) Math.max(0, upTo - from));
        for (long index = from; index < upTo; index++) {
            if (regionOf(index) == region && ring.isShown(index)) {
                hidden.add(index);
            }
        }
        hidden.settle();
        return hidden;
    }

    @Override
    public void forget(Region region) {
        regions.remove(region);
        if (last == region) {
            last = null;
        }
    }

    /**
     * Stops placements, because the connection has ended.
     *
     * @return true if none goes on; false if one may, until {@link #isQuiet}
     */
    public boolean hideAll() {
        long from = oldest.getAsLong();
        if (upTo <= from) {
            return true;
        }
        for (long index = from; index < upTo; index++) {
            ring.hide(index);
        }
        if (ring.settle()) {
            return true;
        }
        for (long index = from; index < upTo; index++) {
            Region only = regionOf(index);
            if (only != null && regions.remove(only)) {
                only.hiddenBy(this); // in whose room it lingers
                only.linger(placing);
            }
        }
        last = null;
        return false;
    }

    /** Tells whether the peer places nothing. */
    public boolean isQuiet() {
        return ring.isQuiet();
    }

    /** Waits a moment for that: as long as a peer that runs takes to copy a chunk; true if it has come. */
    public boolean isSoonQuiet() {
        return placing.isSoonOver();
    }

    /**
     * Waits for that, blocking the caller.
     *
     * @param timeoutNs nanoseconds at most
     * @return true if it has come
     */
    public boolean awaitQuiet(long timeoutNs) {
        return placing.await(timeoutNs);
    }

    /** No Receive is shown any more. */
    public void end() {
        for (Region region : regions) {
            region.hiddenBy(this);
        }
        regions.clear();
        last = null;
    }
}
