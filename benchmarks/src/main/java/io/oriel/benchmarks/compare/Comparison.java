// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.benchmarks.measure.Median;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.TrialOutcome;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one row and one of the things that it is compared with, or of a row that has a limit alone.
 *
 * @param id        of the row
 * @param work      what was repeated
 * @param metric    what was compared
 * @param oriel     Oriel's runs; null if there were none
 * @param reference the other's runs; null if there is nothing to compare with
 * @param name      of the other; empty if there is none
 * @param ratios    Oriel's number divided by the other's, of each round
 * @param outcome   of the trial; null if nothing was run
 * @param target    the ratio that is aimed at, or the number where nothing is compared; NaN for none
 * @param missing   the command that installs the other; null if nothing is missing
 */
public record Comparison(
        String id,
        String work,
        Metric metric,
        @Nullable Summary oriel,
        @Nullable Summary reference,
        String name,
        List<Double> ratios,
        @Nullable TrialOutcome outcome,
        double target,
        @Nullable String missing) {
    /** How much of the median the middle half of the ratios may span, for another run to come to about the same. */
    private static final double MAX_SPREAD = 0.1;

    /**
     * Returns Oriel's number.
     *
     * @return the median of the rounds; NaN if nothing was run
     */
    public double orielValue() {
        return oriel == null ? Double.NaN : oriel.median(metric);
    }

    /**
     * Returns the other's number.
     *
     * @return the median of the rounds; NaN if there is none
     */
    public double referenceValue() {
        return reference == null ? Double.NaN : reference.median(metric);
    }

    /**
     * Returns Oriel's number in relation to the other's: below 1 Oriel is faster.
     *
     * @return the median of the rounds; NaN if there is none
     */
    public double ratio() {
        return ratios.isEmpty() ? Double.NaN : Median.of(sortedRatios());
    }

    /**
     * Tells whether the target is reached.
     *
     * @return empty where there is no target, and where nothing was seen that could reach it
     */
    public Optional<Boolean> isMet() {
        double reached = name.isEmpty() ? orielValue() : ratio();
        return Double.isNaN(target) || Double.isNaN(reached) ? Optional.empty() : Optional.of(reached <= target);
    }

    /**
     * Tells whether the numbers may be believed.
     *
     * @return true if both were valid, or nothing was run
     */
    public boolean isValid() {
        return (oriel == null || oriel.isValid()) && (reference == null || reference.isValid());
    }

    /**
     * Tells whether another run would come to about the same.
     *
     * @return false if the floor moved too often, code was not finished, or the ratios of the rounds differ much
     */
    public boolean isSteady() {
        return isFloorSteady() && isSettled() && areRoundsAlike();
    }

    /**
     * Tells whether the machine stayed the same.
     *
     * @return false if the floor moved so often that such rounds were counted, too
     */
    public boolean isFloorSteady() {
        return outcome == null || outcome.isSteady();
    }

    /**
     * Returns what the machine could do meanwhile.
     *
     * @return the floor in nanoseconds; NaN if it was not measured
     */
    public double floorNs() {
        return outcome == null ? Double.NaN : outcome.floorNs();
    }

    /**
     * Returns the floor of the row at which it was lowest.
     *
     * @param comparisons of a run
     * @return nanoseconds; NaN if it was never measured
     */
    public static double lowestFloorNs(List<Comparison> comparisons) {
        return comparisons.stream()
                .mapToDouble(Comparison::floorNs)
                .filter(each -> !Double.isNaN(each))
                .min()
                .orElse(Double.NaN);
    }

    /**
     * Tells whether the rounds came to about the same.
     *
     * @return false if their ratios differ much
     */
    public boolean areRoundsAlike() {
        return spread() <= MAX_SPREAD;
    }

    /**
     * Tells whether the code of both was finished.
     *
     * @return false if compilers still worked
     */
    public boolean isSettled() {
        return (oriel == null || oriel.warmUp().isSettled())
                && (reference == null || reference.warmUp().isSettled());
    }

    /**
     * Returns how much the rounds differ.
     *
     * @return what the middle half of the ratios spans, in parts of their median; 0 if there are none
     */
    public double spread() {
        if (ratios.isEmpty()) {
            return 0;
        }
        double[] sorted = sortedRatios();
        int quarter = sorted.length / 4;
        return (sorted[sorted.length - 1 - quarter] - sorted[quarter]) / Median.of(sorted);
    }

    private double[] sortedRatios() {
        return ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }
}
