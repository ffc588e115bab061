// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import io.oriel.engine.address.LocalAddresses;
import io.oriel.udp.datagram.LinkOffer;
import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * How long a datagram may be that an interface carries whole. A longer one would arrive in fragments, all of it lost with one
 * of them.
 */
public final class WholeDatagram {
    private static final int HEADERS = 20 + 8; // of IP and UDP
    private static final int HEADERS_6 = 40 + 8;
    private static final int ALIGNMENT = 32;
    /** Where the interface does not tell: what Ethernet carries. */
    private static final int ETHERNET_PACKET = 1500;

    private WholeDatagram() {}

    /**
     * Returns how long datagrams are that leave from an address.
     *
     * @param address of this host
     * @param wanted  bytes at most, a multiple of 32
     * @param seal    bytes of them that sealing takes, a multiple of 32
     * @return bytes that are left, a multiple of 32, not below the least that Oriel sends frames with
     */
    public static int lengthFrom(InetAddress address, int wanted, int seal) {
        int whole = length(address, LocalAddresses.packetLength(address), wanted);
        return Math.max(LinkOffer.Stream.MIN_MTU_LENGTH, whole - seal);
    }

    /**
     * Returns how long datagrams are that leave by an interface.
     *
     * @param address      of the interface
     * @param packetLength bytes of the longest packet that it carries; 0 if that is not known
     * @param wanted       bytes at most
     * @return as above
     */
    static int length(InetAddress address, int packetLength, int wanted) {
        int packet = packetLength == 0 ? ETHERNET_PACKET : packetLength;
        int room = packet - (address instanceof Inet6Address ? HEADERS_6 : HEADERS);
        int least = LinkOffer.Stream.MIN_MTU_LENGTH;
        return Math.min(wanted, Math.max(least, room & -ALIGNMENT));
    }
}
