// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.Endpoint;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.endpoint.EndpointIds;
import io.oriel.testing.lives.Party.Stage;
import java.util.List;
import java.util.function.Consumer;

/** The end of a life: nobody is stopped, nothing fails any more, everything ends, and nothing may be left. */
final class Healing {
    private static final int ROUNDS = 40;
    private static final long ROUND_NS = 1_000_000;
    private static final long LONG_NS = 3 * Pledges.PATIENCE_NS;
    private static final int MAX_IDLE_EVENTS = 0;

    private final World world;
    private final Meetings meetings;

    Healing(World world, Meetings meetings) {
        this.world = world;
        this.meetings = meetings;
    }

    void heal() {
        world.whenPreempted(sender -> {});
        world.goOn();
        world.inhabitants().forEach(each -> each.process().failures().suspend());
        awaitFutures();
        world.inhabitants().forEach(each -> each.away = 0);
        settle();
        everyParty(party -> {
            if (world.below(2) == 0) {
                world.endings().disconnect(party);
            }
        });
        awaitFutures();
        settle();
        everyParty(party -> {
            if (party.stage == Stage.OVER && party.notice != null) {
                Endings.requireCompleted(party);
            }
        });
        everyParty(party -> {
            world.endings().flush(party);
            party.isDesolate = true;
        });
        awaitFutures();
        settle();
        everyParty(world.endings()::close);
        settle();
        everyPlace(this::requireAllCompleted);
        closeAll();
    }

    /** Nobody polls: every control future completes. */
    private void awaitFutures() {
        long endNs = world.nowNs() + LONG_NS;
        meetings.tend();
        while (world.nowNs() < endNs && !world.pledges().isEmpty()) {
            world.passTime(ROUND_NS);
            meetings.tend();
            world.checkPledges();
        }
    }

    private void settle() {
        for (int round = 0; round < ROUNDS; round++) {
            everyPlace(place -> {
                place.adapter().await(0);
                place.take();
                world.endings().bury(place);
            });
            meetings.tend();
            world.passTime(ROUND_NS);
        }
        world.verifyMemory();
    }

    private void requireAllCompleted(Place place) {
        for (Party party : place.parties) {
            if (!party.initiated.isEmpty() || !party.received.isEmpty()) {
                party.initiated.removeIf(each -> each.uncertain);
                party.received.removeIf(each -> each.uncertain);
            }
            Violation.unless(!party.hasOutstanding(), "never completed: " + party.initiated + " and " + party.received);
            Violation.unless(party.bindings.isEmpty(), "a window stays bound to " + party);
        }
    }

    private void closeAll() {
        everyPlace(place -> {
            if (place.listener != null) {
                place.listener.close();
            }
            if (place.awaiting != null) {
                Meetings.discard(place.awaiting);
                place.awaiting = null;
            }
            world.endings().bury(place);
            place.notification().cancel();
            if (place.pool() != null) {
                place.pool().close(place.ledger());
            }
        });
        // Links linger, and then their ends are polled away.
        for (int round = 0; round < 3; round++) {
            world.passTime(world.has(Trait.SHORT_LINGER) ? 50 * ROUND_NS : 11_000 * ROUND_NS);
            everyPlace(place -> place.adapter().await(0));
        }
        world.passTime(100 * ROUND_NS);
        for (Inhabitant each : world.inhabitants()) {
            int links = each.process().openLinks();
            Violation.unless(links == 0, links + " links of process " + each.number() + " are left");
        }
        everyPlace(this::requireNothingLeft);
        int pending = world.medium().time().pending();
        Violation.unless(pending <= MAX_IDLE_EVENTS, pending + " events are pending though everything has ended");
        for (Inhabitant each : world.inhabitants()) {
            each.provider().close();
        }
        world.passTime(100 * ROUND_NS);
        List<String> rules = world.medium().violations();
        Violation.unless(rules.isEmpty(), "rules of the medium: " + rules);
    }

    private void requireNothingLeft(Place place) {
        Endpoint endpoint = place.adapter().createEndpoint(place.queue(), place.queue(), EndpointConfig.defaults());
        int id = EndpointIds.of(endpoint);
        int highest = place.highestId();
        Violation.unless(id <= highest, "of " + (highest + 1) + " ids of closed endpoints none is free again");
        endpoint.close();
        place.releaseLingering();
        place.verify();
        Endings.deregister(place.mapped().region());
        Endings.deregister(place.registered().region());
        int regions = place.home().process().allocatedRegions();
        boolean hasOthers = place.home().places().size() > 1;
        Violation.unless(hasOthers || regions == 0, regions + " pieces of memory are left at " + place);
    }

    private void everyPlace(Consumer<Place> action) {
        for (Inhabitant each : world.inhabitants()) {
            for (Place place : each.places()) {
                if (!place.isGone()) {
                    action.accept(place);
                }
            }
        }
    }

    private void everyParty(Consumer<Party> action) {
        everyPlace(place -> List.copyOf(place.parties).forEach(action));
    }
}
