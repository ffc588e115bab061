// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.engine.model.operation.Inventory;
import io.oriel.engine.model.operation.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An endpoint of the model: what was posted, and which completions must appear. */
public final class ModelEndpoint {
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
    public final Deque<Request> waiting = new ArrayDeque<>();
    public final Deque<Request> receives = new ArrayDeque<>();
    public final Deque<Expected> initiated = new ArrayDeque<>();
    public final Deque<Expected> received = new ArrayDeque<>();
    public final ModelWindow.@Nullable View[] remotes = new ModelWindow.View[Inventory.REMOTE_WINDOWS];
    public final Set<Integer> takenBack = new HashSet<>();
    public State state = State.IDLE;
    public boolean wasConnected;
    public int initiatorsTaken;
    public int receivesTaken;
    public int silentUnderWay;

    public ModelEndpoint(int side, int pair, long context) {
        this.side = side;
        this.pair = pair;
        this.context = context;
    }

    public boolean isConnected() {
        return state == State.CONNECTED;
    }

    public boolean isInitiatorFull() {
        return initiatorsTaken >= Inventory.initiatorDepth(pair);
    }

    /** Tells whether the initiator queue is full unless silent requests under way are done already. */
    public boolean mayBeFull() {
        return initiatorsTaken + silentUnderWay >= Inventory.initiatorDepth(pair);
    }

    public boolean isReceiveFull() {
        return receivesTaken >= Inventory.receiveDepth(pair);
    }

    public boolean waitsWith(Operation.Kind kind) {
        return waiting.stream().anyMatch(each -> each.operation.kind() == kind);
    }
}
