// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.engine.initiator.InitiatorQueue;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.responder.ReceiveQueue;
import io.oriel.engine.responder.Receives;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's side of its connection: who the peer is, how far the connection is in its life, and how it ends.
 *
 * <p>The agent makes and ends connections here, the domain's owner carries them out.
 */
public final class Peering {
    private final EndpointHome home;
    private final int id;
    private final int generation;
    private final EndpointState state = new EndpointState();
    private final Addressee addressee = new Addressee();
    private final InitiatorQueue requests;
    private final Receives receiving;
    private final ReceiveQueue receives;
    private final Initiator initiator;
    private final Responder responder;
    private final Withdrawal withdrawal;
    private final WindowHolder windows = new WindowHolder(this::finishEnd);
    private final Ending ending;
    private final EndNotice notice;

    // Written by the agent, before the state that tells of it.
    private volatile @Nullable Attachment attachment;
    private long peerWord;
    private volatile @Nullable PeerEnd peerEnd;
    private volatile boolean endRequested;

    // Written by the domain's owner.
    private boolean lookedAfter;
    private boolean ended;
    private boolean removed;

    Peering(EndpointHome home, int id, InitiatorQueue requests, Receives receiving) {
        this.home = home;
        this.id = id;
        this.requests = requests;
        this.receiving = receiving;
        receives = receiving.queue();
        generation = home.endpoints().generationOf(id);
        initiator = new Initiator(this, requests, home);
        addressee.open(initiator);
        responder = new Responder(this, home.windows());
        withdrawal = new Withdrawal(home, receives);
        ending = new Ending(home);
        notice = new EndNotice(home, responder);
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
        addressee.attach(to.link());
        peerWord = FrameWord.of(0, 0, to.peerId(), to.peerGeneration());
        attachment = to;
        responder.limitReads(to.limits().inbound());
        initiator.attach(to);
        receiving.attach(to.link().link(), to.peerId(), to::announceReceives, to.link()::lastSequence);
        PeerOpening.begin(home, this, to);
        home.attached(this, to.link());
        return state.change(EndpointState.CONNECTING, active ? EndpointState.CONNECTED : EndpointState.ACCEPTING);
    }

    /** Tells whether a peer is this endpoint's still. From any thread. */
    boolean isAttached(Attachment to) {
        return to.equals(attachment)
                && state.get() < EndpointState.ENDING
                && !to.link().life().isGone();
    }

    /** Returns the receiving side of the endpoint. */
    public Receives receiving() {
        return receiving;
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
        home.domain().signal();
    }

    /** Ends the connection from this side: posts are refused from now on. On the agent. */
    public void disconnect() {
        endRequested = true;
        if (peerEnd == null) { // or posts are refused already, and what the peer had sent before is taken first
            state.end(); // Pairs with #onSignal: endRequested before the state.
        }
        home.domain().signal();
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
        addressee.connectionOver();
    }

    /** Tells whether the end has begun, and the domain has not finished it. On the agent. */
    public boolean isEnding() {
        return state.get() == EndpointState.ENDING;
    }

    /** Returns the id that the peer's frames name. */
    public int id() {
        return id;
    }

    /** Returns the generation of the id. */
    public int generation() {
        return generation;
    }

    // By the domain's owner.

    /** Returns what holds the windows that the peer may use. */
    WindowHolder windows() {
        return windows;
    }

    boolean isConnected() {
        return state.isConnected();
    }

    /** Tells whether Receives can be posted. */
    boolean takesReceives() {
        return !ended && state.get() < EndpointState.ENDING;
    }

    boolean isRemoved() {
        return removed;
    }

    Initiator initiator() {
        return initiator;
    }

    Responder responder() {
        return responder;
    }

    /** The peer could not execute a frame of this endpoint. */
    void onFailure(long sequence, NdStatus status) {
        ending.failureCame();
        initiator.failed(sequence, status);
    }

    ReceiveQueue receives() {
        return receives;
    }

    @Nullable
    LinkEnd link() {
        Attachment to = attachment;
        return to == null ? null : to.link();
    }

    LinkEnd requireLink() {
        return requireAttachment().link();
    }

    /** Returns what addresses a frame to the peer's endpoint; there once the state says that there is one. */
    long peerWord() {
        return peerWord;
    }

