// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.control.Patience;
import io.oriel.engine.credit.Demand;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.link.Lane;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.RegionMemory;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of one endpoint: its Receives, posted there or granted by a shared queue, and how the peer sees how many
 * there are. By the domain's owner.
 */
public final class Receives {
    private final Lane lane;
    private final RegionTable regions;
    private final int maxSge;
    private final Slots slots;
    private final ReceiveQueue queue;
    private final @Nullable Demand demand;
    private final Withdrawal withdrawal;

    // Written by the domain's owner, read by the agent.
    private volatile @Nullable ReceiveRing ring;

    /**
     * Makes the receiving side of an endpoint.
     *
     * @param lane     of the endpoint
     * @param regions  of the adapter
     * @param config   of the endpoint
     * @param slots    of the endpoint's Receives
     * @param ring     shows them to the peer; null if it cannot place messages
     * @param demand   gives those of a shared queue; null if they are the endpoint's own
     * @param patience with a peer that is placing a message when the connection ends
     */
    public Receives(
            Lane lane,
            RegionTable regions,
            EndpointConfig config,
            Slots slots,
            @Nullable ReceiveRing ring,
            @Nullable Demand demand,
            Patience patience) {
        this.lane = lane;
        this.regions = regions;
        this.slots = slots;
        this.ring = ring;
        this.demand = demand;
        maxSge = demand == null ? config.maxReceiveSge() : demand.maxSge();
        queue = new ReceiveQueue(config.receiveQueueDepth(), maxSge, regions, slots, ring, demand);
        withdrawal = new Withdrawal(queue, patience);
    }

    /** Enters the endpoint where its Receives come from and go to. */
    public void register() {
        lane.showCredit(queue.posted());
        if (demand != null) {
            demand.register();
        }
        slots.register();
    }

    /**
     * The endpoint gets its peer. On the agent.
     *
     * @param memory of the link to it; null if its ends share none
     */
    public void attach(@Nullable LinkMemory memory) {
        ReceiveRing shown = ring;
        if (shown != null && memory != null) {
            shown.attach(memory);
        }
    }

    /**
     * The connection has ended: every Receive completes or is given back, when the peer is placing no message in it.
     *
     * @return true if all have; else {@link #areWithdrawn} is to be asked
     */
    public boolean withdraw() {
        return withdrawal.begin();
    }

    /** What a shared queue has granted to the peer goes back, which was told that the connection has ended. */
    public void giveBack() {
        if (demand != null) {
            demand.end();
        }
    }

    /** Tells whether nothing of them is left: the peer has left, or has taken too long. */
    public boolean areWithdrawn() {
        return withdrawal.isDone();
    }

    /** Waits for that, which takes long only if the peer was stopped. */
    public void awaitWithdrawal() {
        withdrawal.await();
    }

    /** Nobody asks again whether they are withdrawn. */
    public void giveUpWithdrawal() {
        withdrawal.giveUp();
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
            lane.showCredit(queue.posted());
            /*
             * The peer sleeps for want of credit only if it has sent as many messages as Receives were posted. If
             * Receives were left before this one, some of those messages are still in the log: the poll that takes
             * them announces its acknowledgement, after this credit was published.
             */
            if (wasEmpty) {
                lane.wakePeer();
            }
        }
        return status;
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

    /** Returns the Receives that messages take. */
    ReceiveQueue queue() {
        return queue;
    }

    /** Returns what the peer asks of a shared queue; null if the Receives are the endpoint's own. */
    @Nullable
    Demand demand() {
        return demand;
    }
}
