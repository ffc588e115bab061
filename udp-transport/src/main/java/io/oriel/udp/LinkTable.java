// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The links of a port. An adapter that dials itself has two, one on each side. Used by the agent alone. */
final class LinkTable {
    private final Map<Long, UdpLink> dialled = new HashMap<>();
    private final Map<Long, UdpLink> accepted = new HashMap<>();
    private final Map<Long, Acceptance> accepting = new LinkedHashMap<>(); // the oldest first
    private final Set<UdpLink> unreleased = new HashSet<>();

    /** Enters a link that has been made. */
    void add(UdpLink link) {
        side(link).put(link.peerAdapterId(), link);
        unreleased.add(link);
    }

    /** Hands out a link no more: it has ended, here or there. */
    void forget(UdpLink link) {
        side(link).remove(link.peerAdapterId(), link);
    }

    /** Drops a link of which nothing is left. */
    void remove(UdpLink link) {
        forget(link);
        unreleased.remove(link);
    }

    private Map<Long, UdpLink> side(UdpLink link) {
        return link.isDialler() ? dialled : accepted;
    }

    @Nullable
    UdpLink dialled(long adapterId) {
        return dialled.get(adapterId);
    }

    @Nullable
    UdpLink accepted(long adapterId) {
        return accepted.get(adapterId);
    }

    @Nullable
    Acceptance accepting(long adapterId) {
        return accepting.get(adapterId);
    }

    void beginAccepting(long adapterId, Acceptance acceptance) {
        accepting.put(adapterId, acceptance);
    }

    void endAccepting(long adapterId, Acceptance acceptance) {
        accepting.remove(adapterId, acceptance);
    }

    List<Acceptance> acceptances() {
        return List.copyOf(accepting.values());
    }

    /** Returns the links of which something is left, closed ones included whose peer does not know it yet. */
    List<UdpLink> unreleased() {
        return List.copyOf(unreleased);
    }
}
