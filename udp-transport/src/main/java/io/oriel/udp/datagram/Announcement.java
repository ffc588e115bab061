// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** What an adapter says where it takes datagrams and frames: where it does, unless something stands between. */
public interface Announcement {
    /** What is true. */
    Announcement TRUE = new Announcement() {};

    /**
     * Returns by which id peers know the adapter.
     *
     * @param own random
     * @return an id
     */
    default long adapterId(long own) {
        return own;
    }

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

    /**
     * Returns what a peer means by an address of this side.
     *
     * @param called what the peer calls it
     * @param own    of the adapter
     * @return the latter if this is what was said of it, else the former
     */
    default InetAddress meant(InetAddress called, InetAddress own) {
        return called;
    }

    /**
     * Returns what is said by adapters that peers reach at another address, at the same ports.
     *
     * @param address of a host; null for what is true
     * @return what to say
     */
    static Announcement at(@Nullable InetAddress address) {
        if (address == null) {
            return TRUE;
        }
        return new Announcement() {
            @Override
            public InetSocketAddress control(InetSocketAddress own) {
                return new InetSocketAddress(address, own.getPort());
            }

            @Override
            public InetSocketAddress data(InetSocketAddress own) {
                return new InetSocketAddress(address, own.getPort());
            }

            @Override
            public InetAddress meant(InetAddress called, InetAddress own) {
                return called.equals(address) ? own : called;
            }
        };
    }
}
