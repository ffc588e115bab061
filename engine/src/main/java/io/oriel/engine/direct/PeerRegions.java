// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;
import java.lang.ref.WeakReference;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The regions of the peer that this end has mapped; each is kept for as long as something else refers to it. */
public final class PeerRegions {
    private static final int TIDY_AT = 64;

    private final LinkMemory memory;
    private final Long2ObjectHashMap<Mapped> byId = new Long2ObjectHashMap<>();
    private int tidyAt = TIDY_AT;

    private static final class Mapped extends WeakReference<UnsafeBuffer> {
        final boolean isWritable;

        Mapped(UnsafeBuffer buffer, boolean isWritable) {
            super(buffer);
            this.isWritable = isWritable;
        }
    }

    PeerRegions(LinkMemory memory) {
        this.memory = memory;
    }

    /**
     * Finds a region, or maps it. A control call of the domain's owner.
     *
     * @param regionId   as the peer told it
     * @param isWritable true to write it
     * @return its bytes; null if the peer has no such region any more
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if it cannot be mapped
     */
    public @Nullable UnsafeBuffer open(long regionId, boolean isWritable) {
        UnsafeBuffer known = find(regionId, isWritable);
        if (known != null) {
            return known;
        }
        UnsafeBuffer mapped = memory.mapRegion(regionId, isWritable);
        if (mapped != null) {
            add(regionId, mapped, isWritable);
        }
        return mapped;
    }

    /**
     * Finds a region that was mapped before.
     *
     * @param regionId   as the peer told it
     * @param isWritable true to write it
     * @return its bytes; null if it is not mapped, or not so
     */
    public @Nullable UnsafeBuffer find(long regionId, boolean isWritable) {
        Mapped mapped = byId.get(regionId);
        return mapped != null && (mapped.isWritable || !isWritable) ? mapped.get() : null;
    }

    /**
     * Notes a region that was mapped.
     *
     * @param regionId   as the peer told it
     * @param buffer     its bytes
     * @param isWritable whether they can be written
     */
    void add(long regionId, UnsafeBuffer buffer, boolean isWritable) {
        if (byId.size() >= tidyAt) {
            byId.values().removeIf(each -> each.refersTo(null));
            tidyAt = Math.max(TIDY_AT, 2 * byId.size());
        }
        byId.put(regionId, new Mapped(buffer, isWritable));
    }
}
