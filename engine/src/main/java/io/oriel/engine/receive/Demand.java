// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.receive;

import io.oriel.engine.queue.ReceiveQueue;
import io.oriel.engine.queue.ReceiveSupply;
import io.oriel.engine.queue.SgeList;
import io.oriel.engine.queue.SharedReceives;
import io.oriel.engine.transport.Link;
import org.jspecify.annotations.Nullable;

/**
 * What the peer of one endpoint has asked of a shared queue, and was granted: as many Receives as Sends wait there. By the
 * domain's owner.
 */
public final class Demand implements ReceiveSupply {
    private final EngineSharedReceiveQueue shared;
    private final ShownCredit credit;
    private @Nullable ReceiveQueue receives;
    private final DemandList.Place place = new DemandList.Place();
    private long upTo;
    private boolean ended;

    // Written by the agent, before the state of the endpoint that tells of it.
    private @Nullable Link link;

    Demand(EngineSharedReceiveQueue shared, ShownCredit credit) {
        this.shared = shared;
        this.credit = credit;
    }

    void serve(ReceiveQueue queue) {
        receives = queue;
    }

    /**
     * Learns how the peer is woken. On the agent.
     *
     * @param to the peer
     */
    public void attach(Link to) {
        link = to;
    }

    /**
     * The peer waits with Sends.
     *
     * @param sends how many of the endpoint's life could go; not to be trusted
     */
    public void raise(long sends) {
        if (sends > upTo && !ended) {
            upTo = sends;
            shared.enter(this);
        }
    }

    /** The connection has ended, and what was granted went back: others may have it. */
    public void end() {
        ended = true;
        shared.leave(this);
        shared.grant();
    }

    /** Returns where it is on the queue's list. */
    DemandList.Place place() {
        return place;
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
        boolean granted = false;
        while (isUnmet(to) && !from.isEmpty() && (to.isEmpty() || to.outstanding() < from.size())) {
            from.grant(to);
            granted = true;
        }
        if (granted) {
            tell(to.posted());
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

    private void tell(long posted) {
        credit.publish(posted);
        Link to = link;
        if (to != null) {
            to.announce();
        }
    }

    @Override
    public void taken() {
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
