// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import io.oriel.udp.seal.Lane;

/** What seals the streams of one link: this side's with what is heard of it, the peer's with what is said of it. */
public final class LinkSeal {
    private final int session;
    private final Lane own;
    private final Lane peer;

    LinkSeal(int session, Lane own, Lane peer) {
        this.session = session;
        this.own = own;
        this.peer = peer;
    }

    int session() {
        return session;
    }

    Lane own() {
        return own;
    }

    Lane peer() {
        return peer;
    }
}
