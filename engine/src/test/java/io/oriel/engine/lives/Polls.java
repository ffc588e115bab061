// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.lives;

import io.oriel.api.NdStatus;
import java.util.concurrent.RejectedExecutionException;

/** How applications poll and wait, and what they do then. */
final class Polls {
    private final World world;

    Polls(World world) {
        this.world = world;
    }

    void poll(Place place) {
        world.tell(() -> place + " polls");
        try {
            place.take();
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            Violation.unless(!world.isFaultless(), "a poll throws " + e);
        }
        Endings endings = world.endings();
        endings.bury(place);
        for (Party party : place.parties) {
            if (party.stage == Party.Stage.OVER && world.onceIn(3)) {
                endings.close(party);
                return;
            }
        }
    }

    void await(Place place) {
        world.tell(() -> place + " awaits");
        NdStatus status;
        try {
            status = place.adapter().await(0);
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            Violation.unless(!world.isFaultless(), "a wait throws " + e);
            return;
        }
        if (status == NdStatus.SUCCESS) {
            Violation.unless(place.take() > 0, "await answers SUCCESS, and no open queue has anything");
        } else {
            Violation.unless(status == NdStatus.TIMEOUT, "await answers " + status);
        }
    }
}
