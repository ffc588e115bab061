// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.transport.LinkMemory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The memory of a link, where each mapping is one of its own and is counted. */
public final class CountingMemory implements LinkMemory {
    private final LinkMemory memory;
    private final Map<Long, List<WeakReference<UnsafeBuffer>>> mappings = new HashMap<>();

    /** Counts what is mapped of some memory. */
    public CountingMemory(LinkMemory memory) {
        this.memory = memory;
    }

    /** Returns how often a region was mapped. */
    public synchronized int mappings(long regionId) {
        return mappings.getOrDefault(regionId, List.of()).size();
    }

    /** Returns how many mappings of a region somebody refers to. */
    public synchronized long alive(long regionId) {
        return mappings.getOrDefault(regionId, List.of()).stream()
                .filter(each -> !each.refersTo(null))
                .count();
    }

    @Override
    public UnsafeBuffer own() {
        return memory.own();
    }

    @Override
    public UnsafeBuffer peer() {
        return memory.peer();
    }

    @Override
    public synchronized @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
        UnsafeBuffer bytes = memory.mapRegion(regionId, isWritable, part);
        if (bytes == null) {
            return null;
        }
        UnsafeBuffer mapping = new UnsafeBuffer(bytes);
        mappings.computeIfAbsent(regionId, id -> new ArrayList<>()).add(new WeakReference<>(mapping));
        return mapping;
    }

    @Override
    public boolean isPeerGone() {
        return memory.isPeerGone();
    }
}
