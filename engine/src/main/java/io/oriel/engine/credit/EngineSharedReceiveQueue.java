// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.domain.HotPath;
import io.oriel.engine.link.Lane;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.protocol.Limits;
import io.oriel.engine.transport.Port;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A shared receive queue of the engine. Its Receives are granted to endpoints whose peers wait with Sends, in the order in
 * which they have asked, to each as many as stay for the others; those of an endpoint that ends come back, and those that a
 * peer does not use while others wait.
 */
public final class EngineSharedReceiveQueue implements SharedReceiveQueue {
    private final Domain domain;
    private final RegionTable regions;
    private final SharedReceives receives;
    private final Consumer<EngineSharedReceiveQueue> onClosed;
    private final Set<Slots> attached = new LinkedHashSet<>();
    private final DemandList waiting = new DemandList();
    private final DemandList ahead = new DemandList();
    private final DemandList lacking = new DemandList();
    private final UnusedGrants unused;
    private final LowNotifications notifications;
    private final BooleanSupplier isWaitedFor;
    private boolean isWatched;
    private boolean closed;

    /**
     * Creates an empty queue.
     *
     * @param domain    of the adapter
     * @param loop      completes notifications
     * @param regions   of the adapter
     * @param depth     checked
     * @param entries   of a Receive at most; checked
     * @param threshold checked
     * @param onClosed  told by the domain's owner
     */
    public EngineSharedReceiveQueue(
            Domain domain,
            ControlLoop loop,
            RegionTable regions,
            int depth,
            int entries,
            int threshold,
            Consumer<EngineSharedReceiveQueue> onClosed) {
        this.domain = domain;
        this.regions = regions;
        this.onClosed = onClosed;
        notifications = new LowNotifications(loop, threshold);
        isWaitedFor = notifications::isWaitedFor;
        receives = new SharedReceives(depth, entries, regions);
        unused = new UnusedGrants(this, loop);
    }

