// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;

/** Direct paths of links that tests make. */
public final class DirectLinks {
    private static final Guards ANY_ENDPOINT = new Guards() {
        @Override
        public boolean isFor(long granted, long user) {
            return true;
        }
    };

    private DirectLinks() {}

    /** Makes the paths of a link, with all guards. */
    public static DirectLink create(LinkMemory memory) {
        return new DirectLink(memory, Guards.ALL);
    }

    /** Makes paths on which windows can be used by each endpoint, to whichever they are bound. */
    public static DirectLink forAnyEndpoint(LinkMemory memory) {
        return new DirectLink(memory, ANY_ENDPOINT);
    }
}
