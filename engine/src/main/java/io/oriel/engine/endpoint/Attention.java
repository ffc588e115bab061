// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import java.util.ArrayList;
import java.util.List;

/** The endpoints of a link that have something left to do in each progress. By the domain's owner. */
final class Attention {
    private final List<Peering> endpoints = new ArrayList<>();
    private int first;

    boolean isEmpty() {
        return endpoints.isEmpty();
    }

    /** Enters an endpoint, once. */
    void add(Peering endpoint) {
        if (endpoint.markLookedAfter()) {
            endpoints.add(endpoint);
        }
    }

    void clear() {
        endpoints.clear();
    }

    /**
     * Lets each do what it can; those that need nothing more go. Another begins each time: the first may use up all room and
     * all bytes of a progress, again and again.
     */
    void attend() {
        first = first + 1 < endpoints.size() ? first + 1 : 0;
        attend(first, Integer.MAX_VALUE);
        attend(0, first);
    }

    private void attend(int from, int to) {
        for (int index = from; index < Math.min(to, endpoints.size()); index++) {
            Peering endpoint = endpoints.get(index);
            if (!endpoint.attend()) {
                int last = endpoints.size() - 1;
                endpoints.set(index, endpoints.get(last));
                endpoints.remove(last);
                endpoint.unmarkLookedAfter();
                index--;
            }
        }
    }

    /** Tells for how long none can do anything unless this side is woken. */
    long idleNs() {
        long least = Long.MAX_VALUE;
        for (int index = 0; index < endpoints.size(); index++) {
            least = Math.min(least, endpoints.get(index).idleNs());
        }
        return least;
    }

    /** Returns up to which of the peer's frames may be acknowledged, for those whose failure has still to be told. */
    long acknowledgeLimit() {
        long limit = Long.MAX_VALUE;
        for (int index = 0; index < endpoints.size(); index++) {
            long failed = endpoints.get(index).responder().failedSequence();
            if (failed != 0) {
                limit = Math.min(limit, failed - 1);
            }
        }
        return limit;
    }
}
