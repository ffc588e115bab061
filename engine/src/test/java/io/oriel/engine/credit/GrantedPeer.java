// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.transport.LinkMemory;
import java.util.Objects;

/** A peer that was granted Receives, as the test uses them in the peer's stead. */
public final class GrantedPeer {
    private final PeerGrants grants;

    /** Maps grants by their name. */
    public GrantedPeer(LinkMemory memory, long id) {
        grants = Objects.requireNonNull(PeerGrants.open(memory, id));
    }

    /** Takes one grant; false if there is none. */
    public boolean take() {
        return grants.take();
    }

    /** Tells whether grants were taken back since this was asked last. */
    public boolean wereTakenBack() {
        return grants.wereTakenBack();
    }
}
