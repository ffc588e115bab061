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
 * What the peer of one endpoint has asked of a shared queue, and was granted: as many Receives as Sends wait there, and when
 * nobody lacks them some more, so that the next Sends need not ask. By the domain's owner.
 */
public final class Demand implements ReceiveSupply {
    /** Grants that nobody asked for, to begin with. */
    private static final int FIRST_ALLOWANCE = 16;

    private static final int MAX_ALLOWANCE = 1 << 20;

    private final EngineSharedReceiveQueue shared;
    private final ShownCredit credit;
    private final @Nullable OwnGrants grants;
    private final Usage usage = new Usage();
    private @Nullable ReceiveQueue receives;
    private final DemandList.Place waiting = new DemandList.Place(this);
    private final DemandList.Place holding = new DemandList.Place(this);
    private final DemandList.Place ahead = new DemandList.Place(this);
    private final DemandList.Place lacking = new DemandList.Place(this);

    // Of the endpoint's life, without what was taken back: Sends that were asked for, and granted, and have come.
    private long upTo;
    private long granted;
    private long arrived;

    private int allowance;
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
        if (receives == null || ended) {
            return true;
        }
        if (granted == 0) {
            isRevocable = revocable;
        }
        if (revocable != isRevocable || (revocable && grants == null)) {
            return false;
        }
        if (sends <= upTo) {
            return true;
        }
        upTo = sends;
        if (sends <= granted) {
            wakePeer(); // it has asked before it saw what was granted meanwhile
        } else {
            allowance = Math.max(FIRST_ALLOWANCE, Math.min(2 * allowance, MAX_ALLOWANCE));
            shared.enter(this);
        }
        return true;
    }

    /** The connection has ended, and what a message had begun to take went back: others may have what was granted. */
    public void end() {
        ended = true;
        shared.leave(this);
        shared.holdsNothing(this);
        shared.takeBack(granted - arrived);
        granted = arrived;
        shared.grant();
    }

    /** Returns how many Receives the peer was granted in the endpoint's life, without what was taken back. */
    long granted() {
        return granted;
    }

    /** Returns where it is on the list of those that wait. */
    DemandList.Place waiting() {
        return waiting;
    }

    /** Returns where it is on the list of those that were granted what can be taken back. */
    DemandList.Place holding() {
        return holding;
    }

    /** Returns where it is on the list of those that were granted what they did not ask for. */
    DemandList.Place ahead() {
        return ahead;
    }

    /** Returns where it is on the list of those that may have more than they have asked for. */
    DemandList.Place lacking() {
        return lacking;
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
        long before = granted;
        boolean isRefused = false;
        while (isUnmet(to) && !isRefused) {
            if (mayHaveAnother(to, from)) {
                from.promise(1);
                granted++;
            } else {
                isRefused = !shared.takeBackAhead();
            }
        }
        if (granted > before) {
            tell(granted - before);
            wakePeer();
        }
        return held(to) == 0 && isUnmet(to);
    }

    private boolean isUnmet(ReceiveQueue to) {
        return granted < upTo && hasSlot(to);
    }

    /** Tells whether a completion will have room in the endpoint's queue for one more than was granted. */
    private boolean hasSlot(ReceiveQueue to) {
        return granted - arrived < to.free();
    }

    private long held(ReceiveQueue to) {
        return granted - arrived + to.outstanding();
    }

    private boolean mayHaveAnother(ReceiveQueue to, SharedReceives from) {
        long held = held(to);
        return from.free() > held || (held == 0 && from.free() > 0);
    }

    /** Enters the list of those that wait, if the peer still does. */
    private boolean enterAgain(ReceiveQueue to) {
        if (!isUnmet(to)) {
            return false;
        }
        shared.enter(this);
        return true;
    }

    private long target(ReceiveQueue to) {
        return Math.min(allowance, to.free());
    }

    /** Takes more than the peer has asked for, many at a time: both change the same cache line. */
    void takeAhead(SharedReceives from) {
        ReceiveQueue to = receives;
        if (to == null) {
            return;
        }
        long held = held(to);
        long promised = granted - arrived;
        long share = (held + from.free()) / 2 - (held - promised);
        long target = Math.min(target(to), share);
        if (2 * promised <= target && promised < target) {
            from.promise(target - promised);
            granted += target - promised;
            tell(target - promised);
        }
    }

    private void tell(long more) {
        if (isRevocable && grants != null) {
            grants.add(more);
            usage.granted();
            shared.holds(this, granted > upTo);
        } else {
            credit.publish(granted);
        }
    }

    private void wakePeer() {
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
        if (grants == null) {
            return;
        }
        long unused = grants.unused(granted - arrived);
        if (unused == 0) {
            shared.holdsNothing(this);
        } else if (usage.isIdle(granted - unused, nowNs)) {
            shared.holdsNothing(this);
            shared.leave(this);
            tookBack(grants.takeBack(granted - arrived));
            upTo = granted;
        }
    }

    /**
     * Takes back what the peer has neither asked for nor used.
     *
     * @return how many Receives are free for that
     */
    long takeBackAhead() {
        if (grants == null || granted <= upTo) {
            return 0;
        }
        long count = grants.takeBack(granted - upTo, granted - arrived);
        tookBack(count);
        allowance = Math.max(1, allowance / 2);
        return count;
    }

    private void tookBack(long count) {
        granted -= count;
        shared.takeBack(count);
    }

    @Override
    public boolean provide() {
        ReceiveQueue to = receives;
        if (to == null || granted == arrived) {
            return false;
        }
        arrived++;
        shared.provide(to);
        return true;
    }

    @Override
    public void taken() {
        usage.seen();
        shared.taken();
        ReceiveQueue to = receives;
        if (to == null || ended || enterAgain(to)) {
            return;
        }
        if (isRevocable && 2 * (granted - arrived) <= target(to)) { // else the others might lack it for ever
            shared.lacks(this);
        }
    }

    @Override
    public void reaped() {
        shared.reaped();
        ReceiveQueue to = receives;
        if (to != null && !ended) {
            enterAgain(to);
        }
    }

    @Override
    public void putBack(long context, SgeList list) {
        shared.putBack(context, list);
    }
}
