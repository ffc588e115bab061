// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.receive;

import io.oriel.engine.grant.OwnGrants;
import io.oriel.engine.queue.ReceiveQueue;
import io.oriel.engine.queue.ReceiveSupply;
import io.oriel.engine.queue.SgeList;
import io.oriel.engine.queue.SharedReceives;
import java.util.function.LongSupplier;
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
    private final SharedReceives sharedReceives;
    private final ShownCredit credit;
    private final @Nullable OwnGrants grants;
    private final Usage usage = new Usage();
    private @Nullable ReceiveQueue receives;
    private final DemandList.Place waiting = new DemandList.Place(this);
    private final DemandList.Place holding = new DemandList.Place(this);
    private final DemandList.Place ahead = new DemandList.Place(this);
    private final DemandList.Place lacking = new DemandList.Place(this);
    private final DemandList.Place settling = new DemandList.Place(this);

    // Of the endpoint's life, without what was taken back: Sends that were asked for, and granted, and have come.
    private long upTo;
    private long granted;
    private long arrived;

    // The message with which it lacks some; 0: any.
    private long lacksFrom;
    private int allowance;
    private boolean isRevocable;
    private boolean isSettling;
    private long settledNs;
    private boolean ended;

    // Written by the agent, before the state of the endpoint that tells of it.
    private @Nullable Runnable wakesPeer;
    private @Nullable LongSupplier framesSent;

    /**
     * Creates a demand for nothing.
     *
     * @param shared the queue
     * @param credit shows the peer what it is granted for good
     * @param grants show the peer what can be taken back; null if it cannot map them
     */
    Demand(EngineSharedReceiveQueue shared, ShownCredit credit, @Nullable OwnGrants grants) {
        this.shared = shared;
        sharedReceives = shared.receives();
        this.credit = credit;
        this.grants = grants;
    }

    void serve(ReceiveQueue queue) {
        receives = queue;
    }

    /**
     * Learns how the peer is told. On the agent.
     *
     * @param announces wakes it if it sleeps
     * @param frames    how many were sent to it
     */
    void attach(Runnable announces, LongSupplier frames) {
        wakesPeer = announces;
        framesSent = frames;
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
        if (sends > upTo) {
            upTo = sends;
            lacksFrom = 0;
            if (!isSettling) {
                meet();
            }
        }
        return true;
    }

    private void meet() {
        if (upTo <= granted) {
            tell(); // it has asked before it saw what was granted meanwhile
            wakePeer();
        } else {
            allowance = Math.max(FIRST_ALLOWANCE, Math.min(2 * allowance, MAX_ALLOWANCE));
            shared.enter(this);
        }
    }

    /** The connection has ended, and what a message had begun to take went back: others may have what was granted. */
    public void end() {
        ended = true;
        shared.leave(this);
        shared.holdsNothing(this);
        sharedReceives.takeBack(granted - arrived);
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

    /** Returns where it is on the list of those of which grants are taken back. */
    DemandList.Place settling() {
        return settling;
    }

    /**
     * Takes what is granted, and no more than stays for the others: a peer that is stopped keeps that from them.
     *
     * @return whether it waits for a Receive to be posted; else it is met, or waits for a Receive that it holds
     */
    boolean take() {
        ReceiveQueue to = receives;
        if (to == null) {
            return false;
        }
        long before = granted;
        boolean isRefused = false;
        while (isUnmet(to) && !isRefused) {
            if (mayHaveAnother(to)) {
                sharedReceives.promise(1);
                granted++;
            } else {
                isRefused = true;
                shared.takeBackAhead(upTo - granted);
            }
        }
        if (granted > before) {
            tell();
            wakePeer();
        }
        return held(to) == 0 && isUnmet(to);
    }

    private boolean isUnmet(ReceiveQueue to) {
        return !isSettling && granted < upTo && hasSlot(to);
    }

    /** Tells whether a completion will have room in the endpoint's queue for one more than was granted. */
    private boolean hasSlot(ReceiveQueue to) {
        return granted - arrived < to.free();
    }

    private long held(ReceiveQueue to) {
        return granted - arrived + to.outstanding();
    }

    private boolean mayHaveAnother(ReceiveQueue to) {
        long held = held(to);
        return sharedReceives.free() > held || (held == 0 && sharedReceives.free() > 0);
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
    void takeAhead() {
        ReceiveQueue to = receives;
        if (to == null || isSettling) {
            return;
        }
        long held = held(to);
        long promised = granted - arrived;
        long share = (held + sharedReceives.free()) / 2 - (held - promised);
        long target = Math.min(target(to), share);
        if (2 * promised <= target && promised < target) {
            sharedReceives.promise(target - promised);
            granted += target - promised;
            tell();
        }
    }

    private void tell() {
        ReceiveQueue to = receives;
        lacksFrom = to == null || granted < upTo ? 0 : granted - target(to) / 2;
        LongSupplier frames = framesSent;
        if (isRevocable && grants != null && frames != null) {
            grants.grant(granted, frames.getAsLong());
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
     * Begins to take back what the peer has had for too long, used nothing of, and still does not use: it has to ask again.
     *
     * @param nowNs the time
     */
    void takeBackIfIdle(long nowNs) {
        long unused = unused();
        if (granted == arrived) {
            shared.holdsNothing(this);
        } else if (unused > 0 && !isSettling && usage.isIdle(granted - unused, arrived, nowNs)) {
            shared.leave(this);
            takeBack();
        }
    }

    /**
     * Begins to take back what the peer has not used, some of which it did not ask for.
     *
     * @return how many Receives will be free for that, as far as can be told
     */
    long takeBackAhead() {
        if (isSettling || granted <= upTo) {
            return 0;
        }
        allowance = Math.max(1, allowance / 2);
        takeBack();
        return unused();
    }

    private long unused() {
        return grants == null ? 0 : grants.unused(granted, arrived);
    }

    /** Forgets what the peer has asked for as well: it asks again, when it runs. */
    private void takeBack() {
        if (grants != null) {
            grants.takeBack();
            upTo = 0;
            lacksFrom = 0;
            isSettling = true;
            settledNs = shared.settles(this) + OwnGrants.SETTLING_NS;
        }
    }

    /** Tells whether it is certain by now what the peer has used of what was taken back. */
    boolean isSettled(long nowNs) {
        return nowNs - settledNs >= 0;
    }

    /** Frees what was taken back. */
    void settle() {
        isSettling = false;
        long unused = unused();
        granted -= unused;
        sharedReceives.takeBack(unused);
        if (upTo > 0) {
            meet();
        }
    }

    @Override
    public boolean provide() {
        ReceiveQueue to = receives;
        if (to == null || granted == arrived) {
            return false;
        }
        arrived++;
        sharedReceives.provide(to);
        return true;
    }

    @Override
    public @Nullable SgeList oldest() {
        return granted == arrived ? null : sharedReceives.oldest();
    }

    @Override
    public long takeOldest() {
        arrived++;
        shared.taken();
        long context = sharedReceives.takeOldest();
        if (arrived >= lacksFrom) {
            lack();
        }
        return context;
    }

    @Override
    public void taken() {
        shared.taken();
        if (arrived >= lacksFrom) {
            lack();
        }
    }

    private void lack() {
        ReceiveQueue to = receives;
        if (to != null && !ended && !enterAgain(to) && isRevocable && !isSettling) {
            shared.lacks(this);
        }
    }

    @Override
    public void reaped() {
        sharedReceives.reaped();
        if (granted < upTo) {
            enterAgainUnlessEnded();
        }
    }

    private void enterAgainUnlessEnded() {
        ReceiveQueue to = receives;
        if (to != null && !ended) {
            enterAgain(to);
        }
    }

    @Override
    public void putBack(long context, SgeList list) {
        sharedReceives.putBack(context, list);
    }
}
