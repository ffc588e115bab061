// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** What the peer of one endpoint may send, as the owner of the Receives changes it. By the domain's owner. */
final class OwnGrants {
    /**
     * How long after {@link #takeBack} a peer may take a grant nevertheless: much longer than what a processor has stored
     * stays hidden from the others.
     */
    static final long SETTLING_NS = 1_000_000;

    private final RegionMemory file;
    private final UnsafeBuffer buffer;
    private long takenBack;

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
    static @Nullable OwnGrants create(Port port) {
        RegionMemory file = port.allocate(GrantsLayout.LENGTH);
        if (file.id() == RegionMemory.UNMAPPED) {
            file.release();
            return null;
        }
        return new OwnGrants(file);
    }

    /** Returns the name by which the peer maps them. */
    long id() {
        return file.id();
    }

    /** Gives the memory back. May block. */
    void release() {
        file.release();
        file.unmap();
    }

    /**
     * Grants Receives.
     *
     * @param sends  of the endpoint's life that may go
     * @param frames that were sent to the peer: those after them tell it as well how many may go
     */
    void grant(long sends, long frames) {
        buffer.putLong(GrantsLayout.FRAMES_OFFSET, frames);
        buffer.putLongRelease(GrantsLayout.GRANTED_OFFSET, sends); // Pairs with PeerGrants#take.
    }

    /**
     * Tells how many grants the peer has not used. What it tells stays, once {@link #SETTLING_NS} have passed since
     * {@link #takeBack}, or grows.
     *
     * @param granted Sends of the endpoint's life that may go, or could
     * @param arrived of these
     * @return at most those that have not arrived, whatever the peer wrote
     */
    long unused(long granted, long arrived) {
        long taken = buffer.getLongVolatile(GrantsLayout.TAKEN_OFFSET); // Pairs with PeerGrants#take.
        return granted - Math.max(arrived, Math.min(taken, granted));
    }

    /** Takes all grants back that the peer has not used; it sees that it has to ask again. */
    void takeBack() {
        takenBack++;
        buffer.putLongRelease(GrantsLayout.GRANTED_OFFSET, 0); // Pairs with PeerGrants#take.
        // Pairs with PeerGrants#take. A full fence: the time that passes then is that of the peer's stores alone.
        buffer.putLongVolatile(GrantsLayout.TAKEN_BACK_OFFSET, takenBack);
    }
}
