// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
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
import org.jspecify.annotations.Nullable;

/** A port that remembers who dialled, and lets the test answer. */
public final class FakePort implements Port {
    private final Queue<DialHandler> dials = new ArrayDeque<>();
    private final CounterSet counters = CounterSet.inHeap(AdapterCounter.values().length);
    private final long[] credits = new long[MAX_ENDPOINTS];
    private final List<RegionMemory> allocated = new ArrayList<>();
    private final List<InetSocketAddress> dialled = new ArrayList<>();
    private final List<InetSocketAddress> listening = new ArrayList<>();
    private final Queue<NdStatus> refusals = new ArrayDeque<>();
    private int nextPort = 5000;
    private boolean closed;
    private int released;
    private @Nullable Error creditFailure;
    private Runnable onListening = () -> {};

    /** Creates a port. */
    public FakePort() {}

    /** Returns the dials that were not answered, oldest first. */
    public Queue<DialHandler> dials() {
        return dials;
    }

    /** Returns where was dialled, in order. */
    public List<InetSocketAddress> dialled() {
        return dialled;
    }

    /** Returns where listeners are, in order. */
    public List<InetSocketAddress> listening() {
        return listening;
    }

    /** Runs something whenever a listener has begun or ended. */
    public void onListening(Runnable action) {
        onListening = action;
    }

    /** Refuses the next listener. */
    public void refuseListening(NdStatus status) {
        refusals.add(status);
    }

    /** Tells whether the port was closed. */
    public boolean isClosed() {
        return closed;
    }

    /** Returns what was allocated, in order. */
    public List<RegionMemory> allocated() {
        return allocated;
    }

    /** Returns how often what was allocated was given back. */
    public int released() {
        return released;
    }

    /** Lets the next credit that is to be shown throw. */
    public void failCredit(Error failure) {
        creditFailure = failure;
    }

    /** Returns the credit word of an endpoint. */
    public long credit(int endpointId) {
        return credits[endpointId];
    }

    @Override
    public RegionMemory allocate(long length) {
        RegionMemory memory = new MappedMemory((int) length, () -> released++);
        allocated.add(memory);
        return memory;
    }

    @Override
    public Listening listen(InetSocketAddress address) {
        NdStatus refusal = refusals.poll();
        if (refusal != null) {
            throw new NdException(refusal, "refused by the test");
        }
        InetSocketAddress bound =
                address.getPort() == 0 ? new InetSocketAddress(address.getAddress(), nextPort++) : address;
        listening.add(bound);
        onListening.run();
        return new Listening() {
            @Override
            public InetSocketAddress address() {
                return bound;
            }

            @Override
            public void close() {
                listening.remove(bound);
                onListening.run();
            }
        };
    }

    @Override
    public void dial(InetSocketAddress destination, DialHandler handler) {
        dials.add(handler);
        dialled.add(destination);
    }

    @Override
    public void publishCredit(int endpointId, long posted) {
        Error failure = creditFailure;
        creditFailure = null;
        if (failure != null) {
            throw failure;
        }
        credits[endpointId] = posted;
    }

    @Override
    public void kick() {}

    @Override
    public CounterSet counters() {
        return counters;
    }

    @Override
    public void close() {
        closed = true;
    }
}
