// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.shm.ShmTransportFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Shared memory that remembers the region and the link that were made last. */
final class RecordingMedium implements TransportFactory {
    private final TransportFactory medium = new ShmTransportFactory();
    private RegionMemory lastRegion;
    // Written by the control agent.
    private volatile Link lastLink;

    RegionMemory lastRegion() {
        return lastRegion;
    }

    Link lastLink() {
        return lastLink;
    }

    @Override
    public String medium() {
        return medium.medium();
    }

    @Override
    public Transport open(OrielConfig config, ControlLoop loop) {
        Transport transport = medium.open(config, loop);
        return new Transport() {
            @Override
            public List<InetAddress> addresses() {
                return transport.addresses();
            }

            @Override
            public Port openPort(InetAddress address, PortOwner owner) {
                return new RecordingPort(transport.openPort(address, recording(owner)));
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }

    private PortOwner recording(PortOwner owner) {
        return new PortOwner() {
            @Override
            public LinkHandler linkOpened(Link link) {
                lastLink = link;
                return owner.linkOpened(link);
            }

            @Override
            public void removed(String reason) {
                owner.removed(reason);
            }
        };
    }

    private final class RecordingPort implements Port {
        private final Port port;

        RecordingPort(Port port) {
            this.port = port;
        }

        @Override
        public RegionMemory allocate(long length) {
            lastRegion = port.allocate(length);
            return lastRegion;
        }

        @Override
        public Listening listen(InetSocketAddress address) {
            return port.listen(address);
        }

        @Override
        public void dial(InetSocketAddress destination, DialHandler handler) {
            port.dial(destination, handler);
        }

        @Override
        public void publishCredit(int endpointId, long word) {
            port.publishCredit(endpointId, word);
        }

        @Override
        public void kick() {
            port.kick();
        }

        @Override
        public Alarm alarm() {
            return port.alarm();
        }

        @Override
        public CounterSet counters() {
            return port.counters();
        }

        @Override
        public void close() {
            port.close();
        }
    }
}
