// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.oriel.benchmarks.compare.Comparison;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;

/**
 * What earlier runs of {@code compare} have come to, of which a run is a repetition: the rounds of one run may agree where its
 * processes, as they were compiled this time, do not stand for the next ones.
 */
public final class EarlierRuns {
    /** By how much the largest ratio of a row may exceed the smallest. */
    private static final double MAX_FACTOR = 1.1;

    private final List<? extends JsonNode> documents;

    /**
     * Takes earlier runs.
     *
     * @param documents of {@code compare}
     */
    public EarlierRuns(List<? extends JsonNode> documents) {
        this.documents = documents;
    }

    /**
     * Returns what the earlier runs have come to.
     *
     * @param comparison one of this run
     * @return the ratios of the same row beside the same reference, in the order of the runs
     */
    public DoubleStream ratios(Comparison comparison) {
        return documents.stream()
                .flatMap(document -> StreamSupport.stream(document.path("rows").spliterator(), false))
                .filter(row -> row.path("id").asText().equals(comparison.id())
                        && row.path("referenceName").asText("").equals(comparison.name())
                        && row.path("ratio").isNumber())
                .mapToDouble(row -> row.get("ratio").asDouble());
    }

    /**
     * Tells whether all runs have come to about the same.
     *
     * @param comparison one of this run
     * @return false if its ratio or an earlier one is more than a tenth above another
     */
    public boolean agree(Comparison comparison) {
        double[] all = DoubleStream.concat(ratios(comparison), DoubleStream.of(comparison.ratio()))
                .filter(each -> !Double.isNaN(each))
                .sorted()
                .toArray();
        return all.length == 0 || all[all.length - 1] <= MAX_FACTOR * all[0];
    }

    /**
     * Says which rows the runs do not agree on.
     *
     * @param comparisons of this run
     * @return a line for each
     */
    public List<String> differences(List<Comparison> comparisons) {
        return comparisons.stream()
                .filter(comparison -> !agree(comparison))
                .map(comparison -> String.format(
                        Locale.ROOT,
                        "%s beside %s: RUNS DIFFER, %.2f now, %s before",
                        comparison.id(),
                        comparison.name(),
                        comparison.ratio(),
                        ratios(comparison)
                                .mapToObj(each -> String.format(Locale.ROOT, "%.2f", each))
                                .collect(Collectors.joining(", "))))
                .toList();
    }
}
