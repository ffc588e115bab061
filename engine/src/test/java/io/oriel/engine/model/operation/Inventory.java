// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.operation;

import java.util.List;

/** What each of the two sides has, by the numbers that operations name. */
public final class Inventory {
    public static final int SIDES = 2;
    public static final int PAIRS = 2;
    public static final int WINDOWS = 4;
    public static final int QUEUES = 3;

    /** Remote windows that an endpoint has open at a time. */
    public static final int REMOTE_WINDOWS = 4;

    /** Bytes of the memory that is not registered. */
    public static final int BUFFER_LENGTH = 512;

    public static final int MAX_SGE = 3;
    public static final int INLINE_SIZE = 64;

    private static final List<Integer> INITIATOR_DEPTHS = List.of(8, 5);
    private static final List<Integer> RECEIVE_DEPTHS = List.of(8, 3);

    /**
     * What a region is like.
     *
     * @param length   bytes
     * @param writable it allows local writing
     * @param mapped   it is allocated by the adapter, not registered
     * @param inbox    it takes Receives and has no windows: the order of a Send and a Write is open
     * @param passing  it may be deregistered
     */
    public record RegionKind(int length, boolean writable, boolean mapped, boolean inbox, boolean passing) {}

    public static final List<RegionKind> REGIONS = List.of(
            new RegionKind(4096, true, true, false, false),
            new RegionKind(2048, true, false, false, false),
            new RegionKind(512, false, true, false, false),
            new RegionKind(160 * 1024, true, true, false, false),
            new RegionKind(256, true, false, false, true),
            new RegionKind(4096, true, true, true, false),
            new RegionKind(2048, true, false, true, false),
            new RegionKind(96 * 1024, true, true, true, false),
            new RegionKind(256, true, true, true, true));

    private Inventory() {}

    public static int initiatorDepth(int pair) {
        return INITIATOR_DEPTHS.get(pair);
    }

    public static int receiveDepth(int pair) {
        return RECEIVE_DEPTHS.get(pair);
    }

    /** Tells which of a side's three queues takes an endpoint's completions: the second pair has one for both kinds. */
    public static int queueOf(int pair, boolean ofReceives) {
        return pair > 0 ? 2 : ofReceives ? 0 : 1;
    }
}
