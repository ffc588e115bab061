// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.host;

import java.util.Random;

/**
 * How the simulated host behaves.
 *
 * @param seed             of everything that is left to chance
 * @param maxPayloadLength bytes of the largest frame
 * @param logCapacity      bytes, with {@link #FRAME_OVERHEAD} for each frame, that one direction of a link holds
 * @param maxFrameDelayNs  that frames and words take
 * @param maxControlDelayNs that control messages take
 * @param maxTaskDelayNs   that tasks of the agent and of workers are late
 * @param refusedClaims    of 100 claims, how many are refused though there is room
 * @param sharesMemory     true: the processes reach each other's memory; false: only by frames
 * @param habits           what it has of the real hosts' unkindness
 */
public record HeapConditions(
        long seed,
        int maxPayloadLength,
        int logCapacity,
        long maxFrameDelayNs,
        long maxControlDelayNs,
        long maxTaskDelayNs,
        int refusedClaims,
        boolean sharesMemory,
        HeapHabits habits) {
    /** What a frame takes in a log beside its payload. */
    public static final int FRAME_OVERHEAD = 32;

    private static final int[] PAYLOAD_LENGTHS = {256, 1024, 4096};
    private static final int[] LOG_FRAMES = {4, 16, 256};
    private static final long[] DELAYS_NS = {0, 2_000, 50_000, 1_000_000};

    /**
     * Returns a host where nothing is late and chunks are small.
     *
     * @return the conditions
     */
    public static HeapConditions calm() {
        return new HeapConditions(0, 1024, 256 * 1024, 0, 0, 0, 0, false, HeapHabits.none());
    }

    /**
     * Returns the same host with or without shared memory.
     *
     * @param value true to let the processes reach each other's memory
     * @return changed conditions
     */
    public HeapConditions withSharedMemory(boolean value) {
        return new HeapConditions(
                seed,
                maxPayloadLength,
                logCapacity,
                maxFrameDelayNs,
                maxControlDelayNs,
                maxTaskDelayNs,
                refusedClaims,
                value,
                habits);
    }

    /**
     * Returns the same host with logs of a few small frames: what waits for room waits for the other end.
     *
     * @return changed conditions
     */
    public HeapConditions withNarrowLogs() {
        int payloadLength = PAYLOAD_LENGTHS[0];
        return new HeapConditions(
                seed,
                payloadLength,
                (payloadLength + FRAME_OVERHEAD) * LOG_FRAMES[0],
                maxFrameDelayNs,
                maxControlDelayNs,
                maxTaskDelayNs,
                refusedClaims,
                sharesMemory,
                habits);
    }

    /**
     * Returns the same host with habits.
     *
     * @param value what it has of the real hosts' unkindness
     * @return changed conditions
     */
    public HeapConditions withHabits(HeapHabits value) {
        return new HeapConditions(
                seed,
                maxPayloadLength,
                logCapacity,
                maxFrameDelayNs,
                maxControlDelayNs,
                maxTaskDelayNs,
                refusedClaims,
                sharesMemory,
                value);
    }

    /**
     * Returns a host drawn by lot: delays from none to a millisecond, logs from a few frames up; even seeds share memory.
     *
     * @param seed of the lot, and of everything that happens then
     * @return the conditions
     */
    public static HeapConditions seeded(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        int payloadLength = PAYLOAD_LENGTHS[random.nextInt(PAYLOAD_LENGTHS.length)];
        int logCapacity = (payloadLength + FRAME_OVERHEAD) * LOG_FRAMES[random.nextInt(LOG_FRAMES.length)];
        return new HeapConditions(
                seed,
                payloadLength,
                logCapacity,
                DELAYS_NS[random.nextInt(DELAYS_NS.length)],
                DELAYS_NS[random.nextInt(DELAYS_NS.length)],
                DELAYS_NS[random.nextInt(DELAYS_NS.length)],
                random.nextInt(3) * 10,
                seed % 2 == 0,
                HeapHabits.none());
    }
}
