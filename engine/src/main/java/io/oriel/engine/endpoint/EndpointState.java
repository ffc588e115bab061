// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where an endpoint is in its life. The agent and the domain's owner change it; a state that a future has announced is
 * there before.
 *
 * <pre>
 *          connect            completeConnect            peer disconnects
 *  IDLE ------------ CONNECTING ------------ CONNECTED ------------------ ENDING
 *   |                                          |  |                         |
 *   |   accept                 first frame, or |  | disconnect, failure,    | what was sent before
 *   +------------ ACCEPTING -------------------+  | death                   | has been taken
 *                                                 +--------- ENDED ---------+
 * </pre>
 */
final class EndpointState {
    static final int IDLE = 0;
    static final int CONNECTING = 1;
    static final int ACCEPTING = 2;
    static final int CONNECTED = 3;
    static final int ENDING = 4;
    static final int ENDED = 5;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(EndpointState.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state = IDLE;

    /** What was stored before the state was set is visible after this. Pairs with #change and #end. */
    int get() {
        return (int) STATE.getAcquire(this);
    }

    boolean isConnected() {
        return (int) STATE.getAcquire(this) == CONNECTED;
    }

    boolean change(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }

    /** Moves a made or half-made connection towards its end; false if it has ended, or never was. */
    boolean beginEnd() {
        return change(CONNECTED, ENDING) || change(ACCEPTING, ENDING);
    }

    void end() {
        state = ENDED;
    }
}
