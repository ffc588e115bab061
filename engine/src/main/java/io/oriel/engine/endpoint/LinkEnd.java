// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.concurrent.HotPath;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.counter.LinkTraffic;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.domain.ProgressSource;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FrameType;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.queue.PendingFrames;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The engine's end of a link: numbers the frames it sends, acknowledges those it has executed, and hands each to its
 * endpoint. By the domain's owner.
 *
 * <p>Acknowledgements ride on every frame; a word beside the link carries them when no frame goes back. A frame that
 * could not be executed is acknowledged only once its Failure frame is in the log, and the word counts Failures, so that
 * a failure is never overtaken by a success.
 */
public final class LinkEnd implements ProgressSource, FrameHandler {
    /** After how long something is tried again of which no event tells, such as room in a log. */
    static final long RETRY_NS = 1_000_000;

    private static final int FRAMES_PER_POLL = 64;
    private static final int MAX_BYTES_PER_PROGRESS = 1 << 20;
    private static final int PATIENCE_AFTER_FRAMES = 512;
    private static final VarHandle SENT;
    private static final VarHandle PUBLISHED;

    static {
        try {
            SENT = MethodHandles.lookup().findVarHandle(LinkEnd.class, "sent", long.class);
            PUBLISHED = MethodHandles.lookup().findVarHandle(LinkEnd.class, "publishedWord", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Link link;
    private final EndpointHome home;
    private final EndpointTable endpoints;
    private final CounterSet counters;
    private final LinkTraffic traffic;
    private final Runnable onDetached;
    private final @Nullable DirectLink direct;
    private final int maxPayloadLength;

    // Written by the domain's owner.
    private final PendingFrames<Peering> pending = new PendingFrames<>();
    private final Attention attention = new Attention();
    private long sent;
    private long acknowledged;
    private long executed;
    private long acknowledgeLimit = Long.MAX_VALUE;
    private long publishedWord;
    private long failuresSent;
    private long failuresReceived;
    private long budget;
    private int patience;
    private int emptyPolls;
    private long emptyPollsEver;
    private boolean unannounced;
    private boolean broken;
    private boolean detached;

    // Written by the agent.
    private volatile boolean died;
    private volatile boolean closing;

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
        endpoints = home.endpoints();
        counters = link.counters();
        traffic = new LinkTraffic(counters);
        this.onDetached = onDetached;
        direct = DirectLink.of(link);
        maxPayloadLength = link.maxPayloadLength();
    }

    // On the agent.

    /**
     * Returns how many frames were sent, for a Disconnect to name.
     *
     * @return the last sequence
     */
    public long lastSequence() {
        return (long) SENT.getAcquire(this); // Pairs with #commit.
    }

    /**
     * Returns how many of the peer's frames were acknowledged, for a Disconnect to name.
     *
     * @return the last sequence
     */
    public long lastAcknowledged() {
        return AcknowledgementWord.sequence((long) PUBLISHED.getAcquire(this)); // Pairs with #publishAcknowledgement.
    }

    /** Ends every connection of the link as by the peer's death, after what it had committed. On the agent. */
    public void peerDied() {
        died = true;
        home.domain().signal();
    }

    /** Lets go of the link, after what the peer had committed. On the agent. */
    public void beginClose() {
        closing = true;
        home.domain().signal();
    }

    // By the domain's owner.

    @Override
    @HotPath
    public int progress() {
        budget = MAX_BYTES_PER_PROGRESS;
        long before = sent + acknowledged;
        int frames = link.poll(this, FRAMES_PER_POLL);
        if (frames == 0) {
            foundNothing();
        }
        if (!attention.isEmpty()) {
            attention.attend();
        }
        if (frames > 0) {
            emptyPolls = 0;
            publishAcknowledgement();
            if (frames == FRAMES_PER_POLL) {
                count();
            }
            announce();
            return frames;
        }
        announce();
        return sent + acknowledged == before && budget == MAX_BYTES_PER_PROGRESS ? 0 : 1;
    }

    @Override
    public int progressFully() {
        int work = progress(); // which may have found but the end of a log, and not what follows in the next
        patience = 0;
        emptyPolls = 1; // the word may have come since it was read last
        return work + progress();
    }

    @Override
    public long idleNs() {
        return attention.idleNs();
    }

    @Override
    public void onSignal() {
        if (died || closing) {
            detach();
            return;
        }
        endpoints.forEachOn(this, Peering::onSignal);
    }

    @Override
    public void onFrame(long word, DirectBuffer buffer, int offset, int length) {
        long sequence = executed + 1;
        int type = FrameWord.type(word);
        Peering endpoint = receiverOf(word);
        if (type == FrameType.FAILURE) {
            failuresReceived++;
            counters.increment(LinkCounter.FAILURES_RECEIVED);
            if (endpoint != null) { // before the acknowledgement that comes with it
                endpoint.responder().onFailure(buffer, offset, length, this);
            }
        }
        acknowledge(FrameWord.acknowledgement(word, acknowledged));
        if (endpoint == null) {
            counters.increment(LinkCounter.FRAMES_DROPPED);
        } else if (type != FrameType.FAILURE) {
            endpoint.responder().onFrame(word, sequence, buffer, offset, length);
        }
        executed = sequence;
    }

    /** Returns how often a poll found no frame. */
    long emptyPollsEver() {
        return emptyPollsEver;
    }

    /** Tells whether the domain has let go of the link. */
    boolean isDetached() {
        return detached;
    }

    int maxPayloadLength() {
        return maxPayloadLength;
    }

    /** Claims a frame; false if there is no room now. */
    boolean tryClaim(int length) {
        if (budget <= 0 || sent - acknowledged >= FrameWord.MAX_UNACKNOWLEDGED) {
            return false;
        }
        if (!link.tryClaim(length)) {
            counters.increment(LinkCounter.BACK_PRESSURE);
            home.port().kick();
            return false;
        }
        budget -= length;
        return true;
    }

    Link link() {
        return link;
    }

    /** Returns the paths beside the frames; null if there are none. */
    @Nullable
    DirectLink direct() {
        return direct;
    }

    /** Takes bytes of the budget; false if it is used up. */
    boolean spend(long bytes) {
        if (budget <= 0) {
            return false;
        }
        budget -= bytes;
        return true;
    }

    /** Tells whether the peer has executed a frame of this side. */
    boolean isAcknowledged(long sequence) {
        return acknowledged >= sequence;
    }

    /** Commits the claimed frame; returns its sequence. */
    long commit(Peering endpoint, int type, int flags) {
        long word = FrameWord.of(type, flags, 0, 0) | endpoint.peerWord();
        link.commit(FrameWord.with(word, endpoint.receives().posted(), acknowledgeable()));
        long sequence = sent + 1;
        SENT.setRelease(this, sequence); // Pairs with #lastSequence: the frame is in the log.
        unannounced = true;
        return sequence;
    }

    /** Refills the budget of bytes, at a post. */
    void beginPost() {
        budget = MAX_BYTES_PER_PROGRESS;
    }

    /** Wakes a peer that sleeps, if there is something new for it: once at the end of each post and each progress. */
    void announce() {
        if (unannounced) {
            unannounced = false;
            link.announce();
        }
    }

    /** Tells the endpoint when the peer has acknowledged a frame. */
    void awaitAcknowledgement(long sequence, Peering endpoint) {
        pending.add(sequence, endpoint);
    }

    /** Acknowledges towards the endpoints what came before a frame, because that frame failed. */
    void acknowledgeBefore(long sequence) {
        if (sequence <= sent) {
            acknowledge(sequence - 1);
        }
    }

    /** Looks after an endpoint in each progress, until it says that it needs nothing. */
    void lookAfter(Peering endpoint) {
        attention.add(endpoint);
    }

    /** Holds back the acknowledgement of a frame that failed, until its Failure is sent. */
    void holdAcknowledgement(long sequence) {
        acknowledgeLimit = Math.min(acknowledgeLimit, sequence - 1);
    }

    /** A Failure was committed: what it held back may be acknowledged. */
    void failureSent() {
        failuresSent++;
        counters.increment(LinkCounter.FAILURES_SENT);
        acknowledgeLimit = attention.acknowledgeLimit();
    }

    /** Returns how many of the peer's frames were executed. */
    long executed() {
        return executed;
    }

    /** The peer broke the protocol so that nothing on the link can be trusted. */
    void breakLink() {
        if (!broken) {
            broken = true;
            peerDied();
        }
    }

    long nanoTime() {
        return home.loop().nanoTime();
    }

    private @Nullable Peering receiverOf(long word) {
        Peering endpoint = endpoints.find(FrameWord.endpointId(word), FrameWord.generation(word));
        return endpoint != null && endpoint.link() == this ? endpoint : null;
    }

    /** Takes the peer's acknowledgement of all frames up to one, if it is news. */
    void acknowledge(long upTo) {
        if (upTo <= acknowledged) {
            return;
        }
        if (upTo > sent) {
            breakLink();
            return;
        }
        acknowledged = upTo;
        @Nullable Peering endpoint;
        while ((endpoint = pending.take(upTo)) != null) {
            endpoint.initiator().acknowledged();
        }
        patience = PATIENCE_AFTER_FRAMES;
    }

    private long acknowledgeable() {
        return Math.min(executed, acknowledgeLimit);
    }

    /** Acknowledges what was executed, if that has changed. */
    void publishAcknowledgement() {
        long word = AcknowledgementWord.of(acknowledgeable(), failuresSent);
        if (word != publishedWord) {
            PUBLISHED.setRelease(this, word); // Pairs with #lastAcknowledged.
            link.publishAcknowledgement(word);
            unannounced = true;
        }
    }

    private void foundNothing() {
        emptyPollsEver++;
        if (sent != acknowledged && (++emptyPolls > patience || link.isAcknowledgementNew())) {
            takeAcknowledgementWord();
        }
        count();
    }

    private void count() {
        traffic.show(sent, executed, direct == null ? 0 : direct.access().count());
    }

    private void takeAcknowledgementWord() {
        long word = link.acknowledgement();
        long acknowledgement = AcknowledgementWord.sequence(word);
        if (acknowledgement > acknowledged && AcknowledgementWord.countsFailures(word, failuresReceived)) {
            acknowledge(acknowledgement);
            patience = 0; // nothing comes back but words: read each
        }
    }

    private void detach() {
        if (detached) {
            return;
        }
        detached = true;
        budget = Long.MAX_VALUE;
        while (!broken && link.poll(this, FRAMES_PER_POLL) > 0) {
            publishAcknowledgement();
        }
        if (!broken) {
            takeAcknowledgementWord();
        }
        count();
        endpoints.forEachOn(this, endpoint -> endpoint.linkDetached(died));
        attention.clear();
        home.domain().remove(this);
        home.loop().execute(onDetached);
    }
}