    @Override
    @HotPath
    public NdStatus receive(long requestContext, ScatterGatherList list) {
        domain.enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            if (receives.isFull()) {
                return NdStatus.NO_MORE_ENTRIES;
            }
            NdStatus status = SgeList.check(list, receives.entries(), regions);
            if (status == NdStatus.SUCCESS) {
                receives.post(requestContext, list);
                notifications.posted();
                if (waiting.first() != null || lacking.first() != null) {
                    grant();
                    grantAhead();
                }
            }
            return status;
        } finally {
            domain.exit();
        }
    }

    @Override
    public void modify(int depth, int notifyThreshold) {
        domain.enter();
        try {
            requireOpen();
            int max = Limits.MAX_SHARED_RECEIVE_QUEUE_DEPTH;
            int asked = depth == 0 ? receives.depth() : depth;
            if (depth < 0 || depth > max || notifyThreshold < 0 || notifyThreshold > asked) {
                throw new NdException(
                        NdStatus.INVALID_PARAMETER,
                        "depth must be in 0.." + max + " and notifyThreshold in 0.." + asked + ", were " + depth
                                + " and " + notifyThreshold);
            }
            if (asked < receives.used()) {
                throw new NdException(
                        NdStatus.BUFFER_OVERFLOW,
                        receives.used() + " Receives are outstanding or not reaped, more than the depth of " + depth
                                + "; take their completions first");
            }
            if (depth != 0) {
                receives.resize(depth);
            }
            notifications.threshold(
                    notifyThreshold == 0 ? Math.min(notifications.threshold(), asked) : notifyThreshold);
        } finally {
            domain.exit();
        }
    }

    @Override
    public CompletableFuture<Void> requestNotification() {
        domain.enter();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(isClosed());
            }
            CompletableFuture<Void> future = notifications.request();
            domain.somebodyWaits(isWaitedFor);
            return future;
        } finally {
            domain.exit();
        }
    }

    @Override
    public int depth() {
        return receives.depth();
    }

    @Override
    public void close() {
        domain.enter();
        try {
            closeHeld();
        } finally {
            domain.exit();
        }
    }

    /** Closes the queue. By the domain's owner. */
    public void closeHeld() {
        if (closed) {
            return;
        }
        List.copyOf(attached).forEach(Slots::closeEndpoint);
        closed = true;
        domain.remove(unused);
        onClosed.accept(this);
        notifications.close();
    }

    /** Ends notifications, because the medium is gone. By the domain's owner. */
    public void remove() {
        notifications.remove();
    }

    /**
     * Tells whether an endpoint of an adapter may use this queue. By the domain's owner.
     *
     * @param of the adapter's domain
     * @return false if it is closed or another adapter's
     */
    public boolean isUsableIn(Domain of) {
        return !closed && domain == of;
    }

    /**
     * Makes what an endpoint's peer asks of this queue. May block.
     *
     * @param slots  of the endpoint's Receives
     * @param lane   of the endpoint
     * @param port   of the adapter
     * @return a demand for nothing
     * @throws NdException INSUFFICIENT_RESOURCES
     */
    public Demand newDemand(Slots slots, Lane lane, Port port) {
        return new Demand(this, slots, lane, OwnGrants.create(port));
    }

    SharedReceives receives() {
        return receives;
    }

    void attach(Slots slots) {
        attached.add(slots);
    }

    void detach(Slots slots) {
        attached.remove(slots);
    }

    /** Puts an endpoint on the list, behind the others, unless it is there, and grants what there is. */
    void enter(Demand demand) {
        waiting.add(demand.waiting());
        grant();
    }

    void leave(Demand demand) {
        waiting.remove(demand.waiting());
        lacking.remove(demand.lacking());
        unused.settlesNoMore(demand);
    }

    /** An endpoint was granted what can be taken back, some of it perhaps without having asked. */
    void holds(Demand demand, boolean someAhead) {
        unused.holders().add(demand.holding());
        if (someAhead) {
            ahead.add(demand.ahead());
        }
    }

    void holdsNothing(Demand demand) {
        unused.holders().remove(demand.holding());
        ahead.remove(demand.ahead());
    }

    /** Tells whether an endpoint waits, and nothing is left. */
    boolean isShort() {
        return waiting.first() != null && receives.free() == 0;
    }

    /** A message has taken a Receive. */
    void taken() {
        notifications.taken();
    }

    /** Begins to take back what some were granted without having asked for it, until so many Receives will be free. */
    void takeBackAhead(long count) {
        long missing = count;
        DemandList.Place first = ahead.first();
        while (first != null && missing > 0) {
            ahead.remove(first);
            missing -= first.demand().takeBackAhead();
            first = ahead.first();
        }
    }

    /** Grants of an endpoint were just taken back; returns the time. */
    long settles(Demand demand) {
        watch();
        return unused.settles(demand);
    }

    /** An endpoint may have more than it has asked for, when a Receive is posted: then its message has been answered. */
    void lacks(Demand demand) {
        lacking.add(demand.lacking());
    }

    private void grantAhead() {
        DemandList.Place first = lacking.first();
        if (first != null && waiting.first() == null) {
            lacking.remove(first);
            first.demand().takeAhead();
        }
    }

    /** An endpoint that holds as many as it may leaves the list until a message has taken one of them. */
    void grant() {
        DemandList.Place first = waiting.first();
        while (first != null && !first.demand().take()) {
            waiting.remove(first);
            first = waiting.first();
        }
        if (first != null) {
            watch();
        }
    }

    /** Who never lacks a Receive pays nothing for looking after what is not used. */
    private void watch() {
        if (!isWatched) {
            isWatched = true;
            domain.add(unused);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw isClosed();
        }
    }

    private static NdException isClosed() {
        return new NdException(NdStatus.INVALID_HANDLE, "the shared receive queue is closed");
    }
}
