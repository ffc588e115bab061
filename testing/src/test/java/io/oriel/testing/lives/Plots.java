// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.MemoryRegion;
import io.oriel.api.ScatterGatherList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** A region in plots. One that nobody uses is full of poison, and nobody may change it. */
final class Plots {
    static final int LENGTH = 1024;

    private static final int COUNT = 40;
    private static final byte[] POISON = new byte[LENGTH];

    static {
        Arrays.fill(POISON, (byte) 0xDB);
    }

    private final MemoryRegion region;
    private final Deque<Plot> free = new ArrayDeque<>();
    private final List<Plot> all = new ArrayList<>();

    /** Part of a region, for one request or window at a time. */
    static final class Plot {
        private final Plots plots;
        private final int offset;
        private boolean used;
        private String lastUse = "nothing";

        private Plot(Plots plots, int offset) {
            this.plots = plots;
            this.offset = offset;
        }

        int offset() {
            return offset;
        }

        MemoryRegion region() {
            return plots.region;
        }

        MutableDirectBuffer buffer() {
            return plots.region.buffer();
        }

        ScatterGatherList range(int length) {
            return ScatterGatherList.of(plots.region, offset, length);
        }

        /** Nobody may touch it any more. */
        void release(String use) {
            assert used : lastUse + ", then " + use;
            lastUse = use;
            used = false;
            buffer().putBytes(offset, POISON);
            plots.free.add(this);
        }

        void verify() {
            if (!used && !isPoisoned()) {
                throw new Violation("memory at " + offset + " was changed after " + lastUse + " had completed");
            }
        }

        private boolean isPoisoned() {
            byte[] array = buffer().byteArray();
            int from = offset + Math.max(0, buffer().wrapAdjustment());
            return Arrays.equals(array, from, from + LENGTH, POISON, 0, LENGTH);
        }
    }

    Plots(MemoryRegion region) {
        this.region = region;
        for (int index = 0; index < region.length() / LENGTH; index++) {
            Plot plot = new Plot(this, index * LENGTH);
            all.add(plot);
            plot.used = true;
            plot.release("nothing");
        }
    }

    static int totalLength() {
        return COUNT * LENGTH;
    }

    MemoryRegion region() {
        return region;
    }

    @Nullable
    Plot take() {
        Plot plot = free.poll();
        if (plot != null) {
            plot.verify();
            plot.used = true;
        }
        return plot;
    }

    void verify() {
        all.forEach(Plot::verify);
    }
}
