// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.util.ArrayDeque;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of an agent, in the order in which each thread gave them. Giving one allocates nothing while fewer than
 * {@link #RING_CAPACITY} wait; it never fails.
 */
final class TaskQueue {
    static final int RING_CAPACITY = 1024;

    private final ManyToOneConcurrentArrayQueue<Runnable> ring = new ManyToOneConcurrentArrayQueue<>(RING_CAPACITY);
    private final Object overflowLock = new Object();
    private ArrayDeque<Runnable> overflow = new ArrayDeque<>();
    private volatile boolean isOverflowing;

    // Used by the agent alone.
    private ArrayDeque<Runnable> detour = new ArrayDeque<>();
    private int ringTasksBeforeDetour;

    void add(Runnable task) {
        if (!isOverflowing && ring.offer(task)) {
            return;
        }
        synchronized (overflowLock) {
            isOverflowing = true;
            overflow.add(task);
        }
    }

    boolean isEmpty() {
        return ring.isEmpty() && !isOverflowing && detour.isEmpty();
    }

    /** Takes the next task. By the agent. */
    @Nullable
    Runnable poll() {
        if (detour.isEmpty() && isOverflowing) {
            takeOverflow();
        }
        if (!detour.isEmpty()) {
            if (ringTasksBeforeDetour == 0) {
                return detour.poll();
            }
            ringTasksBeforeDetour--;
            return awaitRing();
        }
        return ring.poll();
    }

    private void takeOverflow() {
        synchronized (overflowLock) {
            // What a thread put into the ring before it went to the overflow is in there by now, and goes first.
            ringTasksBeforeDetour = ring.size();
            ArrayDeque<Runnable> taken = overflow;
            overflow = detour;
            detour = taken;
            isOverflowing = false;
        }
    }

    private Runnable awaitRing() {
        Runnable task = ring.poll();
        while (task == null) {
            // Counted by size(), but its giver has not yet stored it.
            Thread.onSpinWait();
            task = ring.poll();
        }
        return task;
    }
}
