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
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of this rank that others may read where it lies. A rank is shown it when it is first to read there: a window for
 * each, and its descriptor in a message before the first offer. By the domain's owner.
 */
public final class Exposures {
    /** The id of memory that was not added. */
    private static final int NONE = -1;

    private final Adapter adapter;
    private final IdentityHashMap<MemoryRegion, Exposure> all = new IdentityHashMap<>();
    private final Int2ObjectHashMap<Exposure> byId = new Int2ObjectHashMap<>();
    private final ArrayDeque<MemoryWindow> freeWindows = new ArrayDeque<>();
    private int nextId;

    /** A piece of memory, and to whom it was shown. */
    private static final class Exposure {
        final int id;
        final boolean[] shown;
        final @Nullable MemoryWindow[] windows;
        final boolean[] asked;
        final UnsafeBuffer descriptors;
        boolean isEnding;

        Exposure(int id, int ranks) {
            this.id = id;
            shown = new boolean[ranks];
            windows = new MemoryWindow[ranks];
            asked = new boolean[ranks];
            descriptors = new UnsafeBuffer(
                    BufferUtil.allocateDirectAligned(ranks * WindowDescriptor.LENGTH, BitUtil.CACHE_LINE_LENGTH));
        }

        void close(int rank) {
            MemoryWindow window = windows[rank];
            if (window != null) {
                window.close();
                windows[rank] = null;
            }
        }
    }

    /**
     * Exposes nothing yet.
     *
     * @param adapter of the world
     * @param start   the first id has its low bits
     */
    public Exposures(Adapter adapter, long start) {
        this.adapter = adapter;
        nextId = (int) start & Integer.MAX_VALUE;
    }

    /**
     * Lets others read memory.
     *
     * @param region of the adapter, mapped
     * @param ranks  how many there are
     */
    public void add(MemoryRegion region, int ranks) {
        while (byId.containsKey(nextId)) { // ids are reused
            nextId = nextId + 1 & Integer.MAX_VALUE;
        }
        Exposure exposure = new Exposure(nextId, ranks);
        nextId = nextId + 1 & Integer.MAX_VALUE;
        byId.put(exposure.id, exposure);
        all.put(region, exposure);
    }

    /**
     * Begins to let nobody read memory any more: offers none of it from now on.
     *
     * @param region that was added; any other is left alone
     * @return for {@link #isBack}
     */
    public int takeBack(MemoryRegion region) {
        Exposure exposure = all.remove(region);
        if (exposure == null) {
            return NONE;
        }
        exposure.isEnding = true;
        return exposure.id;
    }

    /**
     * Asks for memory, as far as there is room, and tells whether nobody reads it any more: those who may be in the midst of an
     * operation that has failed here answer when they know of it.
     *
     * @param id    of {@link #takeBack}
     * @param lanes to all ranks; null to this one
     * @return true once all have answered, or have gone
     */
    public boolean isBack(int id, @Nullable Lane[] lanes) {
        Exposure exposure = byId.get(id);
        if (exposure == null) {
            return true;
        }
        boolean isBack = true;
        for (int rank = 0; rank < lanes.length; rank++) {
            if (exposure.windows[rank] != null) {
                isBack &= isBackFrom(exposure, Objects.requireNonNull(lanes[rank]));
            }
        }
        if (isBack) {
            byId.remove(id);
        }
        return isBack;
    }

    private static boolean isBackFrom(Exposure exposure, Lane lane) {
        int rank = lane.rank();
        if (lane.isGone()) {
            exposure.close(rank);
            return true;
        }
        if (!exposure.asked[rank] && lane.hasRoom()) {
            exposure.asked[rank] = lane.commit(Key.of(Key.EXPOSURE, 0, exposure.id), 0, 0);
        }
        return false;
    }

    /**
     * A rank reads memory no more that was asked for.
     *
     * @param id   of the memory
     * @param rank that has answered
     */
    public void answered(int id, int rank) {
        Exposure exposure = byId.get(id);
        if (exposure != null && exposure.isEnding) {
            exposure.close(rank);
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
     * Prepares memory to be shown to a rank.
     *
     * @param region that was added
     * @param lane   to the rank
     * @return false if that cannot be, because as much is shown as can be, or the rank has gone
     */
    public boolean canBeShown(MemoryRegion region, Lane lane) {
        Exposure exposure = of(region);
        int rank = lane.rank();
        if (exposure.windows[rank] == null) {
            exposure.windows[rank] = bind(region, exposure, lane);
        }
        return exposure.windows[rank] != null;
    }

    private @Nullable MemoryWindow bind(MemoryRegion region, Exposure exposure, Lane lane) {
        MemoryWindow window = newWindow();
        if (window == null) {
            return null;
        }
        NdStatus status = lane.endpoint()
                .bind(
                        0,
                        region,
                        window,
                        0,
                        region.length(),
                        OpFlags.ALLOW_READ | OpFlags.SILENT_SUCCESS,
                        exposure.descriptors,
                        lane.rank() * WindowDescriptor.LENGTH);
        if (status == NdStatus.SUCCESS) {
            return window;
        }
        window.close();
        return null;
    }

    private @Nullable MemoryWindow newWindow() {
        try {
            return adapter.createMemoryWindow(0);
        } catch (NdException e) {
            if (e.status() == NdStatus.INSUFFICIENT_RESOURCES) {
                return null;
            }
            throw e;
        }
    }

    /**
     * Takes a window for {@link #grant}.
     *
     * @return for {@link #giveBackWindow}; null if there are as many as can be
     */
    public @Nullable MemoryWindow takeWindow() {
        MemoryWindow window = freeWindows.pollFirst();
        return window == null ? newWindow() : window;
    }

    /**
     * Gives back a window that is not bound any more.
     *
     * @param window for others
     */
    public void giveBackWindow(MemoryWindow window) {
        freeWindows.addFirst(window);
    }

    /**
     * Lets a rank write a part of memory, until the window is invalidated.
     *
     * @param window that was taken
     * @param region that was shown to the rank
     * @param from   bytes from its start
     * @param bytes  how many
     * @param lane   to the rank
     * @param at     where in the lane's staging the window's descriptor goes
     * @return false if that cannot be now
     */
    public boolean grant(MemoryWindow window, MemoryRegion region, long from, long bytes, Lane lane, int at) {
        int flags = OpFlags.ALLOW_WRITE | OpFlags.SILENT_SUCCESS;
        return lane.endpoint()
                        .bind(
                                0,
                                region,
                                window,
                                from,
                                bytes,
                                flags,
                                lane.staging().buffer(),
                                at)
                == NdStatus.SUCCESS;
    }

    /**
     * Shows a rank memory that {@link #canBeShown}. There must be room for a message.
     *
     * @param region that was added
     * @param lane   to the rank
     * @return false if it has to be tried again
     */
    public boolean show(MemoryRegion region, Lane lane) {
        Exposure exposure = of(region);
        int rank = lane.rank();
        int at = lane.stagingAt(WindowDescriptor.LENGTH);
        lane.staging()
                .buffer()
                .putBytes(at, exposure.descriptors, rank * WindowDescriptor.LENGTH, WindowDescriptor.LENGTH);
        exposure.shown[rank] = lane.commit(Key.of(Key.EXPOSURE, 0, exposure.id), WindowDescriptor.LENGTH, 0);
        return exposure.shown[rank];
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
