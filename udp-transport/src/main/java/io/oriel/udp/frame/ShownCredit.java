// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import org.jspecify.annotations.Nullable;

/** The credit of one endpoint as the peer of its link is to see it. By the domain's owner. */
public final class ShownCredit {
    final int endpointId;
    final int peerEndpointId;
    private final OwnState state;
    long word;
    boolean isNew;
    boolean isListed;

    ShownCredit(OwnState state, int endpointId, int peerEndpointId) {
        this.state = state;
        this.endpointId = endpointId;
        this.peerEndpointId = peerEndpointId;
    }

    /**
     * An endpoint was closed, and another one of its id is shown from now on.
     *
     * @param former of the closed one; null if there was none
     */
    public static void end(@Nullable ShownCredit former) {
        if (former != null) {
            former.state.ended(former);
        }
    }

    /**
     * The credit has changed.
     *
     * @param changed the word
     */
    public void set(long changed) {
        word = changed;
        state.changed(this);
    }
}
