// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.api.ControlAgent;
import io.oriel.engine.transport.LinkMemory;
import java.lang.ref.Reference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The regions of the peer that this end has mapped, once for all endpoints of the link; each is kept for as long as
 * something else refers to it.
 *
 * <p>The domain's owner and workers map at the same time. Only who needs the same region waits for its mapping.
 */
final class PeerRegions {
    private static final LinkMemory.Part WHOLE = LinkMemory.Part.whole(0, 0);

    private final LinkMemory memory;
    private final MappedRegions mapped = new MappedRegions();
    private final ConcurrentHashMap<Long, CompletableFuture<@Nullable Void>> underWay = new ConcurrentHashMap<>();

    // By the domain's owner.
    private final Long2ObjectHashMap<Arrival> asked = new Long2ObjectHashMap<>();

    /** A region that a worker maps, for everybody who asked for it. */
    static final class Arrival {
        final long id;
        private final LinkMemory.Part part;

        // Written by the worker; over is last.
        private @Nullable UnsafeBuffer memory;
        private volatile boolean over;

        private Arrival(long id, LinkMemory.Part part) {
            this.id = id;
            this.part = part;
        }

        /** Tells whether the worker has mapped it, or cannot. */
        boolean isOver() {
            return over;
        }

        /** Returns the memory once {@link #isOver}; null if it cannot be mapped. */
        @Nullable
        UnsafeBuffer memory() {
            return memory;
        }
    }

    PeerRegions(LinkMemory memory) {
        this.memory = memory;
    }

    /**
     * Finds what a binding is of, or maps it. A control call of the domain's owner.
     *
     * @param target     as the peer's descriptor says it; gets its memory, or none if the peer has no such region any more
     * @param isWritable true to write it
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if it cannot be mapped
     */
    void open(PeerBinding target, boolean isWritable) {
        // A window is opened again and again: that allocates nothing.
        if (!mapped.find(target, isWritable)) {
            LinkMemory.Part part = LinkMemory.Part.of(target.start, target.length);
            UnsafeBuffer bytes = part == null ? null : openOnce(target.regionId, isWritable, part);
            try {
                if (bytes == null || !mapped.find(target, isWritable)) {
                    target.reach(null, 0);
                }
            } finally {
                Reference.reachabilityFence(bytes); // else the collector may take it before it is found
            }
        }
    }

    /**
     * Finds a whole region, or maps it. A control call of the domain's owner, or on a worker.
     *
     * @param regionId   as the peer told it
     * @param isWritable true to write it
     * @param whole      the part that is all of it
     * @return its bytes; null if the peer has no such region any more
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if it cannot be mapped
     */
    @Nullable
    UnsafeBuffer open(long regionId, boolean isWritable, LinkMemory.Part whole) {
        UnsafeBuffer before = find(regionId, isWritable);
        return before == null ? openOnce(regionId, isWritable, whole) : before;
    }

    private @Nullable UnsafeBuffer openOnce(long regionId, boolean isWritable, LinkMemory.Part part) {
        ControlAgent.requireOtherThread();
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> others = underWay.putIfAbsent(regionId, done);
        while (others != null) {
            others.join();
            others = underWay.putIfAbsent(regionId, done);
        }
        try {
            UnsafeBuffer known = mapped.find(regionId, isWritable, part);
            return known == null ? map(regionId, isWritable, part) : known;
        } finally {
            underWay.remove(regionId);
            done.complete(null);
        }
    }

    /** What is mapped of the region already is mapped again with the rest: windows that are used in turn find it. */
    private @Nullable UnsafeBuffer map(long regionId, boolean isWritable, LinkMemory.Part part) {
        MappedRegions.Mapped before = mapped.find(regionId);
        LinkMemory.Part all = before == null ? part : part.joined(before.start, before.end);
        boolean writes = isWritable || (before != null && before.isWritable);
        UnsafeBuffer bytes = memory.mapRegion(regionId, writes, all);
        if (bytes != null) {
            mapped.add(regionId, bytes, writes, all);
        }
        return bytes;
    }

    /**
     * Finds a whole region that was mapped before. From any thread.
     *
     * @param regionId   as the peer told it
     * @param isWritable true to write it
     * @return its bytes; null if it is not mapped, or not so
     */
    @Nullable
    UnsafeBuffer find(long regionId, boolean isWritable) {
        return mapped.find(regionId, isWritable, WHOLE);
    }

    /**
     * Lets a worker map a region for writing, once for all who ask meanwhile. By the domain's owner.
     *
     * @param regionId as the peer told it
     * @param whole    the part that is all of it
     * @param workers  where it is mapped
     * @return where it will be; what the workers throw is thrown, and nothing was asked
     */
    Arrival ask(long regionId, LinkMemory.Part whole, Executor workers) {
        Arrival known = asked.get(regionId);
        if (known != null) {
            return known;
        }
        Arrival arrival = new Arrival(regionId, whole);
        workers.execute(() -> arrive(arrival));
        asked.put(regionId, arrival);
        return arrival;
    }

    /** Somebody who has asked needs it no more, or has it. By the domain's owner. */
    void forget(Arrival arrival) {
        if (asked.get(arrival.id) == arrival) {
            asked.remove(arrival.id);
        }
    }

    /** Adds memory of the peer's that only the domain's owner looks at from now on. On a worker. */
    void add(long id, UnsafeBuffer bytes) {
        mapped.add(id, bytes, false, WHOLE);
    }

    /** Lets go of all that is mapped; what a worker maps meanwhile is kept as ever. By the domain's owner. */
    void letGo() {
        mapped.forEach(memory::unmapRegion);
    }

    /** On a worker. What cannot be mapped arrives as well, so that nobody waits for it. */
    private void arrive(Arrival arrival) {
        try {
            arrival.memory = open(arrival.id, true, arrival.part);
        } finally {
            arrival.over = true; // Pairs with Arrival#isOver: the memory before.
        }
    }
}
