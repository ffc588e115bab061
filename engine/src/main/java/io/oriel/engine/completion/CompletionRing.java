// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.Completion;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.engine.counter.CounterStart;
import java.util.Set;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a completion queue. It holds at least what the attached queues can have outstanding, so it never
 * overruns. By the domain's owner.
 */
final class CompletionRing {
    private Entry[] entries;
    private long base = CounterStart.value();
    private long head = base;
    private long tail = base;
    private long reserved;
    private @Nullable Completion[] lent = {};
    private int lentLimit;
    private int filled;

    CompletionRing(int depth) {
        entries = entries(BitUtil.findNextPositivePowerOfTwo(Math.max(depth, 2)));
    }

    /**
     * Makes room for more outstanding requests, beside the entries of endpoints that are open no more; or throws, and nothing has
     * changed. {@link #add} never makes room: nobody could be told there.
     */
    void reserve(long count, Set<Slots> open) {
        int needed = BitUtil.findNextPositivePowerOfTwo((int) (reserved + count + left(open)));
        if (needed > entries.length) {
            move(needed);
        }
        reserved += count;
    }

    /** Gives back what {@link #reserve} took; entries not taken yet stay, in the room that was theirs. */
    void unreserve(long count) {
        reserved -= count;
    }

    /** Makes the ring as large as a depth, what was reserved and what it holds need, and no larger. */
    void resize(int depth, Set<Slots> open) {
        long needed = Math.max(Math.max(depth, 2), Math.max(reserved + left(open), tail - head));
        int capacity = BitUtil.findNextPositivePowerOfTwo((int) needed);
        if (capacity != entries.length) {
            move(capacity);
        }
    }

    /** Counts the entries of endpoints that are open no more. */
    private long left(Set<Slots> open) {
        long count = 0;
        for (long at = head; at < tail; at++) {
            if (!open.contains(slot(at).slots)) {
                count++;
            }
        }
        return count;
    }

    /** Lends the poller's completions to an empty ring: what is added meanwhile goes straight into them. */
    void lend(Completion[] completions, int max) {
        if (lent != completions) { // storing a reference costs a barrier of the collector
            lent = completions;
        }
        lentLimit = Math.max(0, max);
    }

    /** Takes back what was lent; returns how many completions were filled. */
    int takeBack() {
        int count = filled;
        lentLimit = 0;
        filled = 0;
        return count;
    }

    /**
     * Fills the completion of a request straight into what was lent, and its slot is free.
     *
     * @return false if nothing is left of that, or others come first: it has to be added
     */
    boolean fill(RequestType type, NdStatus status, long bytes, long requestContext, Slots slots) {
        if (filled >= lentLimit || tail != head) {
            return false;
        }
        Completion completion = lent[filled];
        if (completion == null) { // the poller will be told when it takes the entry
            return false;
        }
        completion.set(type, status, bytes, requestContext, slots.context());
        filled++;
        head++;
        tail++;
        slots.reaped();
        return true;
    }

    void add(RequestType type, NdStatus status, long bytes, long requestContext, Slots slots, boolean takesSlot) {
        if (tail == head) {
            base = tail; // few entries at a time stay in few cache lines
        } else if (tail - head == entries.length) {
            throw overrun();
        }
        Entry entry = slot(tail);
        if (entry.type != type) {
            entry.type = type;
        }
        if (entry.status != status) {
            entry.status = status;
        }
        entry.bytes = bytes;
        entry.requestContext = requestContext;
        entry.endpointContext = slots.context();
        entry.takesSlot = takesSlot;
        entry.solicited = false;
        if (entry.slots != slots) {
            entry.slots = slots;
        }
        tail++;
    }

    void addImmediate(int immediate, long bytes, long requestContext, Slots slots) {
        add(RequestType.RECEIVE_WITH_IMMEDIATE, NdStatus.SUCCESS, bytes, requestContext, slots, true);
        slot(tail - 1).immediate = immediate;
    }

