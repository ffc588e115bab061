// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.control.Patience;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.initiator.Initiator;
import io.oriel.engine.link.Lane;
import io.oriel.engine.link.LaneUser;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.link.PeerEnd;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.responder.Receives;
import io.oriel.engine.responder.Responder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's end of its connection: who the peer is, how far the connection is in its life, and how it ends. What the link
 * brings goes from here to the initiator or the responder.
 *
 * <p>The agent makes and ends connections here, the domain's owner carries them out.
 */
public final class ConnectionEnd implements LaneUser {
    private final Domain domain;
    private final Lane lane;
    private final Initiator initiator;
    private final Responder responder;
    private final Receives receives;
    private final WindowHolder windows;
    private final EndpointState state = new EndpointState();
    private final Ending ending;
    private final EndNotice notice;

    // Written by the agent, before the state that tells of it.
    private volatile @Nullable Attachment attachment;
    private volatile @Nullable PeerEnd peerEnd;
    private volatile boolean endRequested;

    // Written by the domain's owner.
    private boolean ended;
    private boolean removed;

    ConnectionEnd(
            Domain domain,
            Lane lane,
            Initiator initiator,
            Responder responder,
            Receives receives,
            WindowHolder windows,
            Patience patience) {
        this.domain = domain;
        this.lane = lane;
        this.initiator = initiator;
        this.responder = responder;
        this.receives = receives;
        this.windows = windows;
        ending = new Ending(patience);
        notice = new EndNotice(domain, patience.loop());
        lane.use(this);
        initiator.onFailed(this::end);
        windows.onMemoryWanted(this::finishEnd);
    }

    // On the agent.

    /**
     * Reserves the endpoint for a connection that is being made. On the agent.
     *
     * @return SUCCESS; CONNECTION_ACTIVE if it is in use; CONNECTION_INVALID if it was
     */
    public NdStatus reserve() {
        if (state.change(EndpointState.IDLE, EndpointState.CONNECTING)) {
            return NdStatus.SUCCESS;
        }
        return state.get() >= EndpointState.ENDING ? NdStatus.CONNECTION_INVALID : NdStatus.CONNECTION_ACTIVE;
    }

    /** Gives up what {@link #reserve} took: the connection was not made. On the agent. */
    public void release() {
        state.change(EndpointState.CONNECTING, EndpointState.IDLE);
    }

    /** Gives up what {@link #reserve} took because making the connection has thrown, maybe amid {@link #attach}. On the agent. */
    public void giveUp() {
        if (state.get() == EndpointState.CONNECTING) {
            attachment = null;
            lane.giveUp();
            release();
        } else {
            disconnect();
        }
    }

    /**
     * Makes the connection of a reserved endpoint. On the agent.
     *
     * @param to     the peer
     * @param active true: connected now; false: connected when the peer says so, or by its first frame
     * @return false if the endpoint has ended meanwhile
     */
    public boolean attach(Attachment to, boolean active) {
        DirectLink direct = to.link().direct();
        to.link().attach(lane, to.peerId(), to.peerGeneration());
        attachment = to;
        responder.attach(to.limits().inbound());
        initiator.attach(to.limits().outbound(), direct, to.peerUser(), to.peerSharesReceives());
        receives.attach(direct == null ? null : direct.memory());
        if (direct != null && to.showsReceives()) {
            initiator.openReceives(direct, to.peerRing(), () -> isAttached(to));
        }
        to.link().attached(lane);
        return state.change(EndpointState.CONNECTING, active ? EndpointState.CONNECTED : EndpointState.ACCEPTING);
    }

    /** Tells whether a peer is this endpoint's still. */
    private boolean isAttached(Attachment to) {
        return to.equals(attachment)
                && state.get() < EndpointState.ENDING
                && !to.link().isGone();
    }

    /**
     * The peer has completed the connection that this side accepted. On the agent.
     *
     * @return false if it has ended
     */
    public boolean completeAccept() {
        return state.change(EndpointState.ACCEPTING, EndpointState.CONNECTED) || state.get() == EndpointState.CONNECTED;
    }

