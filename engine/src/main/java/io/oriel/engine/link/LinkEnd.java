// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.domain.HotPath;
import io.oriel.engine.domain.ProgressSource;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The engine's end of a link: numbers the frames it sends, acknowledges those it has executed, and hands each to its
 * endpoint. By the domain's owner. Whatever is thrown amid a frame or a claim breaks the link: its connections end, and the
 * peer is told.
 *
 * <p>Acknowledgements ride on every frame; a word beside the link carries them when no frame goes back. A frame that
 * could not be executed is acknowledged only once its Failure frame is in the log, and the word counts Failures, so that
 * a failure is never overtaken by a success.
 */
public final class LinkEnd implements ProgressSource {
    /** After how long something is tried again of which no event tells, such as room in a log. */
    public static final long RETRY_NS = 1_000_000;

    private static final int FRAMES_PER_POLL = 64;

    private final Link link;
    private final Domain domain;
    private final Executor agent;
    private final Runnable onDetached;
    private final Lanes all;
    private final @Nullable DirectLink direct;
    private final LinkLife life; // written by the agent as well
    private final LinkLanes lanes;
    private final OwnAcknowledgements own;
    private final OutboundFrames outbound;
    private final PeerAcknowledgements peers;
    private final DroppedFrames dropped;
    private final InboundFrames inbound;
    private long lastCount;
    private boolean isDetachedTold;

    /**
     * Creates the engine's end.
     *
     * @param link       ready to carry frames
     * @param port       of the adapter
     * @param domain     of the adapter
     * @param lanes      of the adapter
     * @param agent      runs what the agent is told
     * @param onDetached told to the agent when the domain does not touch the link any more
     */
    public LinkEnd(Link link, Port port, Domain domain, Lanes lanes, Executor agent, Runnable onDetached) {
        this.link = link;
        this.domain = domain;
        this.agent = agent;
        this.onDetached = onDetached;
        all = lanes;
        direct = DirectLink.of(link);
        life = new LinkLife(domain::signal);
        this.lanes = new LinkLanes(lanes, life);
        own = new OwnAcknowledgements(link, this::acknowledgeLimit);
        outbound = new OutboundFrames(link, port, lanes::areSeveral, life, own);
        peers = new PeerAcknowledgements(link, outbound);
        dropped = new DroppedFrames(outbound);
        inbound = new InboundFrames(lanes, this.lanes, life, own, peers, dropped, link.counters());
    }

    private long acknowledgeLimit() {
        return Math.min(lanes.acknowledgeLimit(), dropped.acknowledgeLimit());
    }

    // On the agent.

    /**
     * Lets a lane lead to an endpoint of the peer's.
     *
     * @param lane           of an endpoint that is being connected
     * @param peerId         the peer's id
     * @param peerGeneration of that id
     */
    public void attach(Lane lane, int peerId, int peerGeneration) {
        lane.leadTo(peerId, peerGeneration);
        lane.attach(life, outbound, peers, lanes, link);
        link.showCredit(lane.id(), peerId);
    }

    /**
     * Hands the lane to the domain's owner, when the endpoint knows all of its peer. If the domain has let go of the link, it
     * is told to end it.
     *
     * @param lane that was attached
     */
    public void attached(Lane lane) {
        all.attached(lane);
        if (life.isGone()) { // Pairs with #onSignal: after the lane can be found.
            domain.signal();
        }
    }

    /**
     * Returns how many frames were sent, for a Disconnect to name.
     *
     * @return the last sequence
     */
    public long lastSequence() {
        return outbound.lastSequence();
    }

    /**
     * Returns how many of the peer's frames were acknowledged, for a Disconnect to name.
     *
     * @return the last sequence
     */
    public long lastAcknowledged() {
        return own.last();
    }

    /** Ends every connection of the link as by the peer's death, after what it had committed. */
    public void peerDied() {
        life.die();
    }

    /** Lets go of the link, after what the peer had committed. */
    public void beginClose() {
        life.beginClose();
    }

    /**
     * Takes {@link #beginClose} back.
     *
     * @return false if it is too late, or the link has died
     */
    public boolean keep() {
        return life.keep();
    }

    /** Tells whether the domain has let go of the link. From any thread. */
    public boolean isGone() {
        return life.isGone();
    }

    /** Returns the paths beside the frames; null if there are none. From any thread. */
    public @Nullable DirectLink direct() {
        return direct;
    }

    // By the domain's owner.

