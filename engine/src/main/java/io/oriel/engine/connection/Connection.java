// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlFuture;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.endpoint.EndpointInUse;
import io.oriel.engine.protocol.PeerEnd;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One connection, or the attempt to make it: the state machine between a connector and its peer. On the agent. */
final class Connection {
    private final long id;
    private final ConnectionNews news;
    private final boolean active;
    private final DisconnectNotices disconnectNotices = new DisconnectNotices();
    private final Route route;
    private EndpointInUse endpoint = EndpointInUse.NONE;
    private ControlFuture making = ControlFuture.NONE;
    private @Nullable LinkConnections link;
    private long peerId;
    private NdStatus lostBecause = NdStatus.CONNECTION_REFUSED;
    private boolean wasAccepted;
    private boolean wasConnected;
    private boolean gaveUp;

    // Read by any thread.
    private volatile Phase phase;
    private volatile @Nullable ConnectionSide peer;
    private volatile byte @Nullable [] rejectData;
    private volatile LinkConnections.Meeting meeting = LinkConnections.Meeting.NONE_YET;

    /** Begins an active connection. */
    Connection(long id, ConnectionNews news, Route route) {
        this(id, news, true, route);
    }

    /** Begins a passive connection, from a request. */
    Connection(long id, ConnectionNews news, LinkConnections link, long peerId, ConnectionSide peer, Route route) {
        this(id, news, false, route);
        this.link = link;
        this.peerId = peerId;
        this.peer = peer;
        meeting = link.meeting();
    }

    private Connection(long id, ConnectionNews news, boolean active, Route route) {
        this.id = id;
        this.news = news;
        this.active = active;
        this.route = route;
        phase = active ? Phase.DIALLING : Phase.REQUESTED;
    }

    long id() {
        return id;
    }

    long peerId() {
        return peerId;
    }

    boolean isActive() {
        return active;
    }

    Phase phase() {
        return phase;
    }

    @Nullable
    ConnectionSide peer() {
        return peer;
    }

    byte @Nullable [] rejectData() {
        return rejectData;
    }

    Route route() {
        return route;
    }

    LinkConnections.Meeting meeting() {
        return meeting;
    }

    void connect(EndpointInUse with, Dialling.Way way, Expectation expectation, ControlFuture future) {
        endpoint = with;
        making = future;
        new Dialling(news, way, this, route.peer(), expectation).dial();
    }

    void completeConnect(ControlFuture future) {
        if (phase != Phase.ACCEPTED) {
            NdStatus lost = news.isRemoved() ? NdStatus.DEVICE_REMOVED : NdStatus.CONNECTION_ABORTED;
            fail(future, isLost() ? lost : NdStatus.CONNECTION_INVALID);
            return;
        }
        making = future;
        if (!attach()) {
            requireLink().messages().connectReject(peerId, NdStatus.CONNECTION_REFUSED, new byte[0]);
            end(NdStatus.CONNECTION_ABORTED);
            return;
        }
        becomeConnected();
        requireLink().messages().connectComplete(peerId);
        if (!future.succeed()) { // withdrawn
            beginDisconnect();
        }
    }

    void accept(EndpointInUse with, ControlFuture future) {
        if (phase != Phase.REQUESTED) {
            fail(future, isLost() ? lostBecause : NdStatus.CONNECTION_INVALID);
            return;
        }
        NdStatus reserved = with.reserve();
        if (reserved != NdStatus.SUCCESS) {
            fail(future, reserved);
            return;
        }
        endpoint = with;
        making = future;
        if (attach()) {
            phase = Phase.ACCEPTING;
            wasAccepted = true;
            requireLink().messages().connectAccept(peerId, id, with.side());
        } else { // the application has ended it meanwhile
            refuse(new byte[0], NdStatus.CANCELED);
        }
    }

    /** Refuses what waits for this side's answer; throws NdException if nothing does. */
    void reject(byte[] privateData) {
        if (phase == Phase.REQUESTED || phase == Phase.ACCEPTED) {
            refuse(privateData, NdStatus.CONNECTION_REFUSED);
        } else if (isLost() && peer != null && !wasConnected) {
            throw new NdException(NdStatus.CONNECTION_ABORTED, route.peer() + " has given up before it was rejected");
        } else {
            throw nothingToReject();
        }
    }

