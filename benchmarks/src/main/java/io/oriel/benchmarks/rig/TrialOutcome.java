// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.measure.Median;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.rig.Trial.Effort;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What a trial has shown.
 *
 * @param effort    how much was run
 * @param summaries of all entries, in their order
 * @param rounds    that count
 * @param repeated  rounds that were run again, or would have been, because the floor had moved
 * @param isSteady  false if the floor moved so often that such rounds had to be counted, too
 */
public record TrialOutcome(Effort effort, List<Summary> summaries, List<Round> rounds, int repeated, boolean isSteady) {
    /**
     * Returns the time of one entry in relation to that of another: below 1 the first is faster.
     *
     * @param metric    what is compared
     * @param entry     index of the one
     * @param reference index of the other
     * @return the median of the ratios of all rounds
     */
    public double ratio(Metric metric, int entry, int reference) {
        return Median.of(ratios(metric, entry, reference).stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    /**
     * Returns the ratios of all rounds.
     *
     * @param metric    what is compared
     * @param entry     index of the one
     * @param reference index of the other
     * @return one for each round
     */
    public List<Double> ratios(Metric metric, int entry, int reference) {
        return rounds.stream()
                .map(round -> metric.of(round.results().get(entry))
                        / metric.of(round.results().get(reference)))
                .toList();
    }

    /**
     * Tells whether everything that was run was right.
     *
     * @return true if each entry is valid
     */
    public boolean isValid() {
        return summaries.stream().allMatch(Summary::isValid);
    }

    /**
     * Returns what the machine could do around each round.
     *
     * @return the floors in nanoseconds; none if it was not measured
     */
    public DoubleStream floorsNs() {
        return rounds.stream()
                .flatMapToDouble(round -> DoubleStream.of(round.floorBeforeNs(), round.floorAfterNs()))
                .filter(each -> !Double.isNaN(each));
    }

    /**
     * Returns what the machine could do meanwhile.
     *
     * @return the median of the floors around all rounds, in nanoseconds; NaN if it was not measured
     */
    public double floorNs() {
        double[] floors = floorsNs().sorted().toArray();
        return floors.length == 0 ? Double.NaN : Median.of(floors);
    }

    /**
     * One timed run of each entry, one directly after the other.
     *
     * @param results       in the order of the entries
     * @param floorBeforeNs the floor before the first; NaN if it was not measured
     * @param floorAfterNs  the floor after the last; NaN if it was not measured
     */
    public record Round(List<RunResult> results, double floorBeforeNs, double floorAfterNs) {
        /**
         * Tells whether the machine changed its speed meanwhile.
         *
         * @return false if it is not known
         */
        public boolean hasFloorMoved() {
            return Floor.hasMoved(floorBeforeNs, floorAfterNs);
        }
    }
}
