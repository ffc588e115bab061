// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The addresses of this host. */
final class LocalAddresses {
    private LocalAddresses() {}

    /** Lists the addresses of the interfaces that are up, loopback first; the loopback address alone if none is known. */
    static List<InetAddress> list() {
        List<InetAddress> addresses = new ArrayList<>();
        try {
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (each.isUp()) {
                    each.inetAddresses().forEach(addresses::add);
                }
            }
        } catch (SocketException e) {
            addresses.clear();
        }
        if (addresses.isEmpty()) {
            addresses.add(InetAddress.getLoopbackAddress());
        }
        addresses.sort(Comparator.comparing(address -> !address.isLoopbackAddress()));
        return List.copyOf(addresses);
    }

    static boolean contains(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return true;
        }
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}
