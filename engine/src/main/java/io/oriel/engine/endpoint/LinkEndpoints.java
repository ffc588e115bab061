// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/** The open endpoints that one link carries, so that nobody looks for them among all others. By the domain's owner. */
final class LinkEndpoints {
    private final EndpointTable table;
    private final LinkLife life;
    private final Set<Peering> endpoints = new LinkedHashSet<>();
    private boolean detached;

    LinkEndpoints(EndpointTable table, LinkLife life) {
        this.table = table;
        this.life = life;
    }

    /** Adds an endpoint that has got its peer, or ends it if it has got it too late. */
    void add(Peering endpoint) {
        if (detached) {
            endpoint.linkDetached(life.hasDied());
        } else {
            endpoints.add(endpoint);
        }
    }

    /** An endpoint was closed. */
    void remove(Peering endpoint) {
        endpoints.remove(endpoint);
    }

    /** Does something with each. */
    void forEach(Consumer<Peering> action) {
        table.takeAttached();
        for (Peering each : endpoints.toArray(new Peering[0])) { // others may come meanwhile
            action.accept(each);
        }
    }

    /** The domain has let go of the link: ends each, and those that come too late. */
    void detach() {
        table.takeAttached();
        detached = true;
        forEach(each -> each.linkDetached(life.hasDied()));
        endpoints.clear();
    }
}
