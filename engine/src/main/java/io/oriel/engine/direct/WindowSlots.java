// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of windows that this end of a link shows the other. By the domain's owner.
 *
 * <p>A slot is used again only when the peer has left the binding that it showed before; its stamps are never used again.
 */
public final class WindowSlots {
    private static final int STAMP_STEP = 2; // even; the tags of receive rings are odd

    private final LinkMemory memory;
    private final Guards guards;
    private final ArrayDeque<WindowSlot> free = new ArrayDeque<>();
    private final List<WindowSlot> resting = new ArrayList<>();
    private int made;
    private long lastStamp;

    WindowSlots(LinkMemory memory, Guards guards) {
        this.memory = memory;
        this.guards = guards;
    }

    /**
     * Takes a slot for a binding that is about to be made.
     *
     * @param endpoint of the peer's, which may use it: {@link #user}
     * @return the slot, with a new stamp, not shown; null if all are in use
     */
    public @Nullable WindowSlot reserve(long endpoint) {
        WindowSlot slot = free.poll();
        if (slot == null && made < DirectLayout.SLOTS) {
            slot = new WindowSlot(this, memory, guards, made++);
        }
        if (slot == null) {
            slot = takeRested();
        }
        if (slot != null) {
            lastStamp += STAMP_STEP;
            slot.begin(lastStamp, endpoint);
        }
        return slot;
    }

    /**
     * Names an endpoint as both ends know it.
     *
     * @param id         of the endpoint
     * @param generation of the id
     * @return one number for both
     */
    public static long user(int id, int generation) {
        return ((long) id << Integer.SIZE) | generation;
    }

    /** The slot's stamp was never shown, or no access under it goes on. */
    void giveBack(WindowSlot slot) {
        free.push(slot);
    }

    /** The slot's binding was taken back while the peer was inside. */
    void letRest(WindowSlot slot) {
        resting.add(slot);
    }

    private @Nullable WindowSlot takeRested() {
        for (int index = 0; index < resting.size(); index++) {
            WindowSlot slot = resting.get(index);
            if (slot.isQuiet(slot.stamp())) {
                return resting.remove(index);
            }
        }
        return null;
    }
}
