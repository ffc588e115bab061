// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.testing.heap.failure.Failure;
import io.oriel.testing.heap.host.VirtualTime;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The medium in the heap as one adapter uses it. */
final class HeapPort implements Port {
    private static final long LATE_NS = 50_000_000;
    private static final long RETRY_NS = 20_000_000;

    private final HeapProcess process;
    private final TimeoutConfig timeouts;
    private final PortOwner owner;
    private final List<HeapLink> links = new ArrayList<>();
    private final CounterSet counters = CounterSet.inHeap(AdapterCounter.values().length);
    private final WordSlots words = new WordSlots();
    private final long[] credits = new long[MAX_ENDPOINTS];
    private final HeapMemory.Regions regions = new HeapMemory.Regions();
    private boolean closed;
    private boolean removed;

    HeapPort(HeapProcess process, TimeoutConfig timeouts, PortOwner owner) {
        this.process = process;
        this.timeouts = timeouts;
        this.owner = owner;
    }

    @Override
    public RegionMemory allocate(long length) {
        if (length > Integer.MAX_VALUE - 8) {
            throw new NdException(NdStatus.INSUFFICIENT_RESOURCES, "no room in the heap for " + length + " bytes");
        }
        process.failures().require(Failure.ALLOCATION);
        return regions.allocate((int) length);
    }

    /** Returns the memory that peers can reach. */
    HeapMemory.Regions regions() {
        return regions;
    }

    @Override
    public Listening listen(InetSocketAddress address) {
        process.medium().requireRule(!process.loop().isAgentThread(), "listen may block, so not on the agent");
        process.failures().require(Failure.LISTEN);
        InetSocketAddress chosen = process.medium().listen(this, address);
        return new Listening() {
            @Override
            public InetSocketAddress address() {
                return chosen;
            }

            @Override
            public void close() {
                process.medium().unlisten(HeapPort.this, chosen);
            }
        };
    }

    @Override
    public void dial(InetSocketAddress destination, DialHandler handler) {
        requireAgent("dial");
        long arrivalNs =
                process.medium().time().nanoTime() + process.medium().dice().controlDelayNs();
        if (process.failures().strikes(Failure.DIAL)) {
            process.medium()
                    .time()
                    .at(
                            arrivalNs,
                            () -> process.loop()
                                    .runOnAgent(() ->
                                            handler.failed(NdStatus.INSUFFICIENT_RESOURCES, "the test lets it fail")));
            return;
        }
        long lateNs = process.failures().strikes(Failure.LATE_DIAL) ? LATE_NS : 0;
        long endNs = process.medium().time().nanoTime() + timeouts.handshake().toNanos();
        process.medium().time().at(arrivalNs + lateNs, () -> arrive(new Dial(destination, handler, endNs)));
    }

    /** What is dialled, who is to be told, and when there is to be an answer at the latest. */
    private record Dial(InetSocketAddress destination, DialHandler handler, long endNs) {}

    @Override
    public void publishCredit(int endpointId, long posted) {
        if (usable()) {
            credits[endpointId] = posted;
            links.forEach(link -> link.publishCredit(endpointId, posted));
            process.passed(CrashPoint.WORD);
        }
    }

    @Override
    public void kick() {}

    @Override
    public CounterSet counters() {
        return counters;
    }

    @Override
    public void close() {
        process.medium().requireRule(!process.loop().isAgentThread(), "closing a port may block, so not on the agent");
        if (!closed) {
            closed = true;
            process.medium().unlistenAll(this);
            List.copyOf(links).forEach(HeapLink::closeNow);
            process.ports().remove(this);
        }
    }

    HeapProcess process() {
        return process;
    }

    long deadPeerNs() {
        return timeouts.deadPeer().toNanos();
    }

    PortOwner owner() {
        return owner;
    }

    WordSlots words() {
        return words;
    }

    long[] credits() {
        return credits;
    }

    List<HeapLink> links() {
        return links;
    }

    /** Tells whether what the port does still has an effect. */
    boolean usable() {
        return process.isAlive() && !removed && !closed;
    }

    void requireAgent(String call) {
        process.medium().requireRule(process.loop().isAgentThread(), call + " is for the agent");
    }

    /** The process died: peers hear of it. */
    void die() {
        process.medium().unlistenAll(this);
        links.forEach(HeapLink::die);
    }

    /** The medium under the adapter is gone. */
    void remove(String reason) {
        if (usable()) {
            process.medium().unlistenAll(this);
            removed = true;
            process.loop().execute(() -> owner.removed(reason));
        }
    }

    /** The dial reaches the listener's process, or finds none. */
    private void arrive(Dial dial) {
        HeapPort listener = process.medium().listenerAt(dial.destination());
        if (usable() && listener != null && process.medium().network().isCut(process, listener.process())) {
            tryLater(dial, () -> arrive(dial));
            return;
        }
        HeapLink link = usable() && listener != null ? linkTo(listener) : null;
        long answerNs =
                process.medium().time().nanoTime() + process.medium().dice().controlDelayNs();
        process.medium().time().at(answerNs, () -> process.loop().runOnAgent(() -> answer(link, dial)));
    }

    /** Finds or makes the link; on a new one the listener's side opens first, or only when the dialler's is open. */
    private HeapLink linkTo(HeapPort listener) {
        for (HeapLink link : links) {
            if (link.isDialler() && link.isOpenTo(listener)) {
                return link;
            }
        }
        HeapLink link = HeapLink.newPair(this, listener);
        if (process.medium().dice().toss()) {
            link.other().openLater();
        }
        return link;
    }

    /** What is between the processes is cut: looks again after a while, until the time is over. */
    private void tryLater(Dial dial, Runnable again) {
        VirtualTime time = process.medium().time();
        boolean isOver = time.nanoTime() >= dial.endNs();
        Runnable next = isOver
                ? () -> dial.handler()
                        .failed(NdStatus.IO_TIMEOUT, "the listener at " + dial.destination() + " did not answer")
                : again;
        time.at(time.nanoTime() + RETRY_NS, () -> process.loop().runOnAgent(next));
    }

    private void answer(@Nullable HeapLink link, Dial dial) {
        DialHandler handler = dial.handler();
        InetSocketAddress destination = dial.destination();
        if (usable() && link != null && link.isCut()) {
            tryLater(dial, () -> answer(link, dial));
        } else if (!usable()) {
            handler.failed(NdStatus.DEVICE_REMOVED, "the port is gone");
        } else if (link == null) {
            handler.failed(NdStatus.CONNECTION_REFUSED, "nobody listens at " + destination);
        } else if (!link.peerAlive()) {
            handler.failed(NdStatus.CONNECTION_ABORTED, "the process at " + destination + " died meanwhile");
        } else if (link.isClosed()) {
            arrive(dial);
        } else {
            link.openNow();
            link.other().openLater();
            handler.dialled(link);
        }
    }
}
