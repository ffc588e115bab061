// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import io.oriel.udp.seal.Lane;
import java.net.InetSocketAddress;

/** What seals the streams of one link: this side's with what is heard of it, the peer's with what is said of it. */
public final class LinkSeal {
    private final int session;
    private final InetSocketAddress peerData;
    private final Lane own;
    private final Lane peer;

    LinkSeal(int session, InetSocketAddress peerData, Lane own, Lane peer) {
        this.session = session;
        this.peerData = peerData;
        this.own = own;
        this.peer = peer;
    }

    int session() {
        return session;
    }

    /** Returns where the peer takes frames, and sends status messages from. */
    InetSocketAddress peerData() {
        return peerData;
    }

    /** Erases its keys. */
    void erase() {
        own.erase();
        peer.erase();
    }

    Lane own() {
        return own;
    }

    Lane peer() {
        return peer;
    }
}
