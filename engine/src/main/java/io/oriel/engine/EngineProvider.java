// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.WaitSet;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;

/** A provider: one control agent, one medium, any number of adapters. */
final class EngineProvider implements Provider {
    private final OrielConfig config;
    private final ControlLoop loop;
    private final String medium;
    private final Transport transport;
    private final Runnable onClosed;
    private final Object closing = new Object();
    private final Object opening = new Object();

    // Guarded by this, with which nobody waits: the agent may ask.
    private final List<EngineAdapter> adapters = new ArrayList<>();

    // Guarded by opening.
    private boolean closed;

    // Guarded by closing.
    private boolean ended;

    /**
     * Opens a provider.
     *
     * @param config   how
     * @param loop     the control agent
     * @param factory  of the medium
     * @param onClosed ends the control agent
     */
    EngineProvider(OrielConfig config, ControlLoop loop, TransportFactory factory, Runnable onClosed) {
        this.config = config;
        this.loop = loop;
        this.onClosed = onClosed;
        medium = factory.medium();
        transport = factory.open(config, loop);
    }

    @Override
    public List<InetAddress> addresses() {
        return transport.addresses();
    }

    @Override
    public Adapter openAdapter(InetAddress address) {
        loop.requireNoAgent(); // before it waits for another thread that opens one
        synchronized (opening) {
            if (closed) {
                throw new NdException(NdStatus.INVALID_HANDLE, "the provider is closed");
            }
            return open(address);
        }
    }

    private Adapter open(InetAddress address) {
        if (!LocalAddresses.contain(Arguments.require("address", address))) {
            throw new NdException(
                    NdStatus.INVALID_ADDRESS, address + " is not an address of this host; those are " + addresses());
        }
        EngineAdapter adapter = new EngineAdapter(config, loop, transport, medium, address, this::forget);
        try {
            add(adapter);
        } catch (Throwable e) {
            adapter.close();
            throw e;
        }
        return adapter;
    }

    @Override
    public WaitSet createWaitSet() {
        return new EngineWaitSet(this);
    }

    /** Of several threads that close, one does and the others wait for it. */
    @Override
    public void close() {
        loop.requireNoAgent(); // before anything is closed
        synchronized (closing) {
            if (!ended) {
                closeOnce();
            }
        }
    }

    private void closeOnce() {
        List<EngineAdapter> open;
        synchronized (opening) {
            closed = true;
            open = adapters();
        }
        try {
            CloseHelper.closeAll(open);
        } finally {
            // A thread that is inside an adapter may be touching the medium's memory.
            if (open.stream().noneMatch(EngineAdapter::touchesMedium)) {
                end();
            }
        }
    }

    private void end() {
        try {
            transport.close();
            ended = true;
        } finally {
            onClosed.run();
        }
    }

    /** Tells whether an adapter is one of this provider's and open. */
    synchronized boolean owns(EngineAdapter adapter) {
        return adapters.contains(adapter);
    }

    private synchronized List<EngineAdapter> adapters() {
        return List.copyOf(adapters);
    }

    private synchronized void add(EngineAdapter adapter) {
        adapters.add(adapter);
    }

    private synchronized void forget(EngineAdapter adapter) {
        adapters.remove(adapter);
    }
}
