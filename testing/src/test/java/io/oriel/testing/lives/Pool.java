// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.Adapter;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.testing.lives.Plots.Plot;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shared receive queue of a place, with what was posted there and no message has taken. */
final class Pool {
    private static final int DEPTH = 8;

    private final SharedReceiveQueue queue;
    private final Set<Posted> open = new LinkedHashSet<>();

    Pool(Adapter adapter) {
        queue = adapter.createSharedReceiveQueue(DEPTH, 1, 0);
    }

    SharedReceiveQueue queue() {
        return queue;
    }

    void posted(Posted receive) {
        open.add(receive);
    }

    void completed(Posted receive) {
        open.remove(receive);
    }

    /** Returns the Receive that has a message, though its completion was not taken; null if none has. */
    @Nullable
    Posted holding(long sender, long number) {
        for (Posted each : open) {
            Plot plot = each.plot;
            if (plot != null && Claims.isMessage(plot, sender, number)) {
                return each;
            }
        }
        return null;
    }

    /** Closes it: what no message has taken does not complete, and is not touched any more. */
    void close(Ledger ledger) {
        queue.close();
        for (Posted each : open) {
            ledger.forget(each);
            if (each.plot != null) {
                each.plot.release("the close of " + each);
            }
        }
        open.clear();
    }
}
