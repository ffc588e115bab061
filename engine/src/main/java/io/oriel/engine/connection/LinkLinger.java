// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.Patience;
import io.oriel.engine.endpoint.EndpointInUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time from a link's last connection to its close. An endpoint that has still to take what its peer had sent before the
 * end keeps the link for longer, but not for ever. On the agent.
 */
final class LinkLinger {
    private static final long FIRST_DELAY_NS = Duration.ofMillis(1).toNanos();
    private static final long MAX_DELAY_NS = Duration.ofMillis(50).toNanos();

    private final Patience patience;
    private final ControlLoop loop;
    private final Runnable close;
    private final List<EndpointInUse> ending = new ArrayList<>();
    private int endingLeft;
    private ControlLoop.@Nullable Timer timer;
    private long starts;
    private long deadlineNs;
    private long delayNs;

    /** Makes the time of one link; at its end, close is run. */
    LinkLinger(Patience patience, Runnable close) {
        this.patience = patience;
        loop = patience.loop();
        this.close = close;
    }

    /** An endpoint's connection is over, but not the endpoint's part in it. */
    void await(EndpointInUse endpoint) {
        if (ending.size() > 2 * endingLeft) {
            dropEnded();
        }
        ending.add(endpoint);
    }

    private void dropEnded() {
        ending.removeIf(each -> !each.isEnding());
        endingLeft = ending.size();
    }

    /** The link falls unused: begins anew. */
    void start(long lingerNs) {
        stop();
        deadlineNs = loop.nanoTime() + Math.max(lingerNs, patience.endingNs());
        delayNs = FIRST_DELAY_NS;
        schedule(lingerNs);
    }

    private void schedule(long afterNs) {
        long start = starts;
        timer = loop.schedule(afterNs, () -> elapsed(start));
    }

    /** The link is used again, or lost. */
    void stop() {
        starts++;
        ControlLoop.Timer running = timer;
        if (running != null) {
            timer = null;
            running.cancel();
        }
    }

    private void elapsed(long start) {
        if (start != starts) {
            return; // stopped when it was due already
        }
        dropEnded();
        long leftNs = deadlineNs - loop.nanoTime();
        if (ending.isEmpty() || leftNs <= 0) {
            timer = null;
            ending.clear();
            close.run();
        } else {
            schedule(Math.min(delayNs, leftNs));
            delayNs = Math.min(2 * delayNs, MAX_DELAY_NS);
        }
    }
}
