// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.address;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The addresses of this host. */
public final class LocalAddresses {
    private LocalAddresses() {}

    /**
     * Lists the addresses of the interfaces that are up, loopback first.
     *
     * @return the addresses; the loopback address alone if the interfaces cannot be listed
     */
    public static List<InetAddress> list() {
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

    /**
     * Tells whether an address is one of an interface. Not each loopback address is: the system takes more than it lists.
     *
     * @param address an IP address
     * @return true if an interface has it, or the interfaces cannot be listed
     */
    public static boolean isOfInterface(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return true;
        }
    }

    /**
     * Tells how long the packets are that the interface of an address carries whole.
     *
     * @param address an IP address
     * @return bytes; 0 if that is not known
     */
    public static int packetLength(InetAddress address) {
        try {
            NetworkInterface carrier = NetworkInterface.getByInetAddress(address);
            return carrier == null ? 0 : carrier.getMTU();
        } catch (SocketException e) {
            return 0;
        }
    }
}
