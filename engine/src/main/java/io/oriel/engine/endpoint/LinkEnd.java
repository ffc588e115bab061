// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.concurrent.HotPath;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.counter.LinkTraffic;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.domain.ProgressSource;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.Link;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
    static final long RETRY_NS = 1_000_000;

    private static final int FRAMES_PER_POLL = 64;
    private static final int MAX_BYTES_PER_PROGRESS = 1 << 20;
    private static final VarHandle SENT;

    static {
        try {
            SENT = MethodHandles.lookup().findVarHandle(LinkEnd.class, "sent", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Link link;
    private final EndpointHome home;
    private final LinkEndpoints endpoints;
    private final LinkTraffic traffic;
    private final Departure departure;
    private final @Nullable DirectLink direct;
    private final int maxPayloadLength;
    private final OwnAcknowledgements own;
    private final PeerAcknowledgements peers;
    private final InboundFrames inbound;

    // Written by the domain's owner.
    private final Attention attention = new Attention();
    private long sent;
    private long budget;
    private boolean alone;
    private boolean claimed;
    private boolean unannounced;
    private boolean broken;

    // Written by the agent and the domain's owner.
    private final LinkLife life = new LinkLife();

    /**
     * Creates the engine's end.
     *
     * @param link       ready to carry frames
     * @param home       of the adapter's endpoints
     * @param onDetached run on the agent when the domain does not touch the link any more
     */
    public LinkEnd(Link link, EndpointHome home, Runnable onDetached) {
        this.link = link;
        this.home = home;
        endpoints = new LinkEndpoints(home.endpoints(), life);
        traffic = new LinkTraffic(link.counters());
        departure = new Departure(home, onDetached);
        direct = DirectLink.of(link);
        maxPayloadLength = link.maxPayloadLength();
        own = new OwnAcknowledgements(link, attention);
        peers = new PeerAcknowledgements(this);
        inbound = new InboundFrames(this, home.endpoints(), own, peers);
    }

    /**
     * Returns how many frames were sent, for a Disconnect to name. On the agent.
     *
     * @return the last sequence
     */
    public long lastSequence() {
        return (long) SENT.getAcquire(this); // Pairs with #commit.
    }

    /**
     * Returns how many of the peer's frames were acknowledged, for a Disconnect to name. On the agent.
     *
     * @return the last sequence
     */
    public long lastAcknowledged() {
        return own.last();
    }

    /** Ends every connection of the link as by the peer's death, after what it had committed. On the agent. */
    public void peerDied() {
        life.die();
        home.domain().signal();
    }

    /** Lets go of the link, after what the peer had committed. On the agent. */
    public void beginClose() {
        life.beginClose();
        home.domain().signal();
    }

    /**
     * Takes {@link #beginClose} back. On the agent.
     *
     * @return false if it is too late, or the link has died
     */
    public boolean keep() {
        return life.keep();
    }

    // By the domain's owner.

    @Override
    @HotPath
    public int progress() {
        beginTurn();
        if (claimed) { // a post has left its frame half made, or the link is gone
            departure.tellOrBreak(this);
            return 1;
        }
        try {
            return takeAndAttend();
        } catch (Throwable e) { // what was half done cannot be told from what was done
            breakLink();
            throw e;
        }
    }

    private void beginTurn() {
        budget = MAX_BYTES_PER_PROGRESS;
        alone = false;
    }

    private int takeAndAttend() {
        long before = sent + peers.count();
        int frames = link.poll(inbound, FRAMES_PER_POLL);
        if (frames == 0) {
            foundNothing();
        }
        attend();
        if (frames > 0) {
            peers.framesCame();
            publishAcknowledgement();
            if (frames == FRAMES_PER_POLL) {
                count();
            }
            announce();
            return frames;
        }
        announce();
        return sent + peers.count() == before && budget == MAX_BYTES_PER_PROGRESS ? 0 : 1;
    }

    private void attend() {
        if (!attention.isEmpty()) {
            attention.attend();
        }
        if (own.hasDropped()) {
            own.tellDropped(this);
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
        return own.hasDropped() ? RETRY_NS : attention.idleNs();
    }

    @Override
    public void onSignal() {
        try {
            if (claimed) {
                departure.tellOrBreak(this);
            }
            if (life.letGo()) {
                detach();
            } else if (!life.isGone()) {
                endpoints.forEach(Peering::onSignal);
            }
        } catch (Throwable e) {
            breakLink();
            throw e;
        }
    }

    /** Takes what has come of what a peer had sent before it disconnected: the next call sees the end if it is all there. */
    void takeWhatCameBefore(PeerEnd end) {
        if (!end.isPossible(sent, inbound.executed())) {
            breakLink();
            return;
        }
        beginTurn();
        if (!end.comesWithLink()) {
            takeUpTo(end.lastSequence()); // bounded, as it is possible
        }
        if (!broken) {
            attend();
            publishAcknowledgement();
            announce();
        }
    }

    /** Returns where the link is in its life. */
    LinkLife life() {
        return life;
    }

    int maxPayloadLength() {
        return maxPayloadLength;
    }

    /** Claims a frame; false if there is no room now. */
    boolean tryClaim(int length) {
        if (budget <= 0 || sent - peers.count() >= FrameWord.MAX_UNACKNOWLEDGED) {
            return false;
        }
        if (!link.tryClaim(length)) {
            link.counters().increment(LinkCounter.BACK_PRESSURE);
            home.port().kick();
            return false;
        }
        budget -= length;
        claimed = true;
        return true;
    }

    Link link() {
        return link;
    }

    LinkEndpoints endpoints() {
        return endpoints;
    }

    /** Returns the paths beside the frames; null if there are none. */
    @Nullable
    DirectLink direct() {
        return direct;
    }

    /** Takes bytes that go directly of the budget, unless nothing else waits; false if it is used up. */
    boolean spend(long bytes) {
        boolean isLeft = alone || budget > 0;
        budget -= alone ? 0 : bytes;
        return isLeft;
    }

    /** Commits the claimed frame; returns its sequence. */
    long commit(Peering endpoint, int type, int flags) {
        return commit(
                FrameWord.of(type, flags, 0, 0) | endpoint.peerWord(),
                endpoint.receiving().granted());
    }

    /** Commits the claimed frame; returns its sequence. */
    long commit(long word, long credit) {
        link.commit(FrameWord.with(word, credit, own.of(inbound.executed())));
        claimed = false;
        long sequence = sent + 1;
        SENT.setRelease(this, sequence); // Pairs with #lastSequence: the frame is in the log.
        unannounced = true;
        return sequence;
    }

    /** Refills the budget of bytes, at a post: what goes directly goes whole, if nothing else waits on the link. */
    void beginPost() {
        budget = MAX_BYTES_PER_PROGRESS;
        alone = attention.isEmpty();
        if (claimed) { // the post before has left its frame half made
            breakLink();
        }
    }

    /** Wakes a peer that sleeps, if there is something new for it: once at the end of each post and each progress. */
    void announce() {
        if (unannounced) {
            unannounced = false;
            link.announce();
        }
    }

    /** Looks after an endpoint in each progress, until it says that it needs nothing. */
    void lookAfter(Peering endpoint) {
        attention.add(endpoint);
    }

    /** Returns how many frames were sent. */
    long sent() {
        return sent;
    }

    /** Returns what the peer acknowledges. */
    PeerAcknowledgements peers() {
        return peers;
    }

    OwnAcknowledgements own() {
        return own;
    }

    /** Returns how many of the peer's frames were executed. */
    long executed() {
        return inbound.executed();
    }

    /** Tells whether nothing on the link can be trusted any more. */
    boolean isBroken() {
        return broken;
    }

    /** Nothing on the link can be trusted: the peer broke the protocol, or something went wrong amid a frame. */
    void breakLink() {
        budget = 0; // nothing more is sent
        if (!broken) {
            broken = true;
            peerDied();
        }
    }

    long nanoTime() {
        return home.loop().nanoTime();
    }

    /** Acknowledges what was executed, if that has changed. */
    void publishAcknowledgement() {
        if (!claimed && own.publish(inbound.executed())) {
            unannounced = true;
        }
    }

    private void foundNothing() {
        life.foundNothing();
        if (sent != peers.count() && peers.isDue()) {
            peers.takeWord();
        }
        count();
    }

    private void count() {
        traffic.show(
                sent, inbound.executed(), direct == null ? 0 : direct.access().count());
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
                endpoints.detach();
                close();
            } finally {
                attention.clear();
                claimed = true; // nothing is published any more, and #progress tells until it is told
                departure.tell(this);
            }
        }
    }

    /** Acknowledges nothing meanwhile, so that a peer that goes on sending comes to an end. */
    private void takeWhatIsLeft() {
        budget = Long.MAX_VALUE;
        takeUpTo(inbound.executed() + FrameWord.MAX_UNACKNOWLEDGED);
        if (!broken) {
            publishAcknowledgement();
            peers.takeWord();
        }
    }

    private void takeUpTo(long last) {
        while (!broken && inbound.executed() < last && link.poll(inbound, FRAMES_PER_POLL) > 0) {
            // and on
        }
    }
}
