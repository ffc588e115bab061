// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.control.Patience;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.link.Lane;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.protocol.DemandEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkMemory;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How many Sends of one endpoint may go: those that the peer has Receives for. By the domain's owner.
 *
 * <p>The peer tells it with each frame, and beside the frames. A peer that shares Receives is asked for them first; where both
 * ends see the same memory, each Send takes a grant there just before it goes.
 */
public final class Credit {
    /** A silence of the peer counts at most as such a part of the wait: it may have Receives of which it could not tell. */
    private static final int SILENCE_PART = 4;

    private final Lane lane;
    private final Patience patience;
    private final LongUnaryOperator receivesWanted;
    private final DemandEncoder demand = new DemandEncoder();
    private long granted = CounterStart.value();
    private long sends = granted;
    private long waitedNs;
    private long heardNs;
    private long heard;
    private boolean isAwaited;
    private boolean isOverdue;

    // Of a peer that shares Receives.
    private boolean isAsked;
    private boolean gaveBack;
    private long wanted;
    private long demanded;

    // Written by the agent, then by one of its workers.
    private volatile @Nullable PeerGrants grants;
    private volatile boolean isOpening;

    /**
     * Creates a credit of none.
     *
     * @param lane     of the endpoint
     * @param patience with a peer that has no Receive
     * @param receivesWanted tells of how many Sends of the endpoint's life some have gone, how many have gone or are posted
     */
    public Credit(Lane lane, Patience patience, LongUnaryOperator receivesWanted) {
        this.lane = lane;
        this.patience = patience;
        this.receivesWanted = receivesWanted;
    }

    /**
     * The endpoint gets its peer. On the agent.
     *
     * @param sharesReceives the peer has to be asked for Receives
     */
    public void attach(boolean sharesReceives) {
        isAsked = sharesReceives;
    }

    /** Tells whether the peer has to be asked for Receives. */
    public boolean isAsked() {
        return isAsked;
    }

    /**
     * The peer grants shared Receives in memory that both ends see. Until that is mapped, Sends wait; so it is tried once, and if
     * it fails they go by credit for good. On the agent.
     *
     * @param memory of the link to the peer
     * @param id     of the grants; not to be trusted
     */
    public void openGrants(LinkMemory memory, long id) {
        isOpening = true;
        try {
            patience.loop().executeBlocking(() -> mapGrants(memory, id));
        } catch (Throwable e) {
            opened(null);
        }
    }

    /** On a worker. */
    private void mapGrants(LinkMemory memory, long id) {
        @Nullable PeerGrants shown = null;
        try {
            shown = PeerGrants.open(memory, id);
        } finally {
            opened(shown);
        }
    }

    private void opened(@Nullable PeerGrants shown) {
        grants = shown;
        isOpening = false; // Pairs with #awaitShared: the grants before.
    }

    /**
     * Learns from a frame how many Sends may go.
     *
     * @param word     beside the frame
     * @param sequence of the frame
     */
    public void seen(long word, long sequence) {
        PeerGrants from = grants;
        if (from != null) { // a Send may go only by a grant that was taken for it
            from.told(FrameWord.credit(word, from.granted()), sequence);
            return;
        }
        refresh(FrameWord.credit(word, granted));
    }

    private void refresh(long shown) {
        if (shown > granted) {
            granted = shown;
        }
    }

    /** Tells whether a Send may go. */
    public boolean isLeft() {
        return sends < granted;
    }

    /** Tells whether a Send may go at once, for which a grant may be taken. */
    public boolean isLeftOrTaken() {
        return sends < granted || take();
    }

    private boolean take() {
        PeerGrants from = grants;
        if (from == null || !from.take()) {
            return false;
        }
        granted = sends + 1;
        return true;
    }

    /** Gives back what was taken for a Send that cannot go now: whoever is stopped while it waits keeps nothing. */
    public void letGo() {
        PeerGrants from = grants;
        if (from != null && isLeft()) {
            granted = sends;
            from.giveBack();
            gaveBack = true;
        }
    }

    /** Returns the number of the next Send in the endpoint's life, from 0: the same as that of its Receive. */
    public long nextIndex() {
        return sends;
    }

    /** A Send has begun to go: whatever waits after it waits anew. */
    public void sent() {
        sends++;
        isAwaited = false;
    }

    /**
     * Tells whether the peer has a Receive for the next Send.
     *
     * @return false if the Send has to wait; {@link #isOverdue} tells whether it has waited for too long
     */
    public boolean isThere() {
        return isLeft() || (isAsked ? awaitShared() : await());
    }

    /** Tells whether the Send for which {@link #isThere} has just found no Receive has waited for too long. */
    public boolean isOverdue() {
        return isOverdue;
    }

    private boolean await() {
        refresh(lane.peersCredit(granted));
        if (isLeft()) {
            return true;
        }
        long nowNs = patience.nanoTime();
        long now = lane.peerHeard();
        if (!isAwaited) {
            isAwaited = true;
            waitedNs = 0;
            heardNs = nowNs;
            heard = now;
        } else if (now == Link.ALWAYS_HEARD || now != heard) {
            long silentNs = nowNs - heardNs;
            waitedNs += now == Link.ALWAYS_HEARD ? silentNs : Math.min(silentNs, longestSilenceNs());
            heardNs = nowNs;
            heard = now;
        }
        isOverdue = waitedNs > patience.receiverNotReadyNs();
        return false;
    }

    private long longestSilenceNs() {
        return patience.receiverNotReadyNs() / SILENCE_PART;
    }

    private boolean awaitShared() {
        if (isOpening) { // Pairs with #opened.
            return false;
        }
        gaveBack = false;
        if (take()) {
            return true;
        }
        PeerGrants from = grants;
        if (from == null) {
            refresh(lane.peersCredit(granted));
            if (isLeft()) {
                return true;
            }
        } else if (from.wereTakenBack()) {
            demanded = 0;
        }
        wanted = receivesWanted.applyAsLong(sends);
        demandWanted(from == null ? 0 : FrameWord.FLAG_REVOCABLE);
        return false;
    }

    private void demandWanted(int flags) {
        if (wanted > demanded && lane.tryClaim(DemandEncoder.BLOCK_LENGTH)) {
            demand.wrap(lane.buffer(), lane.offset()).upTo(wanted);
            demanded = wanted;
            long unused = lane.commit(FrameWord.TYPE_DEMAND, flags);
        }
    }

    /** Tells for how long a Send that waits for a Receive cannot go on unless the peer wakes this side. */
    public long idleNs() {
        if (isAsked) {
            return isOpening || gaveBack || wanted > demanded ? LinkEnd.RETRY_NS : Long.MAX_VALUE;
        }
        long patienceNs = patience.receiverNotReadyNs();
        if (!isAwaited) {
            return patienceNs;
        }
        long leftNs = patienceNs - waitedNs - (patience.nanoTime() - heardNs) + 1;
        // What a silent peer says later wakes this side.
        return heard == Link.ALWAYS_HEARD ? Math.max(1, leftNs) : Math.max(leftNs, longestSilenceNs());
    }
}
