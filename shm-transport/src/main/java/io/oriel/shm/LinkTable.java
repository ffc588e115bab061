// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The links of a port. An adapter that dials itself has two, one on each side. Used by the agent alone. */
final class LinkTable {
    private final Map<Long, ShmLink> dialled = new HashMap<>();
    private final Map<Long, ShmLink> accepted = new HashMap<>();
    private final Set<Long> accepting = new HashSet<>();
    private final Set<ShmLink> unclosed = new HashSet<>();

    /** Enters a link that has been made. */
    void add(ShmLink link) {
        side(link).put(link.peer().adapterId(), link);
        unclosed.add(link);
    }

    /** Hands out a link no more: it has ended, here or there. */
    void forget(ShmLink link) {
        side(link).remove(link.peer().adapterId(), link);
    }

    /** Drops a link that its user has closed. */
    void remove(ShmLink link) {
        forget(link);
        unclosed.remove(link);
    }

    private Map<Long, ShmLink> side(ShmLink link) {
        return link.isDialler() ? dialled : accepted;
    }

    @Nullable
    ShmLink dialled(long adapterId) {
        return dialled.get(adapterId);
    }

    /** Notes that a dialler's link is being made; answers false if it has one, or one is being made. */
    boolean beginAccepting(long adapterId) {
        return !accepted.containsKey(adapterId) && accepting.add(adapterId);
    }

    void endAccepting(long adapterId) {
        accepting.remove(adapterId);
    }

    /** Returns the links that have not been closed. */
    List<ShmLink> unclosed() {
        return List.copyOf(unclosed);
    }
}
