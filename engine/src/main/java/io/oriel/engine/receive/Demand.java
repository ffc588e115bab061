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
    private long upTo;
    private boolean isEntered;
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

    /** Says whether it is on the queue's list; returns whether it was. */
    boolean entered(boolean value) {
        boolean former = isEntered;
        isEntered = value;
        return former;
    }

    /** Takes what is granted; returns whether the demand is met. */
    boolean take(SharedReceives from) {
        ReceiveQueue to = receives;
        if (to == null) {
            return true;
        }
        boolean granted = false;
        while (to.posted() < upTo && !from.isEmpty() && !to.isFull()) {
            from.grant(to);
            granted = true;
        }
        if (granted) {
            tell(to.posted());
        }
        return to.posted() >= upTo;
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
    }

    @Override
    public void reaped() {
        shared.reaped();
    }

    @Override
    public void takeBack(long context, SgeList list) {
        shared.takeBack(context, list);
    }
}