    /**
     * The peer has ended the connection, or its link ends: posts are refused from now on. On the agent.
     *
     * @param end how
     */
    public void peerDisconnected(PeerEnd end) {
        peerEnd = end;
        state.beginEnd(); // Pairs with #onSignal: peerEnd before the state.
        domain.signal();
    }

    /** Ends the connection from this side: posts are refused from now on. On the agent. */
    public void disconnect() {
        endRequested = true;
        if (peerEnd == null) { // or posts are refused already, and what the peer had sent before is taken first
            state.end(); // Pairs with #onSignal: endRequested before the state.
        }
        domain.signal();
    }

    /**
     * Returns the failure of which the peer could not be told before the end. On the agent.
     *
     * @return how this side has ended the connection; null if nothing is left to be told
     */
    public @Nullable PeerEnd failing() {
        return notice.failing();
    }

    /** The peer knows of the end: it has sent its last frame. On the agent. */
    public void connectionOver() {
        lane.over();
    }

    /** Tells whether the end has begun, and the domain has not finished it. On the agent. */
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

    // By the domain's owner.

    /** Makes room for what the endpoint completes; or throws. */
    void register() {
        receives.register();
        initiator.register();
    }

    /** The endpoint is closed, and its connection has ended. */
    void close() {
        initiator.close();
        receives.close();
    }

    boolean isConnected() {
        return state.isConnected();
    }

    /** Tells whether requests may still complete otherwise than by the end. */
    boolean isLive() {
        return !ended;
    }

    /** Tells whether Receives can be posted. */
    boolean takesReceives() {
        return isLive() && state.get() < EndpointState.ENDING;
    }

    /** Returns what holds the windows that the peer may use. */
    WindowHolder windows() {
        return windows;
    }

    /** Posts a Receive. */
    NdStatus receive(long context, ScatterGatherList list) {
        return receives.post(context, list);
    }

    boolean isRemoved() {
        return removed;
    }

    @Override
    public void onFrame(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        if (lane.hasFailed()) {
            return; // the Failure ends the peer's endpoint before an acknowledgement can reach it
        }
        if (!takesFrames()) {
            refuse(sequence, FrameWord.type(word));
            return;
        }
        initiator.creditSeen(word, sequence);
        NdStatus status = FrameWord.type(word) == FrameWord.TYPE_READ_RESPONSE
                ? initiator.onReadResponse(word, buffer, offset, length)
                : responder.onFrame(word, sequence, buffer, offset, length);
        if (status != NdStatus.SUCCESS && !ended) {
            responder.fail(sequence, status);
            beginFailing();
        }
    }

    /** Tells whether the peer's frames are executed; the first one makes an accepted connection. */
    boolean takesFrames() {
        int now = state.get();
        if (now == EndpointState.ACCEPTING) {
            return completeAccept();
        }
        return (now == EndpointState.CONNECTED || now == EndpointState.ENDING) && !ended;
    }

    /** Tells the peer that a frame came after the end, so that its request does not count as done. */
    private void refuse(long sequence, int type) {
        if (FrameWord.isRequest(type)) {
            responder.fail(sequence, NdStatus.CANCELED);
        }
    }

    /** A frame of the peer's could not be executed: posts are refused from now on. */
    private void beginFailing() {
        boolean unused = state.beginEnd();
        if (responder.hasAnswered()) {
            end(NdStatus.CANCELED);
        }
    }

    @Override
    public void onFailure(long sequence, NdStatus status) {
        ending.failureCame();
        initiator.failed(sequence, status);
    }

    @Override
    public void onExecuted() {
        initiator.acknowledged();
    }

    @Override
    public void onPeerMissing() {
        if (!ended && state.get() > EndpointState.CONNECTING) {
            end(NdStatus.CANCELED);
        }
    }

