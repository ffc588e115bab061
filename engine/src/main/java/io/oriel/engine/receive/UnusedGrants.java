// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.receive;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.domain.ProgressSource;
import org.jspecify.annotations.Nullable;

/** Looks after what peers do not use of a shared queue, while an endpoint waits and nothing is left. By the domain's owner. */
final class UnusedGrants implements ProgressSource {
    private static final long INTERVAL_NS = Usage.PATIENCE_NS / 4;

    private final EngineSharedReceiveQueue shared;
    private final ControlLoop loop;
    private final DemandList holders = new DemandList();
    private long lastLookNs;

    UnusedGrants(EngineSharedReceiveQueue shared, ControlLoop loop) {
        this.shared = shared;
        this.loop = loop;
        lastLookNs = loop.nanoTime() - INTERVAL_NS;
    }

    /** Returns those that were granted what can be taken back. */
    DemandList holders() {
        return holders;
    }

    @Override
    public int progress() {
        return shared.isShort() && holders.first() != null ? look() : 0;
    }

    @Override
    public long idleNs() {
        return shared.isShort() && holders.first() != null ? leftNs() : Long.MAX_VALUE;
    }

    @Override
    public void onSignal() {
        // The agent changes nothing here.
    }

    private int look() {
        if (leftNs() > 1) {
            return 0;
        }
        lastLookNs = loop.nanoTime();
        DemandList.@Nullable Place place = holders.first();
        while (place != null) {
            DemandList.@Nullable Place next = place.after(); // this one may leave
            place.demand().takeBackIfIdle(lastLookNs);
            place = next;
        }
        shared.grant();
        return shared.isShort() ? 0 : 1;
    }

    private long leftNs() {
        return Math.max(1, INTERVAL_NS - (loop.nanoTime() - lastLookNs));
    }
}
