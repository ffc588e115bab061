// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.engine.model.operation.Inventory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An endpoint of the model: what was posted, and which completions must appear. */
public final class ModelEndpoint {
    private static final int NEVER = Integer.MAX_VALUE;

    /** Where it is in its life. */
    public enum State {
        IDLE,
        CONNECTED,
        ENDED,
        CLOSED
    }

    public final int side;
    public final int pair;
    public final long context;

    /** Where its Receives come from; null if they are its own. */
    public final @Nullable ModelSharedQueue shared;

    public final Deque<Request> waiting = new ArrayDeque<>();
    public final Deque<Request> receives = new ArrayDeque<>();
    public final Deque<Expected> initiated = new ArrayDeque<>();
    public final Deque<Expected> received = new ArrayDeque<>();
    public final ModelWindow.@Nullable View[] remotes = new ModelWindow.View[Inventory.REMOTE_WINDOWS];
    public State state = State.IDLE;
    public int initiatorsTaken;
    int receivesTaken;
    public int silentUnderWay;
    final Set<Integer> takenBack = new HashSet<>();
    boolean wasConnected;
    boolean inBatch;

    // Of the shared queue: what its next message takes, and which it took last.
    @Nullable
    Request granted;

    long lastShared;

    // Of the peer's shared queue: after how many quiet times it has waited for it.
    int askedAt = NEVER;

    /** A message of it has had its turn since everything arrived last. */
    boolean hadItsTurn;

    private int sendsKnown;

    ModelEndpoint(int side, int pair, long context, @Nullable ModelSharedQueue shared) {
        this.side = side;
        this.pair = pair;
        this.context = context;
        this.shared = shared;
    }

    public boolean isConnected() {
        return state == State.CONNECTED;
    }

    boolean isInitiatorFull() {
        return initiatorsTaken >= Inventory.initiatorDepth(pair);
    }

    /** Tells whether the initiator queue is full unless silent requests under way are done already. */
    boolean mayBeFull() {
        return initiatorsTaken + silentUnderWay >= Inventory.initiatorDepth(pair);
    }

    boolean isReceiveFull() {
        return receivesTaken >= Inventory.receiveDepth(pair);
    }

    /** Tells whether a Read or an atomic waits. */
    boolean waitsWithRead() {
        return waiting.stream().anyMatch(each -> each.operation.brings());
    }

    int sendsWaiting() {
        return (int)
                waiting.stream().filter(each -> each.operation.takesReceive()).count();
    }

    /** Returns the Receive that its next message takes, if that is known. */
    @Nullable
    Request nextReceive() {
        return shared == null ? receives.peek() : granted;
    }

    void tookReceive() {
        granted = null;
        if (shared == null) {
            receives.remove();
        }
    }

    /** Tells whether Sends wait that did not when everything had arrived last. */
    boolean hasNewWaiting() {
        return sendsWaiting() > sendsKnown;
    }

    /** A completion of a Receive was taken. */
    public void reapedReceive() {
        if (shared == null) {
            receivesTaken--;
        } else {
            shared.reaped();
        }
    }

    /** A message of it has taken a Receive: for what waits still, it asks again, behind those who wait. */
    void hasItsTurn() {
        hadItsTurn = true;
        askedAt = NEVER;
    }

    /** Everything has arrived: who waits now has asked before all who will. */
    void askedBefore(int quietTimes) {
        sendsKnown = sendsWaiting();
        hadItsTurn = false;
        if (sendsKnown == 0) {
            askedAt = NEVER;
        } else if (askedAt == NEVER) {
            askedAt = quietTimes;
        }
    }
}
