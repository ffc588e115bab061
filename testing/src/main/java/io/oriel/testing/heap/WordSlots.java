// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The acknowledgement words that one port writes and its peers read, as in a file that all of them map: a link has the
 * first slot that is free, and a later link has it again.
 */
final class WordSlots {
    private final List<Slot> slots = new ArrayList<>();

    /** The word of one link at a time. */
    static final class Slot {
        private @Nullable HeapDirection writer;
        private @Nullable HeapDirection shownBy;
        private long word;

        /** Makes visible what its present writer has published long enough ago. */
        void look() {
            HeapDirection present = writer;
            if (present != null) {
                present.look();
            }
        }

        void show(HeapDirection by, long value) {
            shownBy = by;
            word = value;
        }

        boolean isShownBy(HeapDirection link) {
            return shownBy == link;
        }

        long word() {
            return word;
        }
    }

    Slot take(HeapDirection writer) {
        for (Slot slot : slots) {
            if (slot.writer == null) {
                slot.writer = writer;
                slot.show(writer, 0);
                return slot;
            }
        }
        Slot slot = new Slot();
        slot.writer = writer;
        slot.show(writer, 0);
        slots.add(slot);
        return slot;
    }

    void giveBack(Slot slot) {
        slot.writer = null;
    }
}