    @Override
    @HotPath
    public int progress() {
        outbound.beginTurn();
        if (outbound.isClaimed()) { // a post has left its frame half made, or the link is gone
            tellDetachedOrBreak();
            return 1;
        }
        try {
            long before = outbound.sent() + outbound.executed();
            int frames = link.poll(inbound, FRAMES_PER_POLL);
            if (frames == 0) {
                foundNothing();
            }
            attend();
            if (frames > 0) {
                acknowledge(frames);
            }
            outbound.announce();
            boolean hasMoved = frames > 0 || outbound.sent() + outbound.executed() != before;
            return hasMoved || !outbound.isBudgetUntouched() ? Math.max(1, frames) : 0;
        } catch (Throwable e) { // what was half done cannot be told from what was done
            life.breakLink();
            throw e;
        }
    }

    private void acknowledge(int frames) {
        peers.framesCame();
        outbound.publishAcknowledgement();
        if (frames >= FRAMES_PER_POLL) {
            count();
        }
    }

    private void foundNothing() {
        life.foundNothing();
        peers.foundNoFrame();
        count();
    }

    private void attend() {
        if (!lanes.isIdle()) {
            lanes.attend();
        }
        if (!dropped.isEmpty()) {
            dropped.tell();
        }
    }

    @Override
    public int progressFully() {
        int work = progress(); // which may have found but the end of a log, and not what follows in the next
        peers.hurry();
        return work + progress();
    }

    @Override
    public long idleNs() {
        return dropped.isEmpty() ? lanes.idleNs() : RETRY_NS;
    }

    @Override
    public void onSignal() {
        try {
            if (outbound.isClaimed()) {
                tellDetachedOrBreak();
            }
            if (life.letGo()) {
                detach();
            } else if (!life.isGone()) {
                lanes.forEach(LaneUser::onSignal);
            }
        } catch (Throwable e) {
            life.breakLink();
            throw e;
        }
    }

    /**
     * Takes what has come of what a peer had sent before it ended a connection: the next call sees the end if it is all there.
     *
     * @param end as the peer has told it
     */
    public void takeWhatCameBefore(PeerEnd end) {
        if (!end.isPossible(outbound.sent(), own.executed())) {
            life.breakLink();
            return;
        }
        outbound.beginTurn();
        if (!end.comesWithLink()) {
            takeUpTo(end.lastSequence()); // bounded, as it is possible
        }
        if (!life.isBroken()) {
            attend();
            outbound.publishAcknowledgement();
            outbound.announce();
        }
    }

    /** Returns how many of the peer's frames were executed. */
    public long executed() {
        return own.executed();
    }

    /**
     * Takes the peer's word for what it has executed.
     *
     * @param upTo the last sequence
     */
    public void takeAcknowledgement(long upTo) {
        peers.take(upTo);
    }

    /** Acknowledges what was executed, if that has changed. */
    public void publishAcknowledgement() {
        outbound.publishAcknowledgement();
    }

    /** Nothing on the link can be trusted: the peer broke the protocol, or something went wrong amid a frame. */
    public void breakLink() {
        life.breakLink();
    }

    /** Brings the counters of what has moved up to date: now and then, not with each frame. */
    private void count() {
        long accesses = direct == null ? 0 : direct.access().count();
        long count = outbound.sent() + own.executed() + accesses; // each only grows
        if (count != lastCount) {
            lastCount = count;
            CounterSet counters = link.counters();
            counters.set(LinkCounter.FRAMES_SENT, outbound.sent());
            counters.set(LinkCounter.FRAMES_EXECUTED, own.executed());
            counters.set(LinkCounter.DIRECT_ACCESSES, accesses);
        }
    }

    @Override
    public void close() {
        DirectLink.letGo(link, direct);
    }

    private void detach() {
        try {
            takeWhatIsLeft();
            count();
        } finally { // nobody comes again: what is outstanding ends now, though a frame's handler has thrown
            try {
                lanes.detach();
                close();
            } finally {
                lanes.endAttention();
                outbound.end(); // and #progress tells until it is told
                tellDetached();
            }
        }
    }

    /** Acknowledges nothing meanwhile, so that a peer that goes on sending comes to an end. */
    private void takeWhatIsLeft() {
        outbound.beginLastTurn();
        takeUpTo(own.executed() + FrameWord.MAX_UNACKNOWLEDGED);
        if (!life.isBroken()) {
            outbound.publishAcknowledgement();
            peers.takeWord();
        }
    }

    private void takeUpTo(long last) {
        while (!life.isBroken() && own.executed() < last && link.poll(inbound, FRAMES_PER_POLL) > 0) {
            // and on
        }
    }

    /** Instead of a progress. */
    private void tellDetachedOrBreak() {
        if (life.isGone()) {
            tellDetached();
        } else {
            life.breakLink();
        }
    }

    /** The last that the domain does with the link; if that throws, the link stays in it and nothing but this is done. */
    private void tellDetached() {
        if (!isDetachedTold) {
            agent.execute(onDetached);
            isDetachedTold = true;
        }
        domain.remove(this);
    }
}
