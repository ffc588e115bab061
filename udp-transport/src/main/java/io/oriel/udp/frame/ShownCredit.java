// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

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
     * The credit has changed.
     *
     * @param changed the word
     */
    public void set(long changed) {
        word = changed;
        state.changed(this);
    }
}
