// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which processes reach each other: all, unless what is between two of them is cut. */
public final class HeapNetwork {
    private final HeapMedium medium;
    private final Map<Set<HeapProcess>, Long> cuts = new HashMap<>();
    private long lastCut;

    HeapNetwork(HeapMedium medium) {
        this.medium = medium;
    }

    /**
     * Lets nothing pass between two processes any more. What is on its way stays there; links are lost when the cut lasts
     * longer than the time-out of an end.
     *
     * @param one   of this host
     * @param other of this host
     * @throws IllegalStateException if they share memory
     */
    public void cut(HeapProcess one, HeapProcess other) {
        if (medium.conditions().sharesMemory()) {
            throw new IllegalStateException("between processes that share memory nothing can be cut");
        }
        if (cuts.putIfAbsent(Set.of(one, other), ++lastCut) == null) {
            long cut = lastCut;
            for (HeapLink link : linksBetween(one, other)) {
                medium.time().at(medium.time().nanoTime() + link.deadPeerNs(), () -> lose(link, one, other, cut));
            }
        }
    }

    /**
     * Lets things pass between two processes again; what has waited arrives at once, in order.
     *
     * @param one   of this host
     * @param other of this host
     */
    public void heal(HeapProcess one, HeapProcess other) {
        if (cuts.remove(Set.of(one, other)) != null) {
            linksBetween(one, other).forEach(HeapLink::healed);
        }
    }

    /** Lets things pass between all processes again. */
    public void healAll() {
        List.copyOf(cuts.keySet()).forEach(each -> {
            List<HeapProcess> pair = List.copyOf(each);
            heal(pair.get(0), pair.get(1));
        });
    }

    boolean isCut(HeapProcess one, HeapProcess other) {
        return !cuts.isEmpty() && one != other && cuts.containsKey(Set.of(one, other));
    }

    /** An end has not heard of the other for too long, if the network was not healed meanwhile. */
    private void lose(HeapLink link, HeapProcess one, HeapProcess other, long cut) {
        if (cuts.getOrDefault(Set.of(one, other), 0L) == cut) {
            link.lose();
        }
    }

    private static List<HeapLink> linksBetween(HeapProcess one, HeapProcess other) {
        List<HeapLink> both = new ArrayList<>(one.linksTo(other));
        both.addAll(other.linksTo(one));
        return both;
    }
}
