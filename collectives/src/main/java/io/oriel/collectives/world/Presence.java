// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.process.Pulse;
import io.oriel.collectives.process.Surroundings;
import org.jspecify.annotations.Nullable;

/** Whether another rank is still there. By the domain's owner. */
final class Presence {
    private static final int LOOKS = Pulse.BEATS;

    private final Lane lane;
    private final Surroundings surroundings;
    private final long periodNs;
    private long lookedNs;
    private long pulse;
    private int unchanged;
    private @Nullable Trouble trouble;

    Presence(Lane lane, Surroundings surroundings, long stoppedNs) {
        this.lane = lane;
        this.surroundings = surroundings;
        periodNs = stoppedNs / LOOKS;
        lookedNs = surroundings.nanoTime();
    }

    /**
     * Looks whether the rank is there. To be called while it is waited for; by each call in which time has passed the pulse is
     * counted once, so that a process that was stopped itself takes nobody for stopped.
     */
    @Nullable
    Trouble trouble() {
        if (trouble == null && lane.isGone()) {
            trouble = lane.hasLeft()
                    ? of(CollectiveStatus.RANK_LEFT, "has left")
                    : of(CollectiveStatus.RANK_DIED, "has died");
        }
        if (trouble == null && lane.isDirect()) {
            feel();
        }
        return trouble;
    }

    /** Another rank has told that this one has died or was stopped. */
    void hear(Trouble told) {
        if (trouble == null || !trouble.isForEver()) {
            trouble = told;
        }
    }

    private void feel() {
        long now = surroundings.nanoTime();
        if (now - lookedNs < periodNs) {
            return;
        }
        lookedNs = now;
        long seen = lane.readPulse();
        unchanged = seen == pulse ? unchanged + 1 : 0;
        pulse = seen;
        if (unchanged > LOOKS) {
            trouble = of(
                    CollectiveStatus.RANK_STOPPED,
                    "has given no sign of life for " + periodNs * LOOKS / 1_000_000 + " ms");
        }
    }

    private Trouble of(CollectiveStatus status, String text) {
        return Trouble.of(status, lane.rank(), text);
    }
}
