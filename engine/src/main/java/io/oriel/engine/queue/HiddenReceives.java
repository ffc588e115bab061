// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.queue;

import io.oriel.engine.memory.Region;
import org.agrona.collections.LongArrayList;

/** Receives that the peer sees no more, because their region is to be deregistered. */
final class HiddenReceives implements Region.Hidden {
    private final ShownReceives shown;
    private final LongArrayList indices;

    HiddenReceives(ShownReceives shown, int capacity) {
        this.shown = shown;
        indices = new LongArrayList(capacity, LongArrayList.DEFAULT_NULL_VALUE);
    }

    void add(long index) {
        shown.hide(index);
        indices.addLong(index);
    }

    /** Makes the hiding take effect. */
    void settle() {
        if (!indices.isEmpty()) {
            boolean unused = shown.settle(); // isOver looks
        }
    }

    @Override
    public boolean isOver() {
        return indices.isEmpty() || shown.isQuiet();
    }

    @Override
    public void showAgain() {
        for (int i = 0; i < indices.size(); i++) {
            shown.showAgain(indices.getLong(i));
        }
    }
}
