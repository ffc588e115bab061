// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.shared.Demand;
import io.oriel.engine.shared.EngineSharedReceiveQueue;
import io.oriel.engine.shared.ShownCredit;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.RegionMemory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of one endpoint: its Receives, posted there or granted by a shared queue, how the peer sees them, and
 * where they complete. By the domain's owner.
 */
public final class Receives {
    private final ShownCredit credit;
    private final RegionTable regions;
    private final int maxSge;
    private final Slots slots;
    private final ReceiveQueue queue;
    private final @Nullable Demand demand;

    // Written by the domain's owner, read by the agent.
    private volatile @Nullable ReceiveRing ring;

    // Written by the agent, read by the domain's owner.
    private volatile @Nullable Runnable wakesPeer;

    /**
     * Makes the receiving side of an endpoint.
     *
     * @param credit      of the endpoint
     * @param regions     of the adapter
     * @param config      of the endpoint
     * @param slots       of the endpoint's Receives
     * @param ring        shows them to the peer; null if it cannot place messages
     * @param shared      where they come from; null if they are the endpoint's own
     */
    public Receives(
            ShownCredit credit,
            RegionTable regions,
            EndpointConfig config,
            Slots slots,
            @Nullable ReceiveRing ring,
            @Nullable EngineSharedReceiveQueue shared) {
        this.credit = credit;
        this.regions = regions;
        this.slots = slots;
        this.ring = ring;
        demand = shared == null ? null : shared.newDemand(slots, credit);
        maxSge = demand == null ? config.maxReceiveSge() : demand.maxSge();
        queue = new ReceiveQueue(config.receiveQueueDepth(), maxSge, regions, slots, ring, demand);
    }

    /** Enters the endpoint where its Receives come from and go to. */
    public void register() {
        credit.publish(0);
        if (demand != null) {
            demand.register();
        }
        slots.register();
    }

    /**
     * The endpoint gets its peer. On the agent.
     *
     * @param link           to it
     * @param peerEndpointId the peer's endpoint
     * @param announces      wakes it if it sleeps
     * @param frames         how many were sent to it
     */
    public void attach(Link link, int peerEndpointId, Runnable announces, LongSupplier frames) {
        wakesPeer = announces;
        link.showCredit(credit.endpointId(), peerEndpointId);
        LinkMemory memory = link.memory();
        if (ring != null && memory != null) {
            ring.attach(memory);
        }
        if (demand != null) {
            demand.attach(announces, frames);
        }
    }

    /** The connection has ended, and every Receive was completed or given back. */
    public void ended() {
        if (demand != null) {
            demand.end();
        }
    }

    /** Undoes {@link #register}, when the connection has ended. */
    public void close() {
        ReceiveRing shown = ring;
        if (shown != null) {
            ring = null; // with its mapping
            shown.release();
        }
        queue.release();
        if (demand != null) {
            demand.close();
        }
        slots.unregister();
    }

    /**
     * Posts a Receive.
     *
     * @param context the caller's
     * @param list    the caller's
     * @return as the endpoint's Receive
     */
    public NdStatus post(long context, ScatterGatherList list) {
        if (demand != null) {
            return NdStatus.INVALID_DEVICE_REQUEST;
        }
        if (queue.isFull()) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        NdStatus status = SgeList.check(list, maxSge, regions);
        if (status == NdStatus.SUCCESS) {
            boolean wasEmpty = queue.isEmpty();
            queue.post(context, list);
            credit.publish(queue.posted());
            /*
             * The peer sleeps for want of credit only if it has sent as many messages as Receives were posted. If
             * Receives were left before this one, some of those messages are still in the log: the poll that takes
             * them announces its acknowledgement, after this credit was published.
             */
            Runnable wake = wakesPeer;
            if (wasEmpty && wake != null) {
                wake.run();
            }
        }
        return status;
    }

    /** Returns how many Receives there were for the peer in the endpoint's life: its credit. */
    public long granted() {
        return demand == null ? queue.posted() : demand.granted();
    }

    /** Returns the Receives that messages take. */
    public ReceiveQueue queue() {
        return queue;
    }

    /** Returns where the peer can place messages; null if it cannot. */
    public @Nullable ReceiveRing ring() {
        return ring;
    }

    /** Returns the id by which the peer maps the Receives, or what it is granted of shared ones; 0 if it cannot. */
    public long shownId() {
        if (demand != null) {
            return demand.grantsId();
        }
        ReceiveRing shown = ring;
        return shown == null ? RegionMemory.UNMAPPED : shown.id();
    }

    /** Tells whether the peer has to ask for Receives. */
    public boolean areShared() {
        return demand != null;
    }

    /** Returns what the peer asks of a shared queue; null if the Receives are the endpoint's own. */
    public @Nullable Demand demand() {
        return demand;
    }
}
