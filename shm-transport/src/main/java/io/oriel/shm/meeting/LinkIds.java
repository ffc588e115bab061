// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.shm.directory.RandomNames;
import java.util.HashSet;
import java.util.Set;

/**
 * The names of one adapter's links, those included that are being made or given back. A name is random and of one link for
 * ever, so that what a peer says late of a former link is taken for no other. Used by the agent alone.
 */
public final class LinkIds {
    /** Links that an adapter can have at a time. */
    public static final int MAX_LINKS = 256;
    /** No link. */
    public static final long NONE = 0;

    private final Set<Long> inUse = new HashSet<>();

    /** Creates a set of none. */
    public LinkIds() {}

    /**
     * Names a new link.
     *
     * @return its id, to be given back; {@link #NONE} if there are as many links as there can be
     */
    public long claim() {
        if (inUse.size() >= MAX_LINKS) {
            return NONE;
        }
        long id = RandomNames.nextLong();
        while (id == NONE || !inUse.add(id)) {
            id = RandomNames.nextLong();
        }
        return id;
    }

    /**
     * Tells whether a link has a name.
     *
     * @param id anything
     * @return true from {@link #claim} to {@link #release}
     */
    public boolean contains(long id) {
        return inUse.contains(id);
    }

    /**
     * Gives back what a link used.
     *
     * @param id what {@link #claim} returned
     */
    public void release(long id) {
        inUse.remove(id);
    }
}
