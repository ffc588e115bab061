// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import java.net.InetAddress;
import java.util.List;

/** The medium in the heap as one provider uses it. */
final class HeapTransport implements Transport {
    static final List<InetAddress> ADDRESSES = List.of(InetAddress.getLoopbackAddress());

    private final HeapProcess process;
    private final OrielConfig config;

    HeapTransport(HeapProcess process, OrielConfig config) {
        this.process = process;
        this.config = config;
    }

    @Override
    public List<InetAddress> addresses() {
        return ADDRESSES;
    }

    @Override
    public Port openPort(InetAddress address, PortOwner owner) {
        process.medium().requireRule(!process.loop().isAgentThread(), "openPort may block, so not on the agent");
        HeapPort port = new HeapPort(process, config.timeouts(), owner);
        process.ports().add(port);
        return port;
    }

    @Override
    public void close() {
        process.medium().requireRule(process.ports().isEmpty(), "a transport is closed after its ports");
    }
}
