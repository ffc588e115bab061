// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.receive;

import io.oriel.engine.grant.OwnGrants;
import io.oriel.engine.queue.ReceiveQueue;
import io.oriel.engine.queue.ReceiveSupply;
import io.oriel.engine.queue.SgeList;
import io.oriel.engine.queue.SharedReceives;
import org.jspecify.annotations.Nullable;

/**
 * What the peer of one endpoint has asked of a shared queue, and was granted: as many Receives as Sends wait there. By the
 * domain's owner.
 */
public final class Demand implements ReceiveSupply {
    private final EngineSharedReceiveQueue shared;
    private final ShownCredit credit;
    private final @Nullable OwnGrants grants;
    private final Usage usage = new Usage();
    private @Nullable ReceiveQueue receives;
    private final DemandList.Place waiting = new DemandList.Place(this);
    private final DemandList.Place holding = new DemandList.Place(this);
    private long upTo;
    private boolean isRevocable;
    private boolean ended;

    // Written by the agent, before the state of the endpoint that tells of it.
    private @Nullable Runnable wakesPeer;

    /**
     * Creates a demand for nothing.
     *
     * @param shared the queue
     * @param credit shows the peer what it is granted for good
     * @param grants show the peer what can be taken back; null if it cannot map them
     */
    Demand(EngineSharedReceiveQueue shared, ShownCredit credit, @Nullable OwnGrants grants) {
        this.shared = shared;
        this.credit = credit;
        this.grants = grants;
    }

    void serve(ReceiveQueue queue) {
        receives = queue;
    }

    /**
     * Learns how the peer is woken. On the agent.
     *
     * @param announces wakes it if it sleeps
     */
    void attach(Runnable announces) {
        wakesPeer = announces;
    }

    /**
     * The peer waits with Sends.
     *
     * @param sends     how many of the endpoint's life could go; not to be trusted
     * @param revocable it sends by grants that can be taken back, else by credit
     * @return false if it cannot send so
     */
    public boolean raise(long sends, boolean revocable) {
        ReceiveQueue to = receives;
        if (to == null || ended) {
            return true;
        }
        if (to.posted() == 0) {
            isRevocable = revocable;
        }
        if (revocable != isRevocable || (revocable && grants == null)) {
            return false;
        }
        if (sends > upTo) {
            upTo = sends;
            shared.enter(this);
        }
        return true;
    }

    /** The connection has ended, and what was granted went back: others may have it. */
    public void end() {
        ended = true;
        shared.leave(this);
        shared.holdsNothing(this);
        shared.grant();
    }

    /** Returns where it is on the list of those that wait. */
    DemandList.Place waiting() {
        return waiting;
    }

    /** Returns where it is on the list of those that were granted what can be taken back. */
    DemandList.Place holding() {
        return holding;
    }

    /**
     * Takes what is granted, and no more than stays for the others: a peer that is stopped keeps that from them.
     *
     * @return whether it waits for a Receive to be posted; else it is met, or waits for a Receive that it holds
     */
    boolean take(SharedReceives from) {
        ReceiveQueue to = receives;
        if (to == null) {
            return false;
        }
        long before = to.posted();
        while (isUnmet(to) && !from.isEmpty() && (to.isEmpty() || to.outstanding() < from.size())) {
            from.grant(to);
        }
        if (to.posted() > before) {
            tell(to.posted(), to.posted() - before);
        }
        return to.isEmpty() && isUnmet(to);
    }

    private boolean isUnmet(ReceiveQueue to) {
        return to.posted() < upTo && !to.isFull();
    }

    /** A Receive that it held was taken, or its completion: it may hold another. */
    private void enterAgain() {
        ReceiveQueue to = receives;
        if (to != null && isUnmet(to) && !ended) {
            shared.enter(this);
        }
    }

    private void tell(long posted, long more) {
        if (isRevocable && grants != null) {
            grants.add(more);
            usage.granted();
            shared.holds(this);
        } else {
            credit.publish(posted);
        }
        Runnable wake = wakesPeer;
        if (wake != null) {
            wake.run();
        }
    }

    /**
     * Takes back what the peer has had for too long, used nothing of, and still does not use: it has to ask again.
     *
     * @param nowNs the time
     */
    void takeBackIfIdle(long nowNs) {
        ReceiveQueue to = receives;
        if (to == null || grants == null) {
            return;
        }
        long unused = grants.unused(to.outstanding());
        if (unused == 0) {
            shared.holdsNothing(this);
        } else if (usage.isIdle(to.posted() - unused, nowNs)) {
            shared.holdsNothing(this);
            shared.leave(this);
            to.giveBack(grants.takeBack(to.outstanding()));
            upTo = to.posted();
        }
    }

    @Override
    public void taken() {
        usage.seen();
        shared.taken();
        enterAgain();
    }

    @Override
    public void reaped() {
        shared.reaped();
        enterAgain();
    }

    @Override
    public void takeBack(long context, SgeList list) {
        shared.takeBack(context, list);
    }
}
