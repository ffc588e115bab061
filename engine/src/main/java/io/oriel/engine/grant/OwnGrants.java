// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.grant;

import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** What the peer of one endpoint may send, as the owner of the Receives changes it. By the domain's owner. */
public final class OwnGrants {
    private static final int ATTEMPTS = 64;

    private final RegionMemory file;
    private final UnsafeBuffer buffer;

    OwnGrants(RegionMemory file) {
        this.file = file;
        buffer = file.buffer();
        buffer.putInt(GrantsLayout.VERSION_OFFSET, GrantsLayout.VERSION);
        // The peer learns of the file from a message that is sent later, so it sees a complete header.
        buffer.putLongRelease(GrantsLayout.MAGIC_OFFSET, GrantsLayout.MAGIC); // Pairs with PeerGrants#open.
    }

    /**
     * Makes the grants of an endpoint, none at first. May block.
     *
     * @param port allocates their memory
     * @return null if peers cannot map what the port allocates
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES
     */
    public static @Nullable OwnGrants create(Port port) {
        RegionMemory file = port.allocate(GrantsLayout.LENGTH);
        if (file.id() == RegionMemory.UNMAPPED) {
            file.release();
            return null;
        }
        return new OwnGrants(file);
    }

    /** Returns the name by which the peer maps them. */
    public long id() {
        return file.id();
    }

    /** Gives the memory back. May block. */
    public void release() {
        file.release();
    }

    /**
     * Grants Receives that are in the endpoint's queue.
     *
     * @param count how many
     */
    public void add(long count) {
        buffer.getAndAddLong(GrantsLayout.WORD_OFFSET, count); // Pairs with PeerGrants#take.
    }

    /**
     * Tells how many grants the peer has not used.
     *
     * @param granted Receives that no message has taken
     * @return at most as many, whatever the peer wrote
     */
    public long unused(long granted) {
        return bounded(buffer.getLongVolatile(GrantsLayout.WORD_OFFSET), granted); // Pairs with PeerGrants#take.
    }

    /**
     * Takes all grants back that the peer has not used; it sees that it has to ask again.
     *
     * @param granted Receives that no message has taken
     * @return how many were taken back, at most as many, whatever the peer wrote
     */
    public long takeBack(long granted) {
        // Pairs with PeerGrants#take: one of the two has each grant.
        return bounded(buffer.getAndSetLong(GrantsLayout.WORD_OFFSET, GrantsLayout.TAKEN_BACK), granted);
    }

    /**
     * Takes some grants back that the peer has not used, and that it did not ask for.
     *
     * @param most    how many at most
     * @param granted Receives that no message has taken
     * @return how many were taken back; none if the peer changed them all the time
     */
    public long takeBack(long most, long granted) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long word = buffer.getLongVolatile(GrantsLayout.WORD_OFFSET); // Pairs with PeerGrants#take.
            long count = Math.min(most, bounded(word, granted));
            // Pairs with PeerGrants#take: one of the two has each grant.
            if (count == 0 || buffer.compareAndSetLong(GrantsLayout.WORD_OFFSET, word, word - count)) {
                return count;
            }
        }
        return 0;
    }

    private static long bounded(long word, long granted) {
        return Math.max(0, Math.min(GrantsLayout.unused(word), granted));
    }
}
