// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.operation;

import io.oriel.api.AccessFlags;
import io.oriel.api.OpFlags;
import java.util.List;

/** What each of the two sides has, by the numbers that operations name. */
public final class Inventory {
    public static final int SIDES = 2;
    public static final int PAIRS = 3;
    public static final int WINDOWS = 4;
    public static final int QUEUES = 3;

    /** Remote windows that an endpoint has open at a time. */
    public static final int REMOTE_WINDOWS = 4;

    /** Bytes of the memory that is not registered. */
    public static final int BUFFER_LENGTH = 512;

    /** Of a completion queue, at its creation. */
    public static final int QUEUE_DEPTH = 16;

    /** Of a shared receive queue, at its creation. */
    public static final int SHARED_DEPTH = 5;

    /** Below how many outstanding Receives a shared receive queue tells, at its creation. */
    public static final int SHARED_THRESHOLD = 2;

    public static final int MAX_SGE = 3;
    public static final int INLINE_SIZE = 64;

    private static final List<Integer> INITIATOR_DEPTHS = List.of(8, 5, 6);
    private static final List<Integer> RECEIVE_DEPTHS = List.of(8, 3, 2);

    private static final List<Integer> SHARING_AT_FIRST = List.of(0, 1, 3);
    private static final int LOCAL = AccessFlags.ALLOW_LOCAL_WRITE;
    private static final int READABLE = AccessFlags.ALLOW_REMOTE_READ;
    private static final int REMOTE = AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;
    private static final int ATOMIC = AccessFlags.ALLOW_REMOTE_ATOMIC;
    private static final int FAST = AccessFlags.FAST_REGISTER;

    /** What a region is for. */
    public enum Purpose {
        /** Windows and tokens: never Receives, because the order of a Send and a Write is open. */
        SHOWN,
        /** Receives. */
        INBOX
    }

    /**
     * What a region is like.
     *
     * @param length  bytes
     * @param access  with which it is registered
     * @param mapped  it is allocated by the adapter, not registered
     * @param purpose what it is for
     * @param passing it may be deregistered
     */
    public record RegionKind(int length, int access, boolean mapped, Purpose purpose, boolean passing) {
        public boolean isWritable() {
            return (access & AccessFlags.ALLOW_LOCAL_WRITE) != 0;
        }

        /** Tells whether requests bind its token. */
        public boolean isFastRegistrable() {
            return (access & AccessFlags.FAST_REGISTER) != 0;
        }

        /** Returns what its token may grant, as flags of a request. */
        public int remoteRights() {
            return right(AccessFlags.ALLOW_REMOTE_READ, OpFlags.ALLOW_READ)
                    | right(AccessFlags.ALLOW_REMOTE_WRITE, OpFlags.ALLOW_WRITE)
                    | right(AccessFlags.ALLOW_REMOTE_ATOMIC, OpFlags.ALLOW_ATOMIC);
        }

        private int right(int needed, int right) {
            return (access & needed) == needed ? right : 0;
        }
    }

    public static final List<RegionKind> REGIONS = List.of(
            new RegionKind(4096, LOCAL, true, Purpose.SHOWN, false),
            new RegionKind(2048, REMOTE | ATOMIC, false, Purpose.SHOWN, false),
            new RegionKind(512, READABLE, true, Purpose.SHOWN, false),
            new RegionKind(160 * 1024, REMOTE | ATOMIC, true, Purpose.SHOWN, false),
            new RegionKind(256, REMOTE, false, Purpose.SHOWN, true),
            new RegionKind(4096, LOCAL, true, Purpose.INBOX, false),
            new RegionKind(2048, LOCAL, false, Purpose.INBOX, false),
            new RegionKind(96 * 1024, LOCAL, true, Purpose.INBOX, false),
            new RegionKind(256, LOCAL, true, Purpose.INBOX, true),
            new RegionKind(2048, REMOTE | ATOMIC | FAST, true, Purpose.SHOWN, false),
            new RegionKind(512, LOCAL | READABLE | FAST, false, Purpose.SHOWN, false),
            new RegionKind(512, REMOTE | FAST, true, Purpose.SHOWN, true));

    /** What descriptors can name: windows, and behind them the tokens of regions. */
    public static final int DESCRIPTORS = WINDOWS + REGIONS.size();

    private Inventory() {}

    /** Returns the number by which descriptors name a region's token. */
    public static int tokenOf(int region) {
        return WINDOWS + region;
    }

    /** Tells, as a RENEW does, on which sides a pair's first endpoints share their Receives. */
    public static int sharingAtFirst(int pair) {
        return SHARING_AT_FIRST.get(pair);
    }

    /** Tells whether a side's endpoint shares its Receives, of the sides that a RENEW names. */
    public static boolean shares(int sharing, int side) {
        return (sharing & (1 << side)) != 0;
    }

    public static int initiatorDepth(int pair) {
        return INITIATOR_DEPTHS.get(pair);
    }

    public static int receiveDepth(int pair) {
        return RECEIVE_DEPTHS.get(pair);
    }

    /**
     * Tells which of a side's completion queues takes an endpoint's completions: the first and the third pair have two
     * together, one for each kind; the second one has one for both kinds.
     */
    public static int queueOf(int pair, boolean ofReceives) {
        return pair == 1 ? 2 : ofReceives ? 0 : 1;
    }
}
