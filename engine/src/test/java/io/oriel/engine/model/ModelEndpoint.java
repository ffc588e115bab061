// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An endpoint of the model: what was posted, and which completions must appear. */
final class ModelEndpoint {
    static final int REMOTE_WINDOWS = 4;
    static final int[] INITIATOR_DEPTH = {8, 5};
    static final int[] RECEIVE_DEPTH = {8, 3};
    static final int MAX_SGE = 3;
    static final int INLINE_SIZE = 64;

    /** Where it is in its life. */
    enum State {
        IDLE,
        CONNECTED,
        ENDED,
        CLOSED
    }

    /** A completion that must appear; the contexts in a queue's own order. */
    record Expected(RequestType type, NdStatus status, long bytes, long context) {}

    /** A request that waits for its turn. */
    static final class Request {
        final Operation operation;
        final long context;
        final @Nullable ModelMemory memory;
        final @Nullable ModelWindow window;
        final ModelWindow.@Nullable View remote;
        byte @Nullable [] inline;
        NdStatus early = NdStatus.SUCCESS;
        int binding;
        boolean bound;

        Request(
                Operation operation,
                long context,
                @Nullable ModelMemory memory,
                @Nullable ModelWindow window,
                ModelWindow.@Nullable View remote) {
            this.operation = operation;
            this.context = context;
            this.memory = memory;
            this.window = window;
            this.remote = remote;
        }
    }

    final int side;
    final int pair;
    final long context;
    final Deque<Request> waiting = new ArrayDeque<>();
    final Deque<Request> receives = new ArrayDeque<>();
    final Deque<Expected> initiated = new ArrayDeque<>();
    final Deque<Expected> received = new ArrayDeque<>();
    final ModelWindow.@Nullable View[] remotes = new ModelWindow.View[REMOTE_WINDOWS];
    final Set<Integer> takenBack = new HashSet<>();
    State state = State.IDLE;
    boolean wasConnected;
    int initiatorsTaken;
    int receivesTaken;
    int silentUnderWay;

    ModelEndpoint(int side, int pair, long context) {
        this.side = side;
        this.pair = pair;
        this.context = context;
    }

    boolean isConnected() {
        return state == State.CONNECTED;
    }

    boolean isInitiatorFull() {
        return initiatorsTaken >= INITIATOR_DEPTH[pair];
    }

    /** Tells whether the initiator queue is full unless silent requests under way are done already. */
    boolean mayBeFull() {
        return initiatorsTaken + silentUnderWay >= INITIATOR_DEPTH[pair];
    }

    boolean isReceiveFull() {
        return receivesTaken >= RECEIVE_DEPTH[pair];
    }

    boolean waitsWith(Operation.Kind kind) {
        return waiting.stream().anyMatch(each -> each.operation.kind() == kind);
    }
}