    @Override
    public void onSignal() {
        PeerEnd news = learnOfEnd();
        if (news != null) {
            lane.lookAfter();
            requireLink().takeWhatCameBefore(news);
        }
        if (endRequested) {
            end(NdStatus.CANCELED);
        }
    }

    private @Nullable PeerEnd learnOfEnd() {
        PeerEnd end = peerEnd;
        if (end == null || ended || ending.hasBegun()) {
            return null;
        }
        ending.begin(end);
        return end;
    }

    @Override
    public boolean attend() {
        boolean left = respond();
        if (!ended && state.get() != EndpointState.ENDING) {
            left |= initiator.progress();
        } else if (!ended && ending.isDue(requireLink())) {
            finishEnd();
        } else {
            left |= !ended;
        }
        // Any of these may have ended the connection: then the peer must still be told, or awaited.
        return ended ? !receives.areWithdrawn() || lane.failedSequence() != 0 : left;
    }

    /** Answers Reads, then tells of a failure, as far as there is room; true if something is left. */
    private boolean respond() {
        if (!responder.answer()) {
            tellFailing();
            return true;
        }
        if (lane.failedSequence() == 0) {
            return false;
        }
        end(NdStatus.CANCELED);
        if (!responder.tellFailure()) {
            tellFailing();
            return true;
        }
        tellEnded();
        return false;
    }

    /** There is no room: if there is a failure of which the peer cannot be told now, the agent tells of the end before. */
    private void tellFailing() {
        if (lane.failedSequence() != 0) {
            PeerEnd why = new PeerEnd(0, 0, lane.failedSequence(), responder.failedStatus());
            notice.giveFailing(attachment, why, responder::isIdle);
        }
    }

    /** Tells the agent of the end, once the peer has been told why. */
    private void tellEnded() {
        if (lane.failedSequence() == 0) {
            notice.give(attachment);
        }
    }

    /** Ends the connection if the application has been told that it is over, though what the peer had sent may still come. */
    private void finishEnd() {
        finishEnd(NdStatus.CANCELED);
    }

    private void finishEnd(NdStatus oldest) {
        if (ended || !(ending.hasBegun() || notice.isGiven())) {
            return;
        }
        LinkEnd link = requireLink();
        link.takeAcknowledgement(ending.acknowledgement(link));
        PeerEnd awaited = ending.awaitedFailure();
        if (awaited != null) {
            initiator.failed(awaited.failedSequence(), awaited.failedStatus());
        }
        end(oldest);
    }

    @Override
    public long idleNs() {
        boolean onlyInitiates = responder.isIdle() && state.get() < EndpointState.ENDING;
        return onlyInitiates ? initiator.idleNs() : LinkEnd.RETRY_NS;
    }

    /** Ends the connection, or the hope of one: everything outstanding completes, the oldest with a status of its own. */
    void end(NdStatus oldest) {
        if (ended) {
            return;
        }
        ended = true;
        state.end();
        initiator.end(oldest);
        responder.end();
        int unused = windows.unbindAll();
        if (!receives.withdraw()) {
            lane.lookAfter();
        }
        receives.giveBack();
        tellEnded();
    }

    /** Waits until every Receive of an ended connection has completed, which takes long only if the peer was stopped. */
    void awaitWithdrawal() {
        receives.awaitWithdrawal();
    }

    @Override
    public void onDetached(boolean died) {
        NdStatus oldest = died ? NdStatus.IO_TIMEOUT : NdStatus.CANCELED;
        PeerEnd unused = learnOfEnd();
        finishEnd(oldest);
        end(oldest);
        receives.giveUpWithdrawal(); // nobody looks after this endpoint any more, and the peer of a broken link may live
    }

    /** The medium is gone. */
    void remove() {
        removed = true;
        end(NdStatus.IO_TIMEOUT);
    }

    private LinkEnd requireLink() {
        Attachment to = attachment;
        if (to == null) {
            throw new IllegalStateException("the endpoint has no peer");
        }
        return to.link();
    }
}
