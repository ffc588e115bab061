// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.grant;

import io.oriel.engine.transport.LinkMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** What one endpoint may send, as its peer has granted it and may take it back. By the domain's owner. */
public final class PeerGrants {
    private static final int ATTEMPTS = 64;

    private final UnsafeBuffer buffer;

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
        UnsafeBuffer file = memory.mapRegion(id, true);
        if (file == null
                || file.capacity() < GrantsLayout.LENGTH
                || file.getLongAcquire(GrantsLayout.MAGIC_OFFSET) != GrantsLayout.MAGIC // Pairs with OwnGrants.
                || file.getInt(GrantsLayout.VERSION_OFFSET) != GrantsLayout.VERSION) {
            return null;
        }
        return new PeerGrants(file);
    }

    /**
     * Takes one grant, for a Send that is about to go.
     *
     * @return false if there is none
     */
    public boolean take() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) { // each that fails met a change by the owner
            long word = buffer.getLongVolatile(GrantsLayout.WORD_OFFSET); // Pairs with OwnGrants#add.
            if (GrantsLayout.unused(word) <= 0) {
                return false;
            }
            // Pairs with OwnGrants#takeBack: one of the two has the grant.
            if (buffer.compareAndSetLong(GrantsLayout.WORD_OFFSET, word, word - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Gives back a grant that was taken for a Send that cannot go now. */
    public void giveBack() {
        buffer.getAndAddLong(GrantsLayout.WORD_OFFSET, 1); // Pairs with OwnGrants#takeBack.
    }

    /**
     * Learns whether the owner has taken grants back since this was asked last, so that it has to be asked for others.
     *
     * @return false if it has not, or has granted others since
     */
    public boolean wereTakenBack() {
        return buffer.getLongVolatile(GrantsLayout.WORD_OFFSET)
                        == GrantsLayout.TAKEN_BACK // Pairs with OwnGrants#takeBack.
                && buffer.compareAndSetLong(GrantsLayout.WORD_OFFSET, GrantsLayout.TAKEN_BACK, 0);
    }
}
