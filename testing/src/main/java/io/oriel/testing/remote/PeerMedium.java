// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Pump;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The medium under test, in the peer's process: remembers the last link, and allocates memory that the test can map. */
final class PeerMedium implements TransportFactory {
    private final TransportFactory medium;
    private final Path memory;
    // Written by the control agent.
    private volatile @Nullable Link lastLink;

    /** Passes on everything to a medium; memory that it shares with nobody goes to a directory. */
    PeerMedium(TransportFactory medium, Path memory) {
        this.medium = medium;
        this.memory = memory;
    }

    LinkMemory lastLinkMemory() {
        return Objects.requireNonNull(Objects.requireNonNull(lastLink).memory());
    }

    @Override
    public String medium() {
        return medium.medium();
    }

    @Override
    public Transport open(OrielConfig config, ControlLoop loop) {
        return new PeerTransport(medium.open(config, loop));
    }

    /** The medium, whose ports are the peer's. */
    final class PeerTransport implements Transport {
        private final Transport transport;

        PeerTransport(Transport transport) {
            this.transport = transport;
        }

        @Override
        public List<InetAddress> addresses() {
            return transport.addresses();
        }

        @Override
        public Port openPort(InetAddress address, PortOwner owner) {
            return new PeerPort(transport.openPort(address, new LinkRecorder(owner)), memory);
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    /** Sees the links before their owner does. */
    final class LinkRecorder implements PortOwner {
        private final PortOwner owner;

        LinkRecorder(PortOwner owner) {
            this.owner = owner;
        }

        @Override
        public LinkHandler linkOpened(Link link) {
            lastLink = link;
            return owner.linkOpened(link);
        }

        @Override
        public void removed(String reason) {
            owner.removed(reason);
        }

        @Override
        public void pumpStarted(Pump pump) {
            owner.pumpStarted(pump);
        }

        @Override
        public void pumpWanted() {
            owner.pumpWanted();
        }
    }
}
