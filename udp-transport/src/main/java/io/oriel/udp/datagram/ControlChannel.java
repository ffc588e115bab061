// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A way for datagrams, which may lose, repeat, delay and reorder them. By the agent. */
public interface ControlChannel {
    /**
     * Sends a datagram, or loses it.
     *
     * @param datagram complete; not used after the call
     * @param to       the receiver
     */
    void send(ByteBuffer datagram, InetSocketAddress to);

    /**
     * Returns what writes the datagrams of this way: one for all who send by it, so that nobody costs memory of his own.
     *
     * @return the same for its whole life
     */
    DatagramWriter writer();

    /** Takes what has come and was not yet looked at. */
    void receive();
}
