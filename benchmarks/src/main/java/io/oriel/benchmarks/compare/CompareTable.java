// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.benchmarks.rig.Floor;
import java.util.List;
import java.util.Locale;

/** A line of the comparison for people. Where no target is asked for, nothing is said of one. */
public final class CompareTable {
    private static final String ROW = "%-27s %-56s %13s %13s  %-14s%9s%9s  %s";

    private CompareTable() {}

    /**
     * Names the columns.
     *
     * @return a line
     */
    public static String heading() {
        return String.format(Locale.ROOT, ROW, "", "", "Oriel", "reference", "", "ratio", "target", "")
                .stripTrailing();
    }

    /**
     * Tells of a comparison.
     *
     * @param comparison to tell of
     * @return a line
     */
    public static String line(Comparison comparison) {
        boolean isAlone = comparison.name().isEmpty();
        return String.format(
                        Locale.ROOT,
                        ROW,
                        comparison.id(),
                        comparison.work() + ", " + comparison.metric().unit(),
                        number("%,.1f", comparison.orielValue()),
                        number("%,.1f", comparison.referenceValue()),
                        comparison.name(),
                        number("%.2f", comparison.ratio()),
                        number(isAlone ? "%,.0f" : "%.2f", comparison.target()),
                        verdict(comparison))
                .stripTrailing();
    }

    /**
     * Writes which rows were measured while the machine was slower than at others.
     *
     * @param comparisons of all rows
     * @return a line for each
     */
    public static List<String> slowRows(List<Comparison> comparisons) {
        double lowestNs = Comparison.lowestFloorNs(comparisons);
        return comparisons.stream()
                .filter(comparison -> Floor.isHigh(comparison.floorNs(), lowestNs))
                .map(comparison -> String.format(
                        Locale.ROOT,
                        "%s: THE FLOOR WAS HIGH, %.0f ns where it was %.0f ns at best: its ratio is that of a slower machine",
                        comparison.id(),
                        comparison.floorNs(),
                        lowestNs))
                .distinct()
                .toList();
    }

    private static String verdict(Comparison comparison) {
        if (comparison.missing() != null) {
            return "missing: " + comparison.missing();
        }
        StringBuilder text = new StringBuilder(
                comparison.isMet().map(isMet -> isMet ? "met" : "not met").orElse(""));
        if (!comparison.isValid()) {
            text.append(" NOT VALID");
        }
        if (!comparison.isSettled()) {
            text.append(" NEVER SETTLED");
        }
        if (!comparison.isFloorSteady()) {
            text.append(" THE FLOOR MOVED");
        }
        if (!comparison.areRoundsAlike()) {
            text.append(String.format(Locale.ROOT, " UNSTEADY (rounds differ by %.0f %%)", 100 * comparison.spread()));
        }
        return text.toString().strip();
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
    }
}
