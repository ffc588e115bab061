// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.lives;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.engine.lives.Plots.Plot;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was posted at one place and has not completed: each request completes once, in order, and tells the truth. */
final class Ledger {
    private final World world;
    private final Map<Long, Posted> open = new HashMap<>();

    /** Plots that a stopped peer may still be touching. */
    private final List<Plot> lingering = new ArrayList<>();

    Ledger(World world) {
        this.world = world;
    }

    int openCount() {
        return open.size();
    }

    /** Notes a request that was posted with success, or nobody knows whether. */
    void posted(Posted request) {
        open.put(request.context, request);
        if (request.isReceive()) {
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
        Posted request = open.remove(completion.requestContext());
        if (request == null) {
            throw new Violation("what completes was not posted, or has completed before: " + completion);
        }
        Party party = request.party;
        requireOrder(request, request.isReceive() ? party.received : party.initiated);
        request.status = completion.status();
        world.tell(() -> request + " number " + request.number + " completes " + request.status);
        world.count(request.type + " " + request.status);
        if (request.isReceive()) {
            receiveCompleted(request, completion);
        } else {
            initiatorCompleted(request);
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
            Party peer = party.peer;
            if (peer != null) {
                requireMessage(request, plot, peer.name, (int) completion.bytesTransferred());
            }
        } else {
            requireStatus(request, NdStatus.CANCELED, NdStatus.IO_TIMEOUT);
            requireStopped(request);
        }
        giveBack(request);
    }

    private void initiatorCompleted(Posted request) {
        Party party = request.party;
        if (party.hasFailed) {
            requireStatus(request, NdStatus.CANCELED);
        } else if (request.status != NdStatus.SUCCESS) {
            party.hasFailed = true;
            requireFailure(request);
        } else if (request.type == RequestType.SEND) {
            requireTaken(request);
        } else if (request.type == RequestType.WRITE) {
            requireWritten(request);
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

    /** Only a peer that is stopped inside is waited for in vain. */
    private void requireStopped(Posted request) {
        if (request.status == NdStatus.IO_TIMEOUT && !world.wasAnybodyStopped()) {
            throw new Violation(request + " waited in vain for a peer inside, but nobody was stopped");
        }
    }

    private void requireFailure(Posted request) {
        if (request.type == RequestType.INVALIDATE) {
            requireStopped(request);
        }
        switch (request.type) {
            case WRITE, READ ->
                requireStatus(request, NdStatus.CANCELED, NdStatus.IO_TIMEOUT, NdStatus.ACCESS_VIOLATION);
            default -> requireStatus(request, NdStatus.CANCELED, NdStatus.IO_TIMEOUT);
        }
    }

    private void requireStatus(Posted request, NdStatus... allowed) {
        if (!List.of(allowed).contains(request.status) && world.isFaultless()) {
            throw new Violation(request + " ends with " + request.status + ", which nothing explains");
        }
    }

    /** A Send that succeeds is in the peer's Receive of its number. */
    private static void requireTaken(Posted send) {
        Party peer = send.party.peer;
        if (peer == null) {
            throw new Violation(send + " succeeds though nobody accepted the connection");
        }
        Violation.unless(
                send.number < peer.receives.size(), "false success: " + send + ", for which no Receive was posted");
        Posted receive = peer.receives.get((int) send.number);
        if (receive.status == NdStatus.PENDING) {
            requireMessage(receive, Objects.requireNonNull(receive.plot), send.party.name, send.length);
        } else {
            Violation.unless(
                    receive.status == NdStatus.SUCCESS,
                    "false success: " + send + ", whose " + receive + " ended with " + receive.status);
        }
    }

    private static void requireMessage(Posted receive, Plot plot, long sender, int length) {
        int at = plot.offset();
        long name = plot.buffer().getLong(at);
        long number = plot.buffer().getLong(at + Long.BYTES);
        byte filler = filler(sender, receive.number);
        boolean isWhole = name == sender && number == receive.number;
        for (int index = 2 * Long.BYTES; isWhole && index < length; index++) {
            isWhole = plot.buffer().getByte(at + index) == filler;
        }
        Violation.unless(
                isWhole,
                "a message was told that is not there: " + receive + " holds number " + number + " of " + name
                        + ", not of " + sender);
    }

    private static void requireWritten(Posted write) {
        Binding binding = write.binding;
        if (binding == null || binding.isOver || binding.lastWrite != write) {
            return;
        }
        byte filler = filler(write.context, write.at);
        for (int index = 0; index < write.length; index++) {
            if (binding.plot.buffer().getByte(binding.plot.offset() + write.at + index) != filler) {
                throw new Violation("false success: " + write + ", whose bytes are not there");
            }
        }
    }

    static byte filler(long name, long number) {
        return (byte) (name * 31 + number * 7 + 1);
    }
}
