// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.List;

/**
 * What Network Direct consists of, and what Oriel makes of it.
 *
 * @param chapters what exists where
 * @param features the table of features that differ
 * @param returns  the table of calls that return different statuses
 * @param choices  where the sources disagree
 */
record Catalogue(List<Chapter> chapters, List<Difference> features, List<Difference> returns, List<Choice> choices) {
    private static final List<String> CHAPTERS = List.of(
            "adapter",
            "completion-queue",
            "memory-region",
            "memory-window",
            "endpoint",
            "requests",
            "shared-receive-queue",
            "connection",
            "ends",
            "extensions",
            "microsoft");

    Catalogue {
        chapters = List.copyOf(chapters);
        features = List.copyOf(features);
        returns = List.copyOf(returns);
        choices = List.copyOf(choices);
    }

    /** Reads all files of the catalogue. */
    static Catalogue read() {
        return new Catalogue(
                CHAPTERS.stream().map(CatalogueReader::chapter).toList(),
                TableReader.differences("features"),
                TableReader.differences("returns"),
                TableReader.choices("choices"));
    }

    List<Operation> operations() {
        return chapters.stream().flatMap(each -> each.operations().stream()).toList();
    }

    List<Rule> rules() {
        return operations().stream().flatMap(each -> each.rules().stream()).toList();
    }
}
