// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A port that remembers who dialled, and lets the test answer. */
public final class FakePort implements Port {
    private final Queue<DialHandler> dials = new ArrayDeque<>();
    private final CounterSet counters = CounterSet.inHeap(AdapterCounter.values().length);
    private final long[] credits = new long[MAX_ENDPOINTS];
    private final List<RegionMemory> allocated = new ArrayList<>();

    /** Creates a port. */
    public FakePort() {}

    /** Returns the dials that were not answered, oldest first. */
    public Queue<DialHandler> dials() {
        return dials;
    }

    /** Returns what was allocated, in order. */
    public List<RegionMemory> allocated() {
        return allocated;
    }

    /** Returns the credit word of an endpoint. */
    public long credit(int endpointId) {
        return credits[endpointId];
    }

    @Override
    public RegionMemory allocate(long length) {
        RegionMemory memory = new MappedMemory((int) length, () -> {});
        allocated.add(memory);
        return memory;
    }

    @Override
    public Listening listen(InetSocketAddress address) {
        return new Listening() {
            @Override
            public InetSocketAddress address() {
                return address;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void dial(InetSocketAddress destination, DialHandler handler) {
        dials.add(handler);
    }

    @Override
    public void publishCredit(int endpointId, long posted) {
        credits[endpointId] = posted;
    }

    @Override
    public void kick() {}

    @Override
    public CounterSet counters() {
        return counters;
    }

    @Override
    public void close() {}
}
