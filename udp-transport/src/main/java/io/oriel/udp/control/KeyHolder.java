// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.udp.datagram.Datagram;
import java.net.InetSocketAddress;

/** A link, or one in the making, as the datagrams with its key find it. By the agent. */
public interface KeyHolder {
    /**
     * Returns where the peer sends from.
     *
     * @return an address
     */
    InetSocketAddress peerAddress();

    /**
     * Returns which datagrams to the peer carry.
     *
     * @return the peer's key
     */
    long peerKey();

    /**
     * A datagram with the key has come from the peer's address.
     *
     * @param datagram sound
     */
    void onDatagram(Datagram datagram);

    /** The peer does not know the link, or not any more. */
    void onReset();
}
