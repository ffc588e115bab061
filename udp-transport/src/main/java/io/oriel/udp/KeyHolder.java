// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.udp.control.Datagram;
import java.net.InetSocketAddress;

/** A link, or one in the making, as the datagrams with its key find it. By the agent. */
interface KeyHolder {
    /** Returns where the peer sends from. */
    InetSocketAddress peerAddress();

    /** Returns which datagrams to the peer carry. */
    long peerKey();

    /** A datagram with the key has come from the peer's address. */
    void onDatagram(Datagram datagram);

    /** The peer does not know the link, or not any more. */
    void onReset();
}
