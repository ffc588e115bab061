// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.Connector;
import io.oriel.api.NdStatus;
import io.oriel.engine.endpoint.Attachment;
import io.oriel.engine.endpoint.ConnectionEnd;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.link.PeerEnd;
import org.jspecify.annotations.Nullable;

/** The endpoint that one connection uses, from the step that names it to the end. On the agent. */
final class EndpointInUse {
    private @Nullable ConnectionEnd endpoint;
    private @Nullable ConnectionSide side;

    /** Uses an endpoint that is reserved. */
    void use(ConnectionEnd named, ConnectionSide told) {
        endpoint = named;
        side = told;
    }

    /** A step that would have given it its peer has thrown: it can be used again, unless it has its peer already. */
    void giveUp() {
        ConnectionEnd former = endpoint;
        if (former != null) {
            former.giveUp();
        }
    }

    /** Tells whether a step has named one. */
    boolean isNamed() {
        return endpoint != null;
    }

    /** Returns what the peer is told of it. */
    ConnectionSide side() {
        ConnectionSide told = side;
        if (told == null) {
            throw new IllegalStateException("no step has named an endpoint");
        }
        return told;
    }

    /** Gives it its peer; false if the application has ended it meanwhile. */
    boolean attach(LinkEnd link, ConnectionSide peer, boolean active, Runnable onEnded) {
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

    /** The peer has completed the connection; false if the application has ended the endpoint meanwhile. */
    boolean completeAccept() {
        return named().completeAccept();
    }

    /** Ends what is outstanding, by this side's will. */
    void disconnect() {
        named().disconnect();
    }

    /** Ends what is outstanding, once what the peer had sent before was executed. */
    void peerDisconnected(PeerEnd end) {
        named().peerDisconnected(end);
    }

    /** Lets the link wait for an endpoint whose end the domain has not finished. */
    void enterIfEnding(LinkLinger lingering) {
        ConnectionEnd used = endpoint;
        if (used != null && used.isEnding()) {
            lingering.await(used);
        }
    }

    /** Returns how this side has ended the connection, for its Disconnect. */
    PeerEnd ownEnd(LinkEnd link) {
        // In this order: a Failure that was told of, or of which an acknowledgement tells, is among the frames.
        PeerEnd failing = named().failing();
        long acknowledged = link.lastAcknowledged();
        long last = link.lastSequence();
        return failing == null
                ? new PeerEnd(last, acknowledged, 0, NdStatus.SUCCESS)
                : new PeerEnd(last, acknowledged, failing.failedSequence(), failing.failedStatus());
    }

    /** The connection is over; an endpoint that had no peer yet can be used again. */
    void letGo(Phase last) {
        ConnectionEnd former = endpoint;
        if (former == null) {
            return;
        }
        switch (last) {
            case DIALLING, REQUESTING, ACCEPTED -> former.release();
            case ACCEPTING -> former.disconnect();
            default -> {
                // it has been told
            }
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