    /** Returns what the application is told when something that no status names was thrown amid a step. */
    static NdException stepFailure(Throwable cause) {
        return new NdException(NdStatus.INSUFFICIENT_RESOURCES, "the step could not be carried out: " + cause, cause);
    }

    static NdException nothingToReject() {
        return new NdException(NdStatus.CONNECTION_INVALID, "there is nothing to reject");
    }

    /** Refuses, or abandons, what is not yet connected. */
    void refuse(byte[] privateData, NdStatus ownStatus) {
        if (phase == Phase.CONNECTED) { // it was made while the refusal was on its way
            beginDisconnect();
            return;
        }
        gaveUp = true;
        switch (phase) {
            case REQUESTING -> requireLink().messages().connectAbandon(id);
            case ACCEPTED, REQUESTED, ACCEPTING ->
                requireLink().messages().connectReject(peerId, NdStatus.CONNECTION_REFUSED, privateData);
            default -> {
                // nothing to tell the peer
            }
        }
        end(ownStatus);
    }

    /** The application has withdrawn a step; one that is over, or was not begun, ends nothing. */
    void abandon(ControlFuture step) {
        if (isMadeBy(step) && phase.awaitsPeer()) {
            refuse(new byte[0], NdStatus.CANCELED);
        }
    }

    /** A step of making it has thrown: it is not made. */
    void giveUp(Throwable cause) {
        if (phase == Phase.CONNECTED || phase == Phase.ENDED) {
            return;
        }
        endpoint.giveUp();
        try {
            refuse(new byte[0], NdStatus.INSUFFICIENT_RESOURCES);
        } finally {
            end(NdStatus.INSUFFICIENT_RESOURCES, stepFailure(cause));
        }
    }

    void disconnect(ControlFuture future) {
        if (!wasConnected) {
            fail(future, NdStatus.CONNECTION_INVALID);
            return;
        }
        disconnectNotices.addDisconnect(future);
        if (phase == Phase.CONNECTED) {
            beginDisconnect();
        } else { // whatever is left of its end
            endpoint.disconnect();
        }
    }

    void notifyDisconnect(ControlFuture future) {
        if (wasAccepted || wasConnected) {
            disconnectNotices.addNotice(future);
        } else {
            fail(future, NdStatus.CONNECTION_INVALID);
        }
    }

    /** The connector is closed. */
    void close() {
        disconnectNotices.cancelNotices();
        if (phase == Phase.CONNECTED) {
            beginDisconnect();
        } else if (phase != Phase.DISCONNECTING) {
            refuse(new byte[0], NdStatus.CANCELED);
        }
    }

    /** There is a link to ask by. */
    void linked(LinkConnections by) {
        link = by;
        meeting = by.meeting();
        by.add(this);
        phase = Phase.REQUESTING;
        by.messages().connectRequest(id, endpoint.side(), route);
    }

    void enterIfEnding(LinkLinger lingering) {
        if (endpoint.isEnding()) {
            lingering.await(endpoint);
        }
    }

    void dialFailed(NdStatus status, String reason) {
        if (phase == Phase.DIALLING) {
            meeting = LinkConnections.Meeting.without(reason);
            end(status, new NdException(status, reason));
        }
    }

    void onAccept(long peerConnectionId, ConnectionSide side) {
        if (phase == Phase.REQUESTING) {
            peerId = peerConnectionId;
            peer = side;
            phase = Phase.ACCEPTED;
            if (!making.succeed()) {
                refuse(new byte[0], NdStatus.CANCELED);
            }
        }
    }

    /** The peer knows another connection from the local address. */
    void onAddressTaken() {
        if (phase == Phase.REQUESTING && !route.isLocalBound()) {
            if (route.changeLocal()) {
                requireLink().messages().connectRequest(id, endpoint.side(), route);
            } else {
                end(NdStatus.TOO_MANY_ADDRESSES);
            }
        } else {
            onReject(new byte[0]);
        }
    }