    /** The link's peer has dropped a frame for an endpoint that is not there; if it is this one's peer, that is the end. */
    void peerMissing(long receiver) {
        if (!ended && state.get() > EndpointState.CONNECTING && peerWord == receiver) {
            end(NdStatus.CANCELED);
        }
    }

    /** Tells whether requests may still complete otherwise than by the end. */
    boolean isLive() {
        return !ended;
    }

    /** Tells whether the peer's frames are executed; the first one makes an accepted connection. */
    boolean takesFrames() {
        int now = state.get();
        if (now == EndpointState.ACCEPTING) {
            return completeAccept();
        }
        return (now == EndpointState.CONNECTED || now == EndpointState.ENDING) && !ended;
    }

    /** The agent has changed something. */
    void onSignal() {
        PeerEnd news = learnOfEnd();
        if (news != null) {
            requireLink().lookAfter(this);
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

    /** Does what is left to do; true if something remains. */
    boolean attend() {
        LinkEnd link = requireLink();
        boolean left = responder.progress(link);
        if (!ended && state.get() != EndpointState.ENDING) {
            left |= initiator.progress(link);
        } else if (!ended && ending.isDue(link)) {
            finishEnd();
        } else {
            left |= !ended;
        }
        // Any of these may have ended the connection: then the peer must still be told, or awaited.
        return ended ? !withdrawal.isDone() || responder.failedSequence() != 0 : left;
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
        link.peers().take(ending.acknowledgement(link));
        PeerEnd awaited = ending.awaitedFailure();
        if (awaited != null) {
            initiator.failed(awaited.failedSequence(), awaited.failedStatus());
        }
        end(oldest);
    }

    /** Tells for how long there is nothing for {@link #attend} to do unless this side is woken. */
    long idleNs() {
        boolean onlyInitiates = responder.isIdle() && state.get() < EndpointState.ENDING;
        return onlyInitiates ? initiator.idleNs(requireLink()) : LinkEnd.RETRY_NS;
    }

    boolean markLookedAfter() {
        boolean first = !lookedAfter;
        lookedAfter = true;
        return first;
    }

    void unmarkLookedAfter() {
        lookedAfter = false;
    }

    /** Ends the connection, or the hope of one: everything outstanding completes, the oldest with a status of its own. */
    void end(NdStatus oldest) {
        if (ended) {
            return;
        }
        ended = true;
        state.end();
        initiator.finishInvalidate();
        requests.cancelAll(oldest);
        responder.clear();
        int unused = windows.unbindAll();
        if (!withdrawal.begin()) {
            requireLink().lookAfter(this);
        }
        receiving.ended();
        tellEnded();
    }

    /** Waits until every Receive of an ended connection has completed, which takes long only if the peer was stopped. */
    void awaitWithdrawal() {
        withdrawal.await();
    }

    /** A frame of the peer's could not be executed: posts are refused from now on. */
    void beginFailing() {
        boolean unused = state.beginEnd();
    }

    /** The peer cannot be told of a failure now: the agent tells of the end before. */
    void tellFailing(long sequence, NdStatus status) {
        notice.giveFailing(attachment, new PeerEnd(0, 0, sequence, status));
    }

    /** Tells the agent of the end, once the peer has been told why. */
    void tellEnded() {
        if (responder.failedSequence() == 0) {
            notice.give(attachment);
        }
    }

    /** The application has closed the endpoint, whose connection has ended. Returns what stays of it. */
    Addressee close() {
        addressee.close(peerWord, responder.hasFailed());
        return addressee;
    }

    /** Returns the endpoint as the frames of its link name it. */
    Addressee addressee() {
        return addressee;
    }

    void linkDetached(boolean died) {
        NdStatus oldest = died ? NdStatus.IO_TIMEOUT : NdStatus.CANCELED;
        PeerEnd unused = learnOfEnd();
        finishEnd(oldest);
        end(oldest);
        withdrawal.giveUp(); // nobody looks after this endpoint any more, and the peer of a broken link may live
    }

    void mediumRemoved() {
        removed = true;
        end(NdStatus.IO_TIMEOUT);
    }

    Attachment requireAttachment() {
        Attachment to = attachment;
        if (to == null) {
            throw new IllegalStateException("the endpoint has no peer");
        }
        return to;
    }
}
