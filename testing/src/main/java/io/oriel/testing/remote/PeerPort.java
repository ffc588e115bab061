// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** A port in the peer's process: the memory of its regions can be mapped by the test's, whatever the medium. */
final class PeerPort implements Port {
    private final Port port;
    private final Path directory;

    PeerPort(Port port, Path directory) {
        this.port = port;
        this.directory = directory;
    }

    @Override
    public RegionMemory allocate(long length) {
        RegionMemory memory = port.allocate(length);
        return memory.id() == RegionMemory.UNMAPPED ? FileMemory.inPlaceOf(memory, directory) : memory;
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
    public String explain(Link link) {
        return port.explain(link);
    }

    @Override
    public void close() {
        port.close();
    }
}
