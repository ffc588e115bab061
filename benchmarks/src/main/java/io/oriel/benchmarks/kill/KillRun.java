// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.peer.PeerProcess;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Kills one child after the other. */
public final class KillRun {
    private static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long PROGRESS_NS = TimeUnit.SECONDS.toNanos(1);

    private final KillPlan plan;
    private final Supplier<PeerProcess> children;
    private final PrintStream out;

    /**
     * Creates a run.
     *
     * @param plan     what to do
     * @param children starts a {@link KillTarget}
     * @param out      for lines of progress
     */
    public KillRun(KillPlan plan, Supplier<PeerProcess> children, PrintStream out) {
        this.plan = plan;
        this.children = children;
        this.out = out;
    }

    /**
     * Runs all rounds.
     *
     * @return what they have shown
     */
    public KillOutcome run() {
        Histogram completions = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        Histogram disconnect = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        List<String> faults = new ArrayList<>();
        long nextLineNs = System.nanoTime() + PROGRESS_NS;
        // Opened before any child: the survivor embeds the driver, if there is none, and it outlives the children.
        try (Survivor survivor = new Survivor(plan)) {
            for (int round = 1; round <= plan.rounds(); round++) {
                RoundResult result;
                try (PeerProcess child = children.get()) {
                    result = new KillRound(survivor, plan.outstanding()).run(child);
                }
                completions.recordValue(result.completionsNs());
                disconnect.recordValue(result.disconnectNs());
                for (String fault : result.faults()) {
                    faults.add("round " + round + ": " + fault);
                }
                if (System.nanoTime() - nextLineNs > 0) {
                    out.println("  kill: " + round + " of " + plan.rounds());
                    nextLineNs = System.nanoTime() + PROGRESS_NS;
                }
            }
        }
        return new KillOutcome(plan, LatencyNanos.of(completions), LatencyNanos.of(disconnect), List.copyOf(faults));
    }
}
