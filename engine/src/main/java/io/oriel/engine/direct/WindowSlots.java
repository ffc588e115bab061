// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.transport.LinkMemory;
import org.jspecify.annotations.Nullable;

/**
 * The table of windows that this end of a link shows the other. By the domain's owner.
 *
 * <p>A slot is used again only when the peer has left the binding that it showed before; its stamps are never used again.
 * Slots that are not in use are linked by themselves: to take a binding back needs no memory.
 */
final class WindowSlots {
    private static final int STAMP_STEP = 2; // even; the tags of receive rings are odd

    private final LinkMemory memory;
    private final Guards guards;
    private @Nullable WindowSlot free;
    private @Nullable WindowSlot resting;
    private int made;
    private long lastStamp = CounterStart.value() & -STAMP_STEP;

    WindowSlots(LinkMemory memory, Guards guards) {
        this.memory = memory;
        this.guards = guards;
    }

    /**
     * Takes a slot for a binding that is about to be made.
     *
     * @param endpoint of the peer's, which may use it: {@link DirectLayout#user}
     * @return the slot, with a new stamp, not shown; null if all are in use
     */
    @Nullable
    WindowSlot reserve(long endpoint) {
        WindowSlot slot = takeFree();
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

    /** The slot's stamp was never shown, or no access under it goes on. */
    void giveBack(WindowSlot slot) {
        slot.next = free;
        free = slot;
    }

    /** The slot's binding was taken back while the peer was inside. */
    void letRest(WindowSlot slot) {
        slot.next = resting;
        resting = slot;
    }

    private @Nullable WindowSlot takeFree() {
        WindowSlot slot = free;
        if (slot != null) {
            free = slot.next;
            slot.next = null;
        }
        return slot;
    }

    private @Nullable WindowSlot takeRested() {
        WindowSlot previous = null;
        for (WindowSlot slot = resting; slot != null; slot = slot.next) {
            if (slot.isQuiet(slot.stamp())) {
                if (previous == null) {
                    resting = slot.next;
                } else {
                    previous.next = slot.next;
                }
                slot.next = null;
                return slot;
            }
            previous = slot;
        }
        return null;
    }
}
