// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.testing.model.nd.Request.Expected;
import io.oriel.testing.model.operation.Inventory;
import io.oriel.testing.model.operation.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
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

    /** What it has carried out of its initiator queue, also in silence, and nobody knows yet. */
    public final Deque<Request> carriedOut = new ArrayDeque<>();

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
    private @Nullable ModelEndpoint peer;

    // The Receives whose completions were taken since everything arrived last.
    private final Set<Long> reaped = new HashSet<>();

    // While an end is under way.
    private boolean ending;
    private boolean failed;
    private boolean endedByCall;

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

    void meet(ModelEndpoint other) {
        peer = other;
        other.peer = this;
    }

    public ModelEndpoint peer() {
        return Objects.requireNonNull(peer);
    }

    /** Tells whether it is connected, as far as its application must know. */
    public boolean isConnected() {
        return state == State.CONNECTED;
    }

    /** Tells whether its connection has ended, or may end at any time, and not everything has arrived since. */
    public boolean isEnding() {
        return ending;
    }

    /** A request of it has failed, or its application or its peer's has ended the connection. */
    void beginEnd() {
        ending = true;
        peer().ending = true;
    }

    /** A request of its own fails. */
    void fail() {
        failed = true;
        beginEnd();
    }

    /** Tells whether a request of its own has failed: none behind it is carried out. */
    public boolean hasFailed() {
        return failed;
    }

    /** Its application has ended it, or was told of the end. */
    void endByCall() {
        endedByCall = true;
        beginEnd();
    }

    /** Tells whether it may have ended before one of its own requests has failed, or though none has. */
    public boolean mayEndEarly() {
        return endedByCall || peer().endedByCall || peer().failed;
    }

    /** Returns the requests that have bound a token, unless they are canceled. */
    Stream<Request> registering() {
        return Stream.concat(carriedOut.stream(), waiting.stream())
                .filter(each -> each.operation.kind() == Operation.Kind.FAST_REGISTER);
    }

    /** Tells whether somebody else uses a token that its end may take back. */
    boolean hasTokensInUse() {
        return registering().anyMatch(each -> each.window != null && each.window.isTouchedByOtherThan(this, true));
    }

    void endIsOver() {
        ending = false;
    }

    /** Tells whether its requests are carried out, if they need no peer. */
    boolean runs() {
        return isConnected() && !failed;
    }

    /** Tells whether messages are under way that take Receives of its peer's shared queue, or wait for them. */
    boolean hasSharedMessages() {
        return peer().shared != null
                && Stream.concat(carriedOut.stream(), waiting.stream()).anyMatch(each -> each.operation.takesReceive());
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

    /** A completion of a request was taken: what was posted before it is done, too. */
    public void reapedInitiator(long context) {
        initiatorsTaken--;
        boolean found = false;
        while (!found && !carriedOut.isEmpty()) {
            Request done = carriedOut.remove();
            done.isDone();
            found = done.context == context;
        }
    }

    /** A completion of a Receive was taken. */
    public void reapedReceive(long context) {
        reaped.add(context);
        if (shared == null) {
            receivesTaken--;
        } else {
            shared.reaped();
        }
    }

    /** Tells whether the completion of a Receive was taken since everything arrived last. */
    public boolean hasReaped(Request receive) {
        return reaped.contains(receive.context);
    }

    /** Everything has arrived. */
    void settled(int quietTimes) {
        silentUnderWay = 0;
        carriedOut.clear();
        reaped.clear();
        askedBefore(quietTimes);
    }

    /** A message of it has taken a Receive: for what waits still, it asks again, behind those who wait. */
    void hasItsTurn() {
        hadItsTurn = true;
        askedAt = NEVER;
    }

    /** Who waits now has asked before all who will. */
    private void askedBefore(int quietTimes) {
        sendsKnown = sendsWaiting();
        hadItsTurn = false;
        if (sendsKnown == 0) {
            askedAt = NEVER;
        } else if (askedAt == NEVER) {
            askedAt = quietTimes;
        }
    }
}