    /** Takes entries into completions from one on; returns how many. */
    int take(Completion[] completions, int first, int max) {
        int count = (int) Math.max(0, Math.min((long) max - first, tail - head));
        for (int index = 0; index < count; index++) {
            int at = first + index;
            if (completions[at] == null && at > 0) {
                return index; // the next call says so, and nothing is lost
            }
            Entry entry = slot(head);
            RequestType type = entry.type;
            Completion carrier = requireCarrier(completions[at], at);
            carrier.set(type, entry.status, entry.bytes, entry.requestContext, entry.endpointContext);
            if (type == RequestType.RECEIVE_WITH_IMMEDIATE) {
                carrier.setImmediate(entry.immediate);
            }
            head++; // it is taken, though what follows should throw
            Slots slots = entry.slots;
            if (entry.takesSlot && slots != null) {
                slots.reaped();
            }
        }
        return count;
    }

    static Completion requireCarrier(@Nullable Completion carrier, int index) {
        if (carrier == null) {
            throw new IllegalArgumentException(
                    "completions[" + index + "] must not be null; fill the array once, and reuse it");
        }
        return carrier;
    }

    /** The entry just added is of a message that asked for an event, if it is here still. */
    void markSolicited() {
        if (head < tail) {
            slot(tail - 1).solicited = true;
        }
    }

    /** Drops the entries of an endpoint as if they were taken; the others move up, behind the gap. Returns how many. */
    int discard(Endpoint endpoint) {
        long kept = tail;
        for (long at = tail - 1; at >= head; at--) {
            Entry entry = slot(at);
            Slots slots = entry.slots;
            if (slots == null || !slots.areOf(endpoint)) {
                kept--;
                exchange(kept, at);
            } else if (entry.takesSlot) {
                slots.reaped();
            }
        }
        int count = (int) (kept - head);
        head = kept;
        return count;
    }

    /** Counts the entries of an endpoint from one on: so much farther is the place of those before it after a discard. */
    int count(Endpoint endpoint, long from) {
        int count = 0;
        for (long at = Math.max(from, head); at < tail; at++) {
            Slots slots = slot(at).slots;
            count += slots != null && slots.areOf(endpoint) ? 1 : 0;
        }
        return count;
    }

    /** Returns how many entries were ever added up to the last that failed, or that asked for an event and failed or not. */
    long addedUpTo(boolean orSolicited) {
        for (long at = tail - 1; at >= head; at--) {
            Entry entry = slot(at);
            if (entry.status != NdStatus.SUCCESS || (orSolicited && entry.solicited)) {
                return at + 1;
            }
        }
        return head;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Returns for how many entries there is room. */
    int capacity() {
        return entries.length;
    }

    /** Returns how many entries were ever taken. */
    long taken() {
        return head;
    }

    /** Returns how many entries were ever added. */
    long added() {
        return tail;
    }

    private void exchange(long one, long other) {
        if (one != other) {
            Entry moved = slot(one);
            entries[place(one)] = slot(other);
            entries[place(other)] = moved;
        }
    }

    private Entry slot(long index) {
        return entries[place(index)];
    }

    private int place(long index) {
        return (int) (index - base) & (entries.length - 1);
    }

    private IllegalStateException overrun() {
        return new IllegalStateException(
                entries.length + " completions are queued, and no room was reserved for one more");
    }

    private void move(int capacity) {
        Entry[] moved = entries(capacity);
        for (long at = head; at < tail; at++) {
            moved[(int) (at - head)] = slot(at);
        }
        entries = moved;
        base = head;
    }

    private static Entry[] entries(int capacity) {
        Entry[] made = new Entry[capacity];
        for (int index = 0; index < capacity; index++) {
            made[index] = new Entry();
        }
        return made;
    }

    /** References are stored only when they change: each store costs a barrier of the collector. */
    private static final class Entry {
        RequestType type = RequestType.RECEIVE;
        NdStatus status = NdStatus.PENDING;
        boolean takesSlot;
        boolean solicited;
        long bytes;
        long requestContext;
        long endpointContext;
        int immediate;

        @Nullable
        Slots slots;
    }
}
