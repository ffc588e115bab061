// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.queue;

import io.oriel.engine.memory.Region;
import org.agrona.collections.ObjectHashSet;
import org.jspecify.annotations.Nullable;

/** Which of the Receives of a queue the peer sees, and in which regions they are. By the domain's owner. */
final class Showing implements Region.Shower {
    private final ReceiveQueue queue;
    private final ShownReceives to;
    private final ObjectHashSet<Region> regions = new ObjectHashSet<>();
    private @Nullable Region last;
    private long upTo;

    Showing(ReceiveQueue queue, ShownReceives to) {
        this.queue = queue;
        this.to = to;
    }

    /**
     * Shows a Receive, if it is one in which the peer can place a message and would.
     *
     * @param index of the Receive in the endpoint's life
     * @param list  its memory
     */
    void show(long index, SgeList list) {
        Region only = list.onlyRegion();
        if (only != null && only.isWritable() && to.isWorthShowing(only, list.totalLength())) {
            show(index, list, only);
        }
    }

    private void show(long index, SgeList list, Region only) {
        if (only.contains(list.firstOffset(), list.totalLength())) {
            if (only != last) {
                regions.add(only);
                only.shownBy(this);
                last = only; // last: those before may throw, and are to be done before it is shown
            }
            to.show(index, only, list.firstOffset(), list.totalLength());
            upTo = index + 1;
        }
    }

    /** Tells whether the peer may have placed a message in a Receive. */
    boolean isShown(long index) {
        return to.isShown(index);
    }

    @Override
    public Region.Hidden hide(Region region) {
        HiddenReceives hidden = new HiddenReceives(to, (int) queue.outstanding());
        for (long index = queue.head(); index < Math.min(queue.posted(), upTo); index++) {
            if (queue.list(index).onlyRegion() == region && to.isShown(index)) {
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

    /** As {@link ReceiveQueue#hideAll}. */
    boolean hideAll() {
        if (upTo <= queue.head()) {
            return true;
        }
        for (long index = queue.head(); index < queue.posted(); index++) {
            to.hide(index);
        }
        if (to.settle()) {
            return true;
        }
        for (long index = queue.head(); index < queue.posted(); index++) {
            Region only = queue.list(index).onlyRegion();
            if (only != null && regions.remove(only)) {
                only.hiddenBy(this); // in whose room it lingers
                only.linger(to);
            }
        }
        last = null;
        return false;
    }

    /** Tells whether the peer places nothing. */
    boolean isQuiet() {
        return to.isQuiet();
    }

    /** No Receive is shown any more. */
    void end() {
        for (Region region : regions) {
            region.hiddenBy(this);
        }
        regions.clear();
        last = null;
    }
}
