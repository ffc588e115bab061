// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The links of a port. An adapter that dials itself has two, one on each side. Threading: control agent. */
final class LinkTable {
    private final Map<Key, ShmLink> dialled = new HashMap<>();
    private final Map<Key, ShmLink> accepted = new HashMap<>();
    private final Set<Key> accepting = new HashSet<>();
    private final Set<ShmLink> unclosed = new HashSet<>();

    /**
     * The peer of a link. An adapter gives itself its id, so that another user's can claim the same one.
     *
     * @param user      whom the peer runs as, as the kernel says
     * @param adapterId as the peer gave it
     */
    record Key(UserPrincipal user, long adapterId) {
        private static Key of(ShmLink link) {
            return new Key(link.peer().directory().user(), link.peer().adapterId());
        }
    }

    /** Enters a link that has been made. */
    void add(ShmLink link) {
        side(link).put(Key.of(link), link);
        unclosed.add(link);
    }

    /** Hands out a link no more: it has ended, here or there. */
    void forget(ShmLink link) {
        side(link).remove(Key.of(link), link);
    }

    /** Drops a link that its user has closed. */
    void remove(ShmLink link) {
        forget(link);
        unclosed.remove(link);
    }

    private Map<Key, ShmLink> side(ShmLink link) {
        return link.isDialler() ? dialled : accepted;
    }

    @Nullable
    ShmLink dialled(Key peer) {
        return dialled.get(peer);
    }

    /** Notes that a dialler's link is being made; answers false if it has one, or one is being made. */
    boolean beginAccepting(Key peer) {
        return !accepted.containsKey(peer) && accepting.add(peer);
    }

    void endAccepting(Key peer) {
        accepting.remove(peer);
    }

    /** Returns the links that have not been closed. */
    List<ShmLink> unclosed() {
        return List.copyOf(unclosed);
    }
}
