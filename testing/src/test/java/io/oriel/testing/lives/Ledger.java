// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.lives.Plots.Plot;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was posted at one place and has not completed: each request completes once, in order, as what it is. */
final class Ledger {
    private final World world;
    private final Claims claims;
    private final TakenBack takenBack;
    private final Map<Long, Posted> open = new HashMap<>();

    /** Plots that a stopped peer may still be touching. */
    private final List<Plot> lingering = new ArrayList<>();

    Ledger(World world) {
        this.world = world;
        claims = new Claims(world);
        takenBack = new TakenBack(world);
    }

    int openCount() {
        return open.size();
    }

    /** Notes a request that was posted with success, or nobody knows whether. */
    void posted(Posted request) {
        open.put(request.context, request);
        if (request.pool != null) {
            request.pool.posted(request);
        } else if (request.isReceive()) {
            request.number = request.party.receives.size();
            request.party.received.add(request);
            request.party.receives.add(request);
        } else {
            request.party.initiated.add(request);
        }
    }

    /** The queue was closed in which the rest of a party's requests would complete. */
    void forget(Party party) {
        party.initiated.forEach(each -> open.remove(each.context));
        party.received.forEach(each -> open.remove(each.context));
        party.initiated.clear();
        party.received.clear();
    }

    /** A request that never completes. */
    void forget(Posted request) {
        open.remove(request.context);
    }

    /** Nobody stopped can be in a plot any more. */
    void releaseLingering() {
        lingering.forEach(plot -> plot.release("a stopped peer"));
        lingering.clear();
    }

    void linger(@Nullable Plot plot) {
        if (plot != null) {
            lingering.add(plot);
        }
    }

    void completed(Completion completion) {
        if (takenBack.isOne(completion)) {
            takenBack.completed(completion);
            return;
        }
        takenBack.followedBy(completion);
        Posted request = open.remove(completion.requestContext());
        if (request == null) {
            throw new Violation("what completes was not posted, or has completed before: " + completion);
        }
        identify(request, completion);
        request.status = completion.status();
        world.tell(() -> request + " number " + request.number + " completes " + request.status);
        world.count(request.type + " " + request.status);
        if (request.isReceive()) {
            receiveCompleted(request, completion);
        } else {
            initiatorCompleted(request);
        }
    }

    /** A queue was polled until it was empty. */
    void emptied() {
        takenBack.requireFollowed();
    }

    private void identify(Posted request, Completion completion) {
        Party party = world.partyOf(completion.endpointContext());
        boolean isShared = request.pool != null;
        Violation.unless(
                completion.requestType() == request.type
                        && party != null
                        && (isShared ? party.pool == request.pool : party == request.party),
                request + " completes as " + completion);
        if (request.pool != null && party != null) {
            request.pool.completed(request);
            request.party = party;
            request.number = party.receives.size();
        } else {
            requireOrder(request, request.isReceive() ? request.party.received : request.party.initiated);
        }
    }

    private void requireOrder(Posted request, Deque<Posted> order) {
        Posted oldest;
        while ((oldest = order.poll()) != request) {
            if (oldest == null || !oldest.uncertain) {
                throw new Violation(request + " completes before " + oldest);
            }
            open.remove(oldest.context); // it was not posted after all
            linger(oldest.plot);
        }
    }

    private void receiveCompleted(Posted request, Completion completion) {
        Party party = request.party;
        Plot plot = Objects.requireNonNull(request.plot);
        if (request.status == NdStatus.SUCCESS) {
            Violation.unless(request.number == party.taken, request + " succeeds out of order");
            party.taken++;
            if (request.pool != null) {
                party.receives.add(request);
            }
            Party peer = party.peer;
            if (peer != null) {
                Claims.requireMessage(request, plot, peer.name, request.number, (int) completion.bytesTransferred());
            }
        } else {
            claims.requireReceiveFailure(request);
        }
        giveBack(request);
    }

    private void initiatorCompleted(Posted request) {
        Party party = request.party;
        if (party.hasFailed()) {
            claims.requireStatus(request, NdStatus.CANCELED);
        } else if (request.status == NdStatus.SUCCESS) {
            claims.requireSuccess(request);
        } else {
            party.failedNs = world.nowNs();
            claims.requireFailure(request);
        }
        Binding binding = request.binding;
        if (request.type == RequestType.INVALIDATE && binding != null) {
            world.endings().unbound(binding, request.status != NdStatus.SUCCESS);
        }
        giveBack(request);
    }

    private void giveBack(Posted request) {
        Plot plot = request.plot;
        if (plot != null && request.status == NdStatus.IO_TIMEOUT) {
            linger(plot);
        } else if (plot != null) {
            plot.release(request + " with " + request.status);
        }
    }
}
