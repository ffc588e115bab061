// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Connector;
import io.oriel.api.NdStatus;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.protocol.PeerEnd;
import org.jspecify.annotations.Nullable;

/** The endpoint that one connection uses, from the step that names it to the end. On the agent. */
public final class EndpointInUse {
    /** No step has named an endpoint. */
    public static final EndpointInUse NONE = new EndpointInUse(null);

    private final @Nullable ConnectionEnd endpoint;
    private @Nullable ConnectionSide side;

    EndpointInUse(@Nullable ConnectionEnd endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Settles what the peer is told of it. Before the agent knows it, or on the agent.
     *
     * @param inbound     Reads that it lets the peer have in progress
     * @param outbound    Reads that it wants to have in progress
     * @param privateData of the application
     */
    public void tell(int inbound, int outbound, byte[] privateData) {
        side = ConnectionSide.of(named(), inbound, outbound, privateData);
    }

    /**
     * Reserves it for a connection that is being made.
     *
     * @return SUCCESS; CONNECTION_ACTIVE if it is in use; CONNECTION_INVALID if it was
     */
    public NdStatus reserve() {
        return named().reserve();
    }

    /** A step that would have given it its peer has thrown: it can be used again, unless it has its peer already. */
    public void giveUp() {
        ConnectionEnd former = endpoint;
        if (former != null) {
            former.giveUp();
        }
    }

    /** Tells whether a step has named one. */
    public boolean isNamed() {
        return endpoint != null;
    }

    /** Returns what the peer is told of it. */
    public ConnectionSide side() {
        ConnectionSide told = side;
        if (told == null) {
            throw new IllegalStateException("no step has named an endpoint");
        }
        return told;
    }

    /**
     * Gives it its peer.
     *
     * @param link    to the peer
     * @param peer    as it has told
     * @param active  true: connected now; false: connected when the peer says so, or by its first frame
     * @param onEnded run on the agent when the domain has ended the connection
     * @return false if the application has ended it meanwhile
     */
    public boolean attach(LinkEnd link, ConnectionSide peer, boolean active, Runnable onEnded) {
        ConnectionSide own = side();
        Attachment attachment = new Attachment(
                link,
                peer.endpointId(),
                peer.endpointGeneration(),
                new Connector.ReadLimits(
                        Math.min(own.inboundReadLimit(), peer.outboundReadLimit()),
                        Math.min(own.outboundReadLimit(), peer.inboundReadLimit())),
                peer.ring(),
                peer.sharesReceives(),
                onEnded);
        return named().attach(attachment, active);
    }

    /**
     * The peer has completed the connection.
     *
     * @return false if the application has ended the endpoint meanwhile
     */
    public boolean completeAccept() {
        return named().completeAccept();
    }

    /** Ends what is outstanding, by this side's will. */
    public void disconnect() {
        named().disconnect();
    }

    /**
     * Ends what is outstanding, once what the peer had sent before was executed.
     *
     * @param end how the peer has ended it
     */
    public void peerDisconnected(PeerEnd end) {
        named().peerDisconnected(end);
    }

    /** Tells whether its end has begun, and the domain has not finished it. */
    public boolean isEnding() {
        ConnectionEnd used = endpoint;
        return used != null && used.isEnding();
    }

    /**
     * Returns how this side has ended the connection, for its Disconnect.
     *
     * @param link to the peer
     * @return the end
     */
    public PeerEnd ownEnd(LinkEnd link) {
        // In this order: a Failure that was told of, or of which an acknowledgement tells, is among the frames.
        PeerEnd failing = named().failing();
        long acknowledged = link.lastAcknowledged();
        long last = link.lastSequence();
        return failing == null
                ? new PeerEnd(last, acknowledged, 0, NdStatus.SUCCESS)
                : new PeerEnd(last, acknowledged, failing.failedSequence(), failing.failedStatus());
    }

    /**
     * The connection is over.
     *
     * @param hadNoPeer it was not made, and the endpoint can be used again
     */
    public void letGo(boolean hadNoPeer) {
        ConnectionEnd former = endpoint;
        if (former == null) {
            return;
        }
        if (hadNoPeer) {
            former.release();
        }
        former.connectionOver();
    }

    private ConnectionEnd named() {
        ConnectionEnd used = endpoint;
        if (used == null) {
            throw new IllegalStateException("no step has named an endpoint");
        }
        return used;
    }
}
