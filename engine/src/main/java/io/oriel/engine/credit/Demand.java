// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.completion.Slots;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.link.Lane;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.transport.RegionMemory;
import org.jspecify.annotations.Nullable;

/**
 * What the peer of one endpoint has asked of a shared queue, and was granted: as many Receives as Sends wait there, and when
 * nobody lacks them some more, so that the next Sends need not ask. By the domain's owner.
 */
public final class Demand {
    /** Grants that nobody asked for, to begin with. */
    private static final int FIRST_ALLOWANCE = 16;

    private static final int MAX_ALLOWANCE = 1 << 20;

    private final EngineSharedReceiveQueue shared;
    private final SharedReceives sharedReceives;
    private final Lane lane;
    private final @Nullable OwnGrants grants;
    private final Usage usage = new Usage();
    private final Slots slots;
    private final DemandList.Place waiting = new DemandList.Place(this);
    private final DemandList.Place holding = new DemandList.Place(this);
    private final DemandList.Place ahead = new DemandList.Place(this);
    private final DemandList.Place lacking = new DemandList.Place(this);
    private final DemandList.Place settling = new DemandList.Place(this);

    // Of the endpoint's life, without what was taken back: Sends that were asked for, and granted, and have come.
    private long upTo;
    private long granted = CounterStart.value();
    private long arrived = granted;

    // Messages of them that come in parts, and have not come whole.
    private long lent;

    // The message with which it lacks some; 0: any.
    private long lacksFrom;
    private int allowance;
    private boolean hasAsked;
    private boolean isRevocable;
    private boolean isSettling;
    private long settledNs;
    private boolean ended;

    /**
     * Creates a demand for nothing.
     *
     * @param shared the queue
     * @param slots  of the endpoint's Receives
     * @param lane   of the endpoint, by which the peer is told
     * @param grants show the peer what can be taken back; null if it cannot map them
     */
    Demand(EngineSharedReceiveQueue shared, Slots slots, Lane lane, @Nullable OwnGrants grants) {
        this.shared = shared;
        this.slots = slots;
        slots.onReaped(this::reaped);
        sharedReceives = shared.receives();
        this.lane = lane;
        this.grants = grants;
    }

    /** Enters the endpoint in the queue, which closes it when it is closed itself. */
    public void register() {
        shared.attach(slots);
    }

    /** Undoes {@link #register}, when the connection has ended. */
    public void close() {
        if (grants != null) {
            grants.release();
        }
        shared.detach(slots);
    }

    /** Returns how many entries a Receive can have. */
    public int maxSge() {
        return sharedReceives.entries();
    }

    /** Returns the id by which the peer maps its grants; 0 if it cannot. */
    public long grantsId() {
        return grants == null ? RegionMemory.UNMAPPED : grants.id();
    }

    /**
     * The peer waits with Sends.
     *
     * @param sends     how many of the endpoint's life could go; not to be trusted
     * @param revocable it sends by grants that can be taken back, else by credit
     * @return false if it cannot send so
     */
    public boolean raise(long sends, boolean revocable) {
        if (ended) {
            return true;
        }
        if (!hasAsked) {
            hasAsked = true;
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
            lane.wakePeer();
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
        changeGranted(arrived - granted);
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
        long before = granted;
        boolean isRefused = false;
        while (isUnmet() && !isRefused) {
            if (mayHaveAnother()) {
                sharedReceives.promise(1);
                changeGranted(1);
            } else {
                isRefused = true;
                shared.takeBackAhead(upTo - granted);
            }
        }
        if (granted > before) {
            tell();
            lane.wakePeer();
        }
        return held() == 0 && isUnmet();
    }

    private boolean isUnmet() {
        return !isSettling && granted < upTo && hasSlot();
    }

    /** Tells whether a completion will have room in the endpoint's queue for one more than was granted. */
    private boolean hasSlot() {
        return granted - arrived < slots.left();
    }

    private long held() {
        return granted - arrived + lent;
    }

    private boolean mayHaveAnother() {
        long held = held();
        return sharedReceives.free() > held || (held == 0 && sharedReceives.free() > 0);
    }

    /** Enters the list of those that wait, if the peer still does. */
    private boolean enterAgain() {
        if (!isUnmet()) {
            return false;
        }
        shared.enter(this);
        return true;
    }

    private long target() {
        return Math.min(allowance, slots.left());
    }

    /** Takes more than the peer has asked for, many at a time: both change the same cache line. */
    void takeAhead() {
        if (isSettling) {
            return;
        }
        long held = held();
        long promised = granted - arrived;
        long share = (held + sharedReceives.free()) / 2 - (held - promised);
        long target = Math.min(target(), share);
        if (2 * promised <= target && promised < target) {
            sharedReceives.promise(target - promised);
            changeGranted(target - promised);
            tell();
        }
    }

    /** Frames tell it from now on. */
    private void changeGranted(long by) {
        granted += by;
        lane.tellCredit(granted);
    }

    private void tell() {
        lacksFrom = granted < upTo ? 0 : granted - target() / 2;
        if (isRevocable && grants != null) {
            grants.grant(granted, lane.framesSent());
            usage.granted();
            shared.holds(this, granted > upTo);
        } else {
            lane.showCredit(granted);
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
        changeGranted(-unused);
        sharedReceives.takeBack(unused);
        if (upTo > 0) {
            meet();
        }
    }

    /** Returns the memory of the Receive that the next message takes; null if the peer was granted none. */
    public @Nullable SgeList oldest() {
        return granted == arrived ? null : sharedReceives.oldest();
    }

    /**
     * Takes that Receive for a whole message, which has come.
     *
     * @return its context
     */
    public long takeOldest() {
        arrived++;
        shared.taken();
        long context = sharedReceives.takeOldest();
        lackIfDue();
        return context;
    }

    /**
     * Lends that Receive for a message that comes in parts, until it is {@link #taken} or put back.
     *
     * @return its context
     */
    public long lend() {
        arrived++;
        lent++;
        return sharedReceives.takeOldest();
    }

    /** A message that came in parts has taken the Receive that was lent. */
    public void taken() {
        lent--;
        shared.taken();
        lackIfDue();
    }

    private void lackIfDue() {
        if (arrived >= lacksFrom && !ended && !enterAgain() && isRevocable && !isSettling) {
            shared.lacks(this);
        }
    }

    private void reaped() {
        sharedReceives.reaped();
        if (granted < upTo && !ended) {
            boolean unused = enterAgain();
        }
    }

    /**
     * Puts a Receive that was lent back in front of the others, because its message never came whole.
     *
     * @param context of the Receive
     * @param list    its memory
     */
    public void putBack(long context, SgeList list) {
        lent--;
        sharedReceives.putBack(context, list);
    }
}
