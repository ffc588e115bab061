// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import java.net.InetSocketAddress;

/** What an adapter says where it takes datagrams and frames: where it does, unless something stands between. */
public interface Announcement {
    /** What is true. */
    Announcement TRUE = new Announcement() {};

    /**
     * Returns where peers are to send datagrams.
     *
     * @param own where they are taken
     * @return an address
     */
    default InetSocketAddress control(InetSocketAddress own) {
        return own;
    }

    /**
     * Returns where peers are to send frames.
     *
     * @param own where they are taken
     * @return an address
     */
    default InetSocketAddress data(InetSocketAddress own) {
        return own;
    }
}
