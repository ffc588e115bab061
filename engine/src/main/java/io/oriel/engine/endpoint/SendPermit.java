// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.engine.initiator.Credit;
import io.oriel.engine.initiator.InitiatorQueue;
import io.oriel.engine.initiator.Request;
import io.oriel.engine.protocol.DemandEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.shared.PeerGrants;
import org.jspecify.annotations.Nullable;

/**
 * The permission of one endpoint to send: credit that the peer shows, or, where it shares Receives and both ends see the
 * same memory, a grant that is taken just before each Send. By the domain's owner.
 */
final class SendPermit {
    private final Peering endpoint;
    private final Credit credit;
    private final long receiverNotReadyNs;
    private final DemandEncoder demand = new DemandEncoder();
    private boolean peerSharesReceives;
    private boolean gaveBack;
    private long wanted;
    private long demanded;

    // Written by the agent, then by one of its workers.
    private volatile @Nullable PeerGrants grants;
    private volatile boolean opening;

    SendPermit(Peering endpoint, Credit credit, long receiverNotReadyNs) {
        this.endpoint = endpoint;
        this.credit = credit;
        this.receiverNotReadyNs = receiverNotReadyNs;
    }

    /** Learns whether the peer shares Receives, and whether its grants are being mapped. On the agent. */
    void attach(boolean sharesReceives, boolean opens) {
        peerSharesReceives = sharesReceives;
        opening = sharesReceives && opens;
    }

    /** The peer's grants are mapped; null: they cannot be, and Sends go by credit. From any thread. */
    void opened(@Nullable PeerGrants shown) {
        if (shown != null) {
            credit.goByGrants(); // before the peer can be asked for any
        }
        grants = shown;
        opening = false; // Pairs with #awaitGrant: the grants before.
    }

    /** A frame tells how many Sends may go by grants. */
    void told(long word, long sequence) {
        PeerGrants from = grants;
        if (from != null) {
            from.told(FrameWord.credit(word, from.granted()), sequence);
        }
    }

    /** Takes a grant for a Send that goes at once; false if there is none, or Sends go by credit. */
    boolean takeNow() {
        PeerGrants from = grants;
        if (from == null || !from.take()) {
            return false;
        }
        credit.took();
        return true;
    }

    /** Gives back what was taken for a Send that cannot go now: whoever is stopped while it waits keeps nothing. */
    void letGo() {
        PeerGrants from = grants;
        if (from != null && credit.isLeft()) {
            credit.gaveBack();
            from.giveBack();
            gaveBack = true;
        }
    }

    /** Tells whether the peer has a Receive for a request; otherwise it has to wait, or has ended after too long. */
    boolean isThere(Request request, InitiatorQueue queue, LinkEnd link) {
        return request.firstSequence != 0 || credit.isLeft() || await(request, queue, link);
    }

    private boolean await(Request request, InitiatorQueue queue, LinkEnd link) {
        if (peerSharesReceives) {
            return awaitGrant(queue, link);
        }
        credit.refresh(endpoint.requireAttachment().peersCredit());
        if (credit.isLeft()) {
            return true;
        }
        if (credit.isOverdue(link.nanoTime(), receiverNotReadyNs)) {
            request.end(NdStatus.IO_TIMEOUT);
        }
        return false;
    }

    private boolean awaitGrant(InitiatorQueue queue, LinkEnd link) {
        if (opening) {
            return false;
        }
        gaveBack = false;
        if (takeNow()) {
            return true;
        }
        PeerGrants from = grants;
        if (from == null) {
            credit.refresh(endpoint.requireAttachment().peersCredit());
            if (credit.isLeft()) {
                return true;
            }
        } else if (from.wereTakenBack()) {
            demanded = 0;
        }
        wanted = queue.receivesWanted(credit.nextIndex());
        demandWanted(from == null ? 0 : FrameWord.FLAG_REVOCABLE, link);
        return false;
    }

    private void demandWanted(int flags, LinkEnd link) {
        if (wanted > demanded && link.tryClaim(DemandEncoder.BLOCK_LENGTH)) {
            demand.wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                    .upTo(wanted);
            demanded = wanted;
            long unused = link.commit(endpoint, FrameWord.TYPE_DEMAND, flags);
        }
    }

    /** Tells for how long a Send that waits for a Receive cannot go on unless the peer wakes this side. */
    long idleNs(LinkEnd link) {
        if (peerSharesReceives) {
            return opening || gaveBack || wanted > demanded ? LinkEnd.RETRY_NS : Long.MAX_VALUE;
        }
        return credit.leftNs(link.nanoTime(), receiverNotReadyNs);
    }
}
