// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.transport.LinkMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** What one endpoint may send, as its peer has granted it and may take it back. By the domain's owner. */
final class PeerGrants {
    private static final LinkMemory.Part FILE = new LinkMemory.Part(0, GrantsLayout.LENGTH, 0, GrantsLayout.LENGTH);

    private final UnsafeBuffer buffer;
    private long granted = CounterStart.value();
    private long taken = granted;
    private long takenBack;
    private long staleUpTo;

    private PeerGrants(UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

    /**
     * Maps the grants of a peer. On a worker.
     *
     * @param memory of the link to it
     * @param id     of the grants; not to be trusted
     * @return null if there are no grants of that id that we understand
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if they cannot be mapped
     */
    public static @Nullable PeerGrants open(LinkMemory memory, long id) {
        UnsafeBuffer file = memory.mapRegion(id, true, FILE);
        if (file == null
                || file.capacity() < GrantsLayout.LENGTH
                || file.getLongAcquire(GrantsLayout.MAGIC_OFFSET) != GrantsLayout.MAGIC // Pairs with OwnGrants.
                || file.getInt(GrantsLayout.VERSION_OFFSET) != GrantsLayout.VERSION) {
            return null;
        }
        return new PeerGrants(file);
    }

    /** Returns how many Sends of the endpoint's life may go, as far as is known here. */
    public long granted() {
        return granted;
    }

    /**
     * Learns from a frame how many Sends may go.
     *
     * @param sends    of the endpoint's life
     * @param sequence of the frame: one that is older than what was taken back tells nothing
     */
    public void told(long sends, long sequence) {
        if (sends > granted && sequence > staleUpTo) {
            granted = sends;
        }
    }

    /**
     * Takes one grant, for a Send that is about to go.
     *
     * @return false if there is none
     */
    public boolean take() {
        long next = taken + 1;
        return (next <= granted || areShown(next)) && takeUnlessTakenBack(next);
    }

    private boolean areShown(long next) {
        if (buffer.getLongVolatile(GrantsLayout.TAKEN_BACK_OFFSET) != takenBack) { // Pairs with OwnGrants#takeBack.
            return false;
        }
        long shown = buffer.getLongVolatile(GrantsLayout.GRANTED_OFFSET); // Pairs with OwnGrants#grant.
        boolean isEnough = next <= shown;
        if (isEnough) {
            granted = shown;
            staleUpTo = buffer.getLong(GrantsLayout.FRAMES_OFFSET);
        }
        return isEnough;
    }

    /** Shows what is taken before it looks: the owner takes back first, and looks a while after that. */
    private boolean takeUnlessTakenBack(long next) {
        buffer.putLongRelease(GrantsLayout.TAKEN_OFFSET, next); // Pairs with OwnGrants#unused.
        // Pairs with OwnGrants#takeBack.
        boolean isTaken = buffer.getLongVolatile(GrantsLayout.TAKEN_BACK_OFFSET) == takenBack;
        if (isTaken) {
            taken = next;
        } else {
            buffer.putLongRelease(GrantsLayout.TAKEN_OFFSET, taken); // Pairs with OwnGrants#unused.
        }
        return isTaken;
    }

    /** Gives back a grant that was taken for a Send that cannot go now. */
    public void giveBack() {
        taken--;
        buffer.putLongRelease(GrantsLayout.TAKEN_OFFSET, taken); // Pairs with OwnGrants#unused.
    }

    /**
     * Learns whether the owner has taken grants back since this was asked last, so that it has to be asked for others.
     *
     * @return false if it has not
     */
    public boolean wereTakenBack() {
        long now = buffer.getLongVolatile(GrantsLayout.TAKEN_BACK_OFFSET); // Pairs with OwnGrants#takeBack.
        if (now == takenBack) {
            return false;
        }
        takenBack = now;
        granted = taken;
        staleUpTo = Long.MAX_VALUE; // until the owner shows what it has granted since
        return true;
    }
}