    void onReject(byte[] privateData) {
        if (phase == Phase.CONNECTED || phase == Phase.DISCONNECTING) {
            endpoint.peerDisconnected(PeerEnd.AT_ONCE); // the peer gave up before it heard that the connection was made
            end(NdStatus.CONNECTION_ABORTED);
        } else if (phase != Phase.ENDED) {
            if (peer == null || privateData.length > 0) { // else what came before is all that came
                rejectData = privateData;
            }
            end(NdStatus.CONNECTION_REFUSED);
        }
    }

    void onComplete() {
        if (phase != Phase.ACCEPTING) {
            return;
        }
        becomeConnected();
        if (!endpoint.completeAccept() || !making.succeed()) { // the application has ended or withdrawn it meanwhile
            fail(making, NdStatus.CANCELED);
            beginDisconnect();
        }
    }

    void onDisconnect(PeerEnd told) {
        boolean ends = endpoint.isNamed() && phase != Phase.ENDED;
        if (ends) {
            endpoint.peerDisconnected(told); // before the peer knows that nothing more is posted
        }
        requireLink().messages().disconnectConfirm(peerId);
        if (ends) {
            end(NdStatus.CONNECTION_ABORTED);
        }
    }

    void onDisconnectConfirm() {
        if (phase == Phase.DISCONNECTING) {
            end(NdStatus.CANCELED);
        }
    }

    void linkLost(boolean died) {
        NdStatus ofPeer = died ? NdStatus.CONNECTION_ABORTED : NdStatus.CONNECTION_REFUSED;
        lostBecause = news.isRemoved() ? NdStatus.DEVICE_REMOVED : ofPeer;
        if (phase == Phase.CONNECTED || phase == Phase.ACCEPTING) {
            endpoint.peerDisconnected(PeerEnd.WITH_LINK);
        }
        end(lostBecause);
    }

    /** The domain has ended the endpoint. */
    private void endpointEnded() {
        if (phase == Phase.CONNECTED) {
            sendDisconnect();
        } else if (phase == Phase.ACCEPTING) {
            refuse(new byte[0], NdStatus.CANCELED);
        }
    }

    private void beginDisconnect() {
        if (phase != Phase.CONNECTED) {
            return;
        }
        endpoint.disconnect();
        sendDisconnect();
    }

    private void sendDisconnect() {
        phase = Phase.DISCONNECTING;
        requireLink()
                .messages()
                .disconnect(peerId, endpoint.ownEnd(requireLink().end()));
    }

    private void becomeConnected() {
        wasConnected = true;
        phase = Phase.CONNECTED;
        news.count(AdapterCounter.CONNECTIONS_MADE);
    }

    private boolean attach() {
        ConnectionSide theirs = Objects.requireNonNull(peer, "there is no peer yet");
        return endpoint.attach(requireLink().end(), theirs, active, this::endpointEnded);
    }

    private void end(NdStatus status) {
        end(status, new NdException(status, "the connection with " + route.peer() + " was not made"));
    }

    private void end(NdStatus status, NdException failure) {
        if (phase == Phase.ENDED) {
            return;
        }
        Phase former = phase;
        phase = Phase.ENDED;
        lostBecause = status;
        if (former == Phase.ACCEPTING) {
            endpoint.disconnect();
        }
        endpoint.letGo(former.isWithoutPeer());
        news.onEnded(this);
        LinkConnections carrier = link;
        if (carrier != null) {
            carrier.remove(this);
        }
        making.fail(failure);
        disconnectNotices.complete();
        if (wasAccepted || wasConnected) {
            news.tellNews();
        }
    }

    boolean isMadeBy(ControlFuture step) {
        return step == making;
    }

    /** Tells whether it ended, and not by this side's will. */
    private boolean isLost() {
        return phase == Phase.ENDED && !gaveUp;
    }

    private LinkConnections requireLink() {
        return Objects.requireNonNull(link, "there is no link yet");
    }

    private void fail(ControlFuture future, NdStatus status) {
        future.fail(new NdException(status, "the connection with " + route.peer() + " is " + phase));
    }
}
