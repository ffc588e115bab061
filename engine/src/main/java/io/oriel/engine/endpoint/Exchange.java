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
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.responder.Receives;
import io.oriel.engine.responder.Responder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of an endpoint and of its peer: what the link brings goes from here to the initiator or the responder, and here
 * both end. By the domain's owner, unless a method says otherwise.
 */
final class Exchange implements LaneUser {
    private final Lane lane;
    private final EndpointState state;
    private final Initiator initiator;
    private final Responder responder;
    private final Receives receives;
    private final WindowHolder windows;
    private final Ending ending;
    private final EndNotice notice;
    private boolean ended;
    private boolean removed;

    Exchange(
            Domain domain,
            Lane lane,
            EndpointState state,
            Initiator initiator,
            Responder responder,
            WindowHolder windows,
            Patience patience) {
        this.lane = lane;
        this.state = state;
        this.initiator = initiator;
        this.responder = responder;
        receives = responder.receives();
        this.windows = windows;
        ending = new Ending(patience);
        notice = new EndNotice(domain, patience.loop());
        lane.use(this);
        initiator.onFailed(this::end);
        windows.onMemoryWanted(this::finishEnd);
    }

    /** Both sides learn of their peer, before the state tells of it. On the agent. */
    void attach(Attachment to) {
        DirectLink direct = to.link().direct();
        responder.attach(to.limits().inbound());
        initiator.attach(to.limits().outbound(), direct, to.peerUser(), to.peerSharesReceives());
        DirectLink writable = direct == null || direct.memory().isWritable() ? direct : null;
        receives.attach(writable == null ? null : writable.memory());
        if (writable != null && to.showsReceives()) {
            initiator.openReceives(writable, to.peerRing(), () -> state.isAttached(to));
        }
    }

    /** Returns the failure of which the peer could not be told before the end; null if there is none. On the agent. */
    @Nullable
    PeerEnd failing() {
        return notice.failing();
    }

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
            return state.completeAccept();
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
        if (state.isEndRequested()) {
            end(NdStatus.CANCELED);
        }
    }

    private @Nullable PeerEnd learnOfEnd() {
        PeerEnd end = state.peerEnd();
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
            notice.giveFailing(state.attachment(), why, responder::isIdle);
        }
    }

    /** Tells the agent of the end, once the peer has been told why. */
    private void tellEnded() {
        if (lane.failedSequence() == 0) {
            notice.give(state.attachment());
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
        receives.giveUpWithdrawal(); // nobody looks after this endpoint any more, and the peer of a broken link may
        // live
    }

    /** The medium is gone. */
    void remove() {
        removed = true;
        end(NdStatus.IO_TIMEOUT);
    }

    private LinkEnd requireLink() {
        Attachment to = state.attachment();
        if (to == null) {
            throw new IllegalStateException("the endpoint has no peer");
        }
        return to.link();
    }
}
