// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.domain.ProgressSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes back from peers what they do not use of a shared queue, while an endpoint waits and nothing is left. By the domain's
 * owner.
 */
final class UnusedGrants implements ProgressSource {
    private static final long INTERVAL_NS = Usage.PATIENCE_NS / 4;

    private final EngineSharedReceiveQueue shared;
    private final ControlLoop loop;
    private final DemandList holders = new DemandList();
    private final DemandList settling = new DemandList(); // whose time is over first, is first
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

    /** Grants of an endpoint were just taken back: looks later what it has used; returns the time. */
    long settles(Demand demand) {
        settling.add(demand.settling());
        return loop.nanoTime();
    }

    void settlesNoMore(Demand demand) {
        settling.remove(demand.settling());
    }

    @Override
    public int progress() {
        int work = settling.first() == null ? 0 : settle();
        return isLookNeeded() ? work + look() : work;
    }

    @Override
    public long idleNs() {
        if (settling.first() != null) {
            return OwnGrants.SETTLING_NS;
        }
        return isLookNeeded() ? leftNs() : Long.MAX_VALUE;
    }

    @Override
    public void onSignal() {
        // The agent changes nothing here.
    }

    private int settle() {
        long nowNs = loop.nanoTime();
        int work = 0;
        DemandList.@Nullable Place first = settling.first();
        while (first != null && first.demand().isSettled(nowNs)) {
            settling.remove(first);
            first.demand().settle();
            work++;
            first = settling.first();
        }
        if (work > 0) {
            shared.grant();
        }
        return work;
    }

    private boolean isLookNeeded() {
        return shared.isShort() && holders.first() != null;
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
        return 0;
    }

    private long leftNs() {
        return Math.max(1, INTERVAL_NS - (loop.nanoTime() - lastLookNs));
    }
}
