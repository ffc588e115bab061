// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.protocol.PeerEnd;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where an endpoint is in its life, with what the agent tells the domain's owner of its connection. Both change it; a state
 * that a future has announced is there before.
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

    // Written by the agent, before the state that tells of it.
    private volatile @Nullable Attachment attachment;
    private volatile @Nullable PeerEnd peerEnd;
    private volatile boolean endRequested;

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

    /** The peer's first frame, or its word, has completed the connection that this side accepted; false if it has ended. */
    boolean completeAccept() {
        return change(ACCEPTING, CONNECTED) || get() == CONNECTED;
    }

    /** Names the peer; null if there is none after all. On the agent. */
    void attach(@Nullable Attachment to) {
        attachment = to;
    }

    @Nullable
    Attachment attachment() {
        return attachment;
    }

    /** Tells whether a peer is the endpoint's still. */
    boolean isAttached(Attachment to) {
        return to.equals(attachment) && get() < ENDING && !to.link().isGone();
    }

    /** The peer has ended the connection, or its link ends. On the agent. */
    void peerEnds(PeerEnd how) {
        peerEnd = how;
        boolean unused = beginEnd(); // Pairs with Exchange#onSignal: peerEnd before the state.
    }

    /** Returns how the peer has ended the connection; null if it has not. */
    @Nullable
    PeerEnd peerEnd() {
        return peerEnd;
    }

    /** This side ends the connection. On the agent. */
    void requestEnd() {
        endRequested = true;
        if (peerEnd == null) { // or posts are refused already, and what the peer had sent before is taken first
            end(); // Pairs with Exchange#onSignal: endRequested before the state.
        }
    }

    boolean isEndRequested() {
        return endRequested;
    }
}
