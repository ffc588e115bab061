// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Which addresses are this host's. */
public final class LocalAddresses {
    private LocalAddresses() {}

    /**
     * Tells whether an address is one of this host's.
     *
     * @param address an IP address
     * @return true for loopback addresses and those of an interface
     */
    public static boolean contain(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false; // the interfaces cannot be listed: loopback is all there is
        }
    }
}
