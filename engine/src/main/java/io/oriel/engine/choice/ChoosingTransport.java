// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import java.net.InetAddress;
import java.util.List;

/** Two media as one provider uses them. */
final class ChoosingTransport implements Transport {
    private final Transport onHost;
    private final Transport betweenHosts;
    private final Detours detours;

    /**
     * Joins two media, which it closes.
     *
     * @param onHost       reaches adapters of this host
     * @param betweenHosts reaches all adapters
     * @param detours      by the latter to adapters of this host
     */
    ChoosingTransport(Transport onHost, Transport betweenHosts, Detours detours) {
        this.onHost = onHost;
        this.betweenHosts = betweenHosts;
        this.detours = detours;
    }

    @Override
    public List<InetAddress> addresses() {
        return betweenHosts.addresses();
    }

    @Override
    public Port openPort(InetAddress address, PortOwner owner) {
        JointOwner joint = new JointOwner(owner);
        Port host = onHost.openPort(address, joint);
        try {
            return new ChoosingPort(host, betweenHosts.openPort(address, joint), detours);
        } catch (RuntimeException | Error e) {
            host.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            onHost.close();
        } finally {
            betweenHosts.close();
        }
    }
}
