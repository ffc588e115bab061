// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.session.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.CloseHelper;

/** Kills one child after the other. */
public final class KillRun {
    private static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Plan plan;
    private final ProgressLine progress;

    /**
     * Creates a run.
     *
     * @param plan     what to do
     * @param progress is told what runs
     */
    public KillRun(Plan plan, ProgressLine progress) {
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
    public record Outcome(Plan plan, LatencyNanos completions, LatencyNanos disconnect, List<String> faults) {}

    /**
     * What the rounds do.
     *
     * @param medium      what carries the bytes
     * @param rounds      how often a child is killed, at least 1
     * @param outstanding Sends, and as many Receives, that are outstanding at the survivor, at least 2
     */
    public record Plan(Medium medium, int rounds, int outstanding) {
        /**
         * Checks medium and counts.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public Plan {
            if (medium == Medium.AUTO) {
                throw new IllegalArgumentException("transport must be shm or udp, was auto");
            }
            if (rounds < 1) {
                throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
            }
            if (outstanding < 2) {
                throw new IllegalArgumentException("outstanding must be at least 2, was " + outstanding);
            }
        }

        /**
         * Returns how many Receives the child posts. On one host, where it makes no progress, for half of the Sends, so that some
         * have travelled and some wait for credit; over UDP its agent would take them, and none would be outstanding.
         *
         * @return how many
         */
        public int receives() {
            return medium == Medium.SHM ? outstanding / 2 : 0;
        }
    }

    /** The adapter that outlives all children, with a new endpoint for each round. */
    static final class Survivor implements AutoCloseable {
        private final Provider provider;
        private final Adapter adapter;
        private final CompletionQueue queue;
        private final Slots slots;
        private final EndpointConfig depths;

        Survivor(Plan plan) {
            provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(plan.medium()));
            try {
                adapter = provider.openAdapter();
                queue = adapter.createCompletionQueue(2 * plan.outstanding());
                slots = new Slots(
                        adapter, 2 * plan.outstanding(), KillTarget.MESSAGE_SIZE, AccessFlags.ALLOW_LOCAL_WRITE);
                depths = EndpointConfig.defaults().withQueueDepth(plan.outstanding());
            } catch (RuntimeException e) {
                CloseHelper.quietClose(provider);
                throw e;
            }
        }

        Adapter adapter() {
            return adapter;
        }

        CompletionQueue queue() {
            return queue;
        }

        Slots slots() {
            return slots;
        }

        Endpoint newEndpoint() {
            return adapter.createEndpoint(queue, queue, depths);
        }

        @Override
        public void close() {
            CloseHelper.quietClose(provider);
        }
    }
}
