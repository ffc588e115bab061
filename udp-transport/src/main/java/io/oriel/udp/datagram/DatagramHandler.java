// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import java.net.InetSocketAddress;

/** Takes the datagrams of a socket. By the agent. */
@FunctionalInterface
public interface DatagramHandler {
    /**
     * A sound datagram has come.
     *
     * @param datagram valid during this call only
     * @param source   who says to have sent it
     */
    void onDatagram(Datagram datagram, InetSocketAddress source);
}
