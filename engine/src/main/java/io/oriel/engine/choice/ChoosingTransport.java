// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import java.net.InetAddress;
import java.util.List;

/** Two media as one provider uses them. */
public final class ChoosingTransport implements Transport {
    private final Transport onHost;
    private final Transport betweenHosts;

    /**
     * Joins two media, which it closes.
     *
     * @param onHost       reaches adapters of this host
     * @param betweenHosts reaches all adapters
     */
    public ChoosingTransport(Transport onHost, Transport betweenHosts) {
        this.onHost = onHost;
        this.betweenHosts = betweenHosts;
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
            return new ChoosingPort(host, betweenHosts.openPort(address, joint));
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
