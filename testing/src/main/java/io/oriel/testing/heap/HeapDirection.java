// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.heap.host.HeapHabits.Words;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one end of a link publishes: frames and words become visible to the other end late, and in the order in which they
 * were published, as stores to shared memory do.
 */
final class HeapDirection {
    /** A frame as it was committed; never compared. */
    @SuppressWarnings("ArrayRecordComponent")
    record Frame(long word, byte[] bytes) {}

    /** Something published, and when the other end sees it. */
    private record Publication(long visibleNs, Runnable effect) {}

    private final HeapMedium medium;
    private final Deque<Publication> onTheWay = new ArrayDeque<>();
    private final Deque<Frame> log = new ArrayDeque<>();
    private final long[] credits;
    private final WordSlots.@Nullable Slot slot;
    private long acknowledgement;
    private long lastVisibleNs;
    private long used;
    private final BooleanSupplier isCut;
    private boolean isDropped;

    HeapDirection(HeapMedium medium, long[] credits, WordSlots words, BooleanSupplier isCut) {
        this.medium = medium;
        this.credits = credits.clone();
        this.isCut = isCut;
        slot = medium.conditions().habits().words() == Words.OWN ? null : words.take(this);
    }

    boolean hasRoom(int length) {
        return used + length + HeapConditions.FRAME_OVERHEAD
                <= medium.conditions().logCapacity();
    }

    void frame(long word, byte[] bytes) {
        used += bytes.length + HeapConditions.FRAME_OVERHEAD;
        publish(() -> log.add(new Frame(word, bytes)));
    }

    void acknowledgement(long word) {
        publish(() -> {
            acknowledgement = word;
            if (slot != null) {
                slot.show(this, word);
            }
        });
    }

    void credit(int endpointId, long posted) {
        publish(() -> credits[endpointId] = posted);
    }

    @Nullable
    Frame take() {
        look();
        Frame frame = log.poll();
        if (frame != null) {
            used -= frame.bytes().length + HeapConditions.FRAME_OVERHEAD;
        }
        return frame;
    }

    long visibleAcknowledgement() {
        look();
        if (slot == null) {
            return acknowledgement;
        }
        slot.look();
        boolean isOurs = slot.isShownBy(this) || medium.conditions().habits().words() == Words.REUSED_UNSEEN;
        return isOurs ? slot.word() : acknowledgement;
    }

    /** The publisher has closed its end: a later link may have the slot of the word. */
    void close(WordSlots words) {
        if (slot != null) {
            words.giveBack(slot);
        }
    }

    long visibleCredit(int endpointId) {
        look();
        return credits[endpointId];
    }

    /** Makes visible what is still on the way, as the time after the publisher's end does. */
    void settle() {
        while (!onTheWay.isEmpty()) {
            onTheWay.remove().effect().run();
        }
    }

    /** Loses what is on the way, and what will be. */
    void drop() {
        onTheWay.clear();
        isDropped = true;
    }

    private void publish(Runnable effect) {
        if (isDropped) {
            return;
        }
        lastVisibleNs =
                Math.max(lastVisibleNs, medium.time().nanoTime() + medium.dice().frameDelayNs());
        onTheWay.add(new Publication(lastVisibleNs, effect));
    }

    void look() {
        if (isCut.getAsBoolean()) {
            return;
        }
        long nowNs = medium.time().nanoTime();
        Publication next;
        while ((next = onTheWay.peek()) != null
                && (next.visibleNs() <= nowNs || medium.dice().arrivesEarly())) {
            onTheWay.remove().effect().run();
        }
    }
}
