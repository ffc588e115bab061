// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.process.PeerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Kills one child after the other. */
public final class KillRun {
    private static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final KillPlan plan;
    private final ProgressLine progress;

    /**
     * Creates a run.
     *
     * @param plan     what to do
     * @param progress is told what runs
     */
    public KillRun(KillPlan plan, ProgressLine progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /**
     * Runs all rounds.
     *
     * @return what they have shown
     */
    public Outcome run() {
        Histogram completions = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        Histogram disconnect = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        List<String> faults = new ArrayList<>();
        String[] arguments = {plan.medium().name(), Integer.toString(plan.outstanding())};
        try (Survivor survivor = new Survivor(plan)) {
            for (int round = 1; round <= plan.rounds(); round++) {
                progress.label("kill " + round + " of " + plan.rounds());
                KillRound.Result result;
                try (PeerProcess child = PeerProcess.start(KillTarget.class, List.of(), arguments)) {
                    result = new KillRound(survivor, plan.outstanding()).run(child);
                }
                completions.recordValue(result.completionsNs());
                disconnect.recordValue(result.disconnectNs());
                for (String fault : result.faults()) {
                    faults.add("round " + round + ": " + fault);
                }
            }
        }
        return new Outcome(plan, LatencyNanos.of(completions), LatencyNanos.of(disconnect), List.copyOf(faults));
    }

    /**
     * What all rounds have shown.
     *
     * @param plan        what was done
     * @param completions from the kill to the last completion at the survivor
     * @param disconnect  from the kill to the end of notifyDisconnect
     * @param faults      what was not as it must be, with the round; empty if all was
     */
    public record Outcome(KillPlan plan, LatencyNanos completions, LatencyNanos disconnect, List<String> faults) {}
}
