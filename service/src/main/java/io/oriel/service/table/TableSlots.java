// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The slots of a table, as their owner changes them.
 *
 * <p>Memory: allocates nothing.
 */
final class TableSlots {
    private static final int NONE = -1;

    private final UnsafeBuffer memory;
    private final TableLayout layout;
    private final UnsafeBuffer zeros;
    private long version;
    private int size;

    /**
     * Fills memory with empty slots.
     *
     * @param buffer as long as the layout says
     * @param layout of the table
     */
    TableSlots(MutableDirectBuffer buffer, TableLayout layout) {
        this.layout = layout;
        memory = new UnsafeBuffer(buffer, 0, layout.length());
        zeros = new UnsafeBuffer(new byte[Math.max(layout.keyLength(), layout.valueLength())]);
        for (int slot = 0; slot < layout.length(); slot += layout.slotLength()) {
            write(slot, 0, zeros, 0, zeros, 0);
        }
    }

    int size() {
        return size;
    }

    /** Returns the version of the last change; 0 before the first. */
    long version() {
        return version;
    }

    boolean put(DirectBuffer key, int keyOffset, DirectBuffer value, int valueOffset) {
        value.boundsCheck(valueOffset, layout.valueLength()); // or a slot would be left half written
        int slot = find(key, keyOffset);
        if (slot == NONE) {
            slot = findEmpty(key, keyOffset);
            if (slot == NONE) {
                return false;
            }
            size++;
        }
        write(slot, ++version << 1 | 1, key, keyOffset, value, valueOffset);
        return true;
    }

    boolean remove(DirectBuffer key, int keyOffset) {
        int slot = find(key, keyOffset);
        if (slot == NONE) {
            return false;
        }
        write(slot, ++version << 1, zeros, 0, zeros, 0);
        size--;
        return true;
    }

    boolean get(DirectBuffer key, int keyOffset, MutableDirectBuffer value, int valueOffset) {
        int slot = find(key, keyOffset);
        if (slot == NONE) {
            return false;
        }
        value.putBytes(valueOffset, memory, slot + layout.valueOffset(), layout.valueLength());
        return true;
    }

    /** Stores a slot; a Read of it is whole or is seen not to be, whatever it meets. */
    private void write(int slot, long word, DirectBuffer key, int keyOffset, DirectBuffer value, int valueOffset) {
        memory.putLong(slot + TableLayout.VERSION_OFFSET, word);
        memory.putBytes(slot + TableLayout.KEY_OFFSET, key, keyOffset, layout.keyLength());
        memory.putBytes(slot + layout.valueOffset(), value, valueOffset, layout.valueLength());
        long sum = SlotSum.of(layout.seed(), memory, slot, layout.sumOffset());
        // Pairs with nothing: what has to be seen together is told by the sum. It keeps this change from waiting for a
        // later one.
        memory.putLongRelease(slot + layout.sumOffset(), sum);
    }

    private int find(DirectBuffer key, int keyOffset) {
        int slot = layout.reachOffset(key, keyOffset);
        for (int end = slot + layout.reachLength(); slot < end; slot += layout.slotLength()) {
            if (TableLayout.isFilled(memory.getLong(slot)) && layout.holdsKey(memory, slot, key, keyOffset)) {
                return slot;
            }
        }
        return NONE;
    }

    private int findEmpty(DirectBuffer key, int keyOffset) {
        int slot = layout.reachOffset(key, keyOffset);
        for (int end = slot + layout.reachLength(); slot < end; slot += layout.slotLength()) {
            if (!TableLayout.isFilled(memory.getLong(slot))) {
                return slot;
            }
        }
        return NONE;
    }
}
