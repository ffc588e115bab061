// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.WindowDescriptor;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The memory of this rank that others may read where it lies. A rank is shown it when it is first to read there: a window for
 * each, and its descriptor in a message before the first offer. By the domain's owner.
 */
public final class Exposures {
    private final Adapter adapter;
    private final IdentityHashMap<MemoryRegion, Exposure> all = new IdentityHashMap<>();
    private int nextId;

    /** A piece of memory, and to whom it was shown. */
    private static final class Exposure {
        final int id;
        final boolean[] shown;
        final List<MemoryWindow> windows = new ArrayList<>();

        Exposure(int id, int ranks) {
            this.id = id;
            shown = new boolean[ranks];
        }
    }

    /**
     * Exposes nothing yet.
     *
     * @param adapter of the world
     */
    public Exposures(Adapter adapter) {
        this.adapter = adapter;
    }

    /**
     * Lets others read memory.
     *
     * @param region of the adapter, mapped
     * @param ranks  how many there are
     */
    public void add(MemoryRegion region, int ranks) {
        all.put(region, new Exposure(nextId++, ranks));
    }

    /**
     * Lets nobody read memory any more.
     *
     * @param region that was added; any other is left alone
     * @param lanes  to all ranks; null to this one
     * @param room   waits for room in one of them; tells whether there is
     */
    public void remove(MemoryRegion region, @Nullable Lane[] lanes, Predicate<Lane> room) {
        Exposure exposure = all.remove(region);
        if (exposure == null) {
            return;
        }
        exposure.windows.forEach(MemoryWindow::close);
        for (Lane lane : lanes) {
            if (lane != null && exposure.shown[lane.rank()] && room.test(lane)) {
                lane.commit(Key.of(Key.EXPOSURE, 0, exposure.id), 0, 0);
            }
        }
    }

    /**
     * Tells whether others may read memory.
     *
     * @param region any; null for none
     * @return true if it was added
     */
    public boolean has(@Nullable MemoryRegion region) {
        return region != null && all.containsKey(region);
    }

    /**
     * Tells whether an offer needs two messages, because the rank has not been shown the memory.
     *
     * @param region that was added
     * @param lane   to the rank
     * @return true before the first {@link #show}
     */
    public boolean isNewTo(MemoryRegion region, Lane lane) {
        return !of(region).shown[lane.rank()];
    }

    /**
     * Shows a rank memory. There must be room for a message.
     *
     * @param region that was added
     * @param lane   to the rank
     */
    public void show(MemoryRegion region, Lane lane) {
        Exposure exposure = of(region);
        MemoryWindow window = adapter.createMemoryWindow(exposure.id);
        exposure.windows.add(window);
        int at = lane.stagingAt(WindowDescriptor.LENGTH);
        int flags = OpFlags.ALLOW_READ | OpFlags.SILENT_SUCCESS;
        NdStatus status = lane.endpoint()
                .bind(
                        0,
                        region,
                        window,
                        0,
                        region.length(),
                        flags,
                        lane.staging().buffer(),
                        at);
        if (status == NdStatus.INSUFFICIENT_RESOURCES) {
            throw new NdException(status, "as much memory is exposed to a rank as can be; free some");
        }
        if (status == NdStatus.SUCCESS) { // else the endpoint has ended, and the offer will not go either
            lane.commit(Key.of(Key.EXPOSURE, 0, exposure.id), WindowDescriptor.LENGTH, 0);
        }
        exposure.shown[lane.rank()] = true;
    }

    /**
     * Returns by what name memory was shown.
     *
     * @param region that was added
     * @return the id
     */
    public int idOf(MemoryRegion region) {
        return of(region).id;
    }

    private Exposure of(MemoryRegion region) {
        Exposure exposure = all.get(region);
        if (exposure == null) {
            throw new IllegalStateException("the memory is not exposed");
        }
        return exposure;
    }
}
