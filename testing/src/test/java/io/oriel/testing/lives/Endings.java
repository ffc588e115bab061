// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.testing.lives.Party.Stage;
import java.util.List;

/** How connections end, and what is to be seen of an end. */
final class Endings {
    private static final int POLLS = 10;
    private static final long SETTLED_NS = 100_000_000;

    private final World world;
    private final PromptCalls promptCalls;

    Endings(World world) {
        this.world = world;
        promptCalls = new PromptCalls(world);
    }

    void disconnect(Party party) {
        if (party.stage == Stage.CONNECTED && party.disconnecting == null) {
            world.tell(() -> party + " disconnects");
            party.disconnecting = party.connector.disconnect();
            world.pledges().add(party.disconnecting, party.place, "disconnect() of " + party, world.nowNs());
        }
    }

    void flush(Party party) {
        if (!party.isClosed && party.stage == Stage.CONNECTED) {
            world.tell(() -> party + " flushes");
            party.endpoint.flush();
            party.isFlushed = true;
        }
    }

    /** Closes an endpoint, before or after its connector; what was posted completes all the same. */
    void close(Party party) {
        if (party.isClosed) {
            return;
        }
        world.tell(() -> party + " closes");
        boolean connectorFirst = world.below(2) == 0;
        if (connectorFirst) {
            party.connector.close();
        }
        party.endpoint.close();
        if (!connectorFirst) {
            party.connector.close();
        }
        party.isClosed = true;
        ended(party);
        party.stage = Stage.OVER;
        if (world.onceIn(2)) {
            closeQueue(party);
        }
    }

    /** Closes the own completion queue of a closed endpoint, with what is in it. */
    void closeQueue(Party party) {
        if (party.isClosed && party.ownQueue != null && !party.isQueueClosed) {
            party.isQueueClosed = true;
            party.place.ledger().forget(party);
            party.ownQueue.close();
        }
    }

    /** The application knows of an end: what it has ended can be seen at once. */
    void ended(Party party) {
        boolean isNews = party.stage != Stage.OVER;
        if (party.endToldNs < 0) {
            party.endToldNs = world.nowNs();
            world.tell(() -> party + " is told of the end");
        }
        for (Binding binding : List.copyOf(party.bindings)) {
            if (!binding.isWindowFree && binding.window.isBound()) {
                Violation.unless(
                        !world.has(Trait.PROMPT_CALLS) && !party.isDesolate,
                        "a window is still bound after the announced end of " + party);
                continue;
            }
            unbound(binding, world.isAnybodyStopped());
        }
        party.stage = Stage.OVER;
        if (isNews && world.has(Trait.PROMPT_CALLS)) {
            promptCalls.after(party);
        }
    }

    /** A place was polled: what has ended long ago completes. */
    void polled(Place place) {
        for (Party party : place.parties) {
            if ((party.hasFailed() || party.endToldNs >= 0) && ++party.pollsSinceEnd > POLLS && isEndLongAgo(party)) {
                requireCompleted(party);
            }
        }
    }

    /** The end of a connection may wait for a peer that is stopped; what a failure has ended does not. */
    private boolean isEndLongAgo(Party party) {
        boolean isFailureLongAgo = party.hasFailed() && world.nowNs() - party.failedNs > SETTLED_NS;
        return isFailureLongAgo
                || (party.notice != null && party.endToldNs >= 0 && world.undisturbedNs(party.endToldNs) > SETTLED_NS);
    }

    /** An end completes everything without a flush. */
    static void requireCompleted(Party party) {
        party.initiated.removeIf(each -> each.uncertain);
        party.received.removeIf(each -> each.uncertain);
        Violation.unless(
                !party.hasOutstanding(),
                "not completed by the end of " + party + ": " + party.initiated + " and " + party.received);
    }

    /** A window is free again. */
    void unbound(Binding binding, boolean mayLinger) {
        if (binding.isOver) {
            return;
        }
        binding.isOver = true;
        Party party = binding.party;
        party.bindings.remove(binding);
        if (mayLinger) {
            party.place.ledger().linger(binding.plot);
        } else {
            binding.plot.release("the window of " + party);
        }
        if (!binding.isWindowFree) {
            party.place.freeWindows.add(0, binding.window); // to be bound elsewhere soon
        }
        if (binding.isAlone) {
            party.place.giveBack(binding.plot.region(), mayLinger);
        }
    }

    /** Forgets parties that have nothing to wait for. */
    void bury(Place place) {
        for (Party party : List.copyOf(place.parties)) {
            if (party.isClosed && !party.hasOutstanding() && party.bindings.isEmpty()) {
                if (party.ownQueue != null && !party.isQueueClosed) {
                    party.isQueueClosed = true;
                    party.ownQueue.close();
                }
                place.parties.remove(party);
            }
        }
    }

    static void deregister(MemoryRegion region) {
        try {
            region.deregister();
        } catch (NdException e) {
            throw new Violation("a region that nobody uses: " + e.getMessage());
        }
    }
}
