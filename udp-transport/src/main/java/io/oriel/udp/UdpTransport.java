// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.LocalAddresses;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import io.oriel.udp.directory.TransportDirectory;
import io.oriel.udp.directory.Uninterruptibly;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/** UDP as one provider uses it. Each port has sockets and a media driver of its own. */
final class UdpTransport implements Transport {
    private final Home home;
    private final Set<UdpPort> ports = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /**
     * What the ports of a transport share.
     *
     * @param config       how to work
     * @param loop         the agent
     * @param directory    of their media drivers
     * @param announcement of their addresses
     */
    record Home(OrielConfig config, ControlLoop loop, TransportDirectory directory, Announcement announcement) {}

    private UdpTransport(Home home) {
        this.home = home;
    }

    static UdpTransport open(OrielConfig config, ControlLoop loop, Announcement announcement) {
        return Uninterruptibly.call(loop, () -> {
            TransportDirectory directory =
                    TransportDirectory.create(config.sharedMemory().directory());
            return new UdpTransport(new Home(config, loop, directory, announcement));
        });
    }

    @Override
    public List<InetAddress> addresses() {
        return LocalAddresses.list();
    }

    @Override
    public Port openPort(InetAddress address, PortOwner owner) {
        return Uninterruptibly.call(home.loop(), () -> {
            if (isClosed) {
                throw new IllegalStateException("the transport has been closed");
            }
            UdpPort port = UdpPort.open(home, address, owner, ports::remove);
            ports.add(port);
            return port;
        });
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            List.copyOf(ports).forEach(UdpPort::close);
            Uninterruptibly.run(home.loop(), home.directory()::close);
        } catch (RejectedExecutionException e) {
            // The agent was closed first: what can be removed without it is.
            home.directory().close();
        }
    }
}
