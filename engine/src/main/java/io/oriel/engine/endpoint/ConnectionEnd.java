// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.link.Lane;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.responder.Receives;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's end of its connection, by which connectors make and end it; what it carries is the domain's. On the agent,
 * unless a method says otherwise.
 */
final class ConnectionEnd {
    private final Domain domain;
    private final Lane lane;
    private final EndpointState state;
    private final Exchange exchange;
    private final Receives receives;

    ConnectionEnd(Domain domain, Lane lane, EndpointState state, Exchange exchange, Receives receives) {
        this.domain = domain;
        this.lane = lane;
        this.state = state;
        this.exchange = exchange;
        this.receives = receives;
    }

    /** Returns what it carries. By the domain's owner. */
    Exchange exchange() {
        return exchange;
    }

    /**
     * Reserves the endpoint for a connection that is being made.
     *
     * @return SUCCESS; CONNECTION_ACTIVE if it is in use; CONNECTION_INVALID if it was
     */
    public NdStatus reserve() {
        if (state.change(EndpointState.IDLE, EndpointState.CONNECTING)) {
            return NdStatus.SUCCESS;
        }
        return state.get() >= EndpointState.ENDING ? NdStatus.CONNECTION_INVALID : NdStatus.CONNECTION_ACTIVE;
    }

    /** Gives up what {@link #reserve} took: the connection was not made. */
    public void release() {
        state.change(EndpointState.CONNECTING, EndpointState.IDLE);
    }

    /** Gives up what {@link #reserve} took because making the connection has thrown, maybe amid {@link #attach}. */
    public void giveUp() {
        if (state.get() == EndpointState.CONNECTING) {
            state.attach(null);
            lane.giveUp();
            release();
        } else {
            disconnect();
        }
    }

    /**
     * Makes the connection of a reserved endpoint.
     *
     * @param to     the peer
     * @param active true: connected now; false: connected when the peer says so, or by its first frame
     * @return false if the endpoint has ended meanwhile
     */
    public boolean attach(Attachment to, boolean active) {
        to.link().attach(lane, to.peerId(), to.peerGeneration());
        state.attach(to);
        exchange.attach(to);
        to.link().attached(lane);
        return state.change(EndpointState.CONNECTING, active ? EndpointState.CONNECTED : EndpointState.ACCEPTING);
    }

    /**
     * The peer has completed the connection that this side accepted.
     *
     * @return false if it has ended
     */
    public boolean completeAccept() {
        return state.completeAccept();
    }

    /**
     * The peer has ended the connection, or its link ends: posts are refused from now on.
     *
     * @param end how
     */
    public void peerDisconnected(PeerEnd end) {
        state.peerEnds(end);
        domain.signal();
    }

    /** Ends the connection from this side: posts are refused from now on. */
    public void disconnect() {
        state.requestEnd();
        domain.signal();
    }

    /**
     * Returns the failure of which the peer could not be told before the end.
     *
     * @return how this side has ended the connection; null if nothing is left to be told
     */
    public @Nullable PeerEnd failing() {
        return exchange.failing();
    }

    /** The peer knows of the end: it has sent its last frame. */
    public void connectionOver() {
        lane.over();
    }

    /** Tells whether the end has begun, and the domain has not finished it. */
    public boolean isEnding() {
        return state.get() == EndpointState.ENDING;
    }

    /** Returns the id that the peer's frames name. From any thread. */
    public int id() {
        return lane.id();
    }

    /** Returns the generation of the id. From any thread. */
    public int generation() {
        return lane.generation();
    }

    /** Returns the id by which the peer maps the endpoint's Receives, or its grants; 0 if it cannot. From any thread. */
    public long shownId() {
        return receives.shownId();
    }

    /** Tells whether the peer has to ask for Receives. From any thread. */
    public boolean sharesReceives() {
        return receives.areShared();
    }
}
