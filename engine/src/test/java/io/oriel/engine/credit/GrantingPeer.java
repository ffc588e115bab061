// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.transport.Port;
import java.util.Objects;

/** The grants of a peer's endpoint, as the test changes them in the peer's stead. */
public final class GrantingPeer {
    /** How long a peer may take a grant after it was taken back. */
    public static final long SETTLING_NS = OwnGrants.SETTLING_NS;

    private final OwnGrants grants;

    /** Makes the grants of an endpoint, none at first. */
    public GrantingPeer(Port port) {
        grants = Objects.requireNonNull(OwnGrants.create(port));
    }

    /** Returns the name by which they are mapped. */
    public long id() {
        return grants.id();
    }

    /** Grants Receives. */
    public void grant(long sends, long frames) {
        grants.grant(sends, frames);
    }

    /** Takes back what is not used. */
    public void takeBack() {
        grants.takeBack();
    }

    /** Tells how many were not used. */
    public long unused(long granted, long arrived) {
        return grants.unused(granted, arrived);
    }
}
