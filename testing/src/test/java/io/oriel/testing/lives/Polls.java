// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.NdStatus;
import java.util.concurrent.RejectedExecutionException;

/** How applications poll and wait, and what they do then. */
final class Polls {
    private static final int MAX_DEPTH = 32;

    private final World world;

    Polls(World world) {
        this.world = world;
    }

    void poll(Place place) {
        if (world.has(Trait.GROWING_QUEUES) && world.onceIn(8)) {
            place.resize(1 + world.below(MAX_DEPTH));
        }
        int unused = take(world, place);
        Endings endings = world.endings();
        endings.polled(place);
        endings.bury(place);
        for (Party party : place.parties) {
            if (party.stage == Party.Stage.OVER && !isAwaited(party) && world.onceIn(3)) {
                endings.close(party);
                break;
            }
        }
        if (world.has(Trait.NOTIFICATIONS) && world.onceIn(8)) {
            place.notification().request(place.queue());
        }
    }

    private static boolean isAwaited(Party party) {
        return party.isPatient && party.hasOutstanding();
    }

    /** Takes what there is; returns how much. */
    static int take(World world, Place place) {
        world.tell(() -> place + " polls");
        try {
            return place.take();
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            Violation.unless(!world.isFaultless(), "a poll throws " + e);
            return 0;
        }
    }

    void await(Place place) {
        world.tell(() -> place + " awaits");
        try {
            int stops = world.stopsInside();
            boolean wasNews = awaitAndTake(place);
            boolean isTwice = wasNews && awaitAndTake(place);
            Violation.unless(!isTwice || world.stopsInside() != stops, "await answers SUCCESS twice, for nothing new");
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            Violation.unless(!world.isFaultless(), "a wait throws " + e);
        }
    }

    /** Returns whether the wait has ended for something else than a completion. */
    private static boolean awaitAndTake(Place place) {
        NdStatus status = place.adapter().await(0);
        Violation.unless(status == NdStatus.SUCCESS || status == NdStatus.TIMEOUT, "await answers " + status);
        return status == NdStatus.SUCCESS && place.take() == 0;
    }
}
