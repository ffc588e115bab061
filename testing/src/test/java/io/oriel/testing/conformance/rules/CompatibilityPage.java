// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the page about compatibility. */
final class CompatibilityPage {
    private static final String CATALOGUE =
            "../testing/src/test/resources/io/oriel/testing/conformance/rules/README.md";
    private static final String OPEN = "**no test**";

    private final StringBuilder page = new StringBuilder();
    private final Catalogue catalogue;
    private final Proofs proofs;
    private final Tally tally;

    private CompatibilityPage(Catalogue catalogue, Proofs proofs) {
        this.catalogue = catalogue;
        this.proofs = proofs;
        tally = Tally.of(catalogue, proofs);
    }

    /** Writes the whole page, always in the same way. */
    static String of(Catalogue catalogue, Proofs proofs) {
        return new CompatibilityPage(catalogue, proofs).write();
    }

    private String write() {
        writeHead();
        writeNumbers();
        writeContents();
        writeMapping();
        writeDifferences();
        writeChoices();
        writeOpenRules();
        catalogue.chapters().forEach(this::writeChapter);
        writeReferences();
        return page.toString();
    }

    private void writeHead() {
        line("<!-- Written by the build from the catalogue and the tests; CONTRIBUTING.md has the command. -->");
        line("");
        line("# Network Direct compatibility");
        line("");
        line(
                "What Network Direct (ND) documents, operation by operation, and which tests prove that Oriel does it. This page");
        line("is written by the build, from [a catalogue](" + CATALOGUE + ")");
        line(
                "and from the tests' own annotations; it is checked in each build. The tests of the conformance suite, which");
        line("are nearly all, run on every medium.");
        line("");
    }

    private void writeNumbers() {
        line("| | |");
        line("|---|---|");
        line("| Operations that work | " + tally.operations(Support.WORKS) + " |");
        line("| Operations not yet there | " + tally.operations(Support.NOT_YET) + " |");
        line("| Operations out of scope, each with its reason | " + tally.operations(Support.OUT_OF_SCOPE) + " |");
        line("| Rules proved by tests | " + tally.count(Tally.State.PROVED) + ", by "
                + proofs.tests().size() + " tests |");
        line("| [Rules without a test](#rules-without-a-test) | " + tally.count(Tally.State.OPEN) + " |");
        line("| Rules of operations not yet there | " + tally.count(Tally.State.NOT_YET) + " |");
        line("| Rules that cannot apply to software, each with its reason | " + tally.count(Tally.State.NOT_APPLICABLE)
                + " |");
        line("| Choices where the sources disagree or are silent | "
                + catalogue.choices().size() + " |");
        line("");
    }

    private void writeContents() {
        line("## Contents");
        line("");
        line("- [All operations](#all-operations): their names in the three interfaces, and how far they work");
        line("- [Where the interfaces differ](#where-the-interfaces-differ)");
        line("- [Choices where the sources disagree](#choices-where-the-sources-disagree)");
        line("- [Rules without a test](#rules-without-a-test)");
        for (Chapter chapter : catalogue.chapters()) {
            line("- [" + chapter.title() + "](#" + anchor(chapter.title()) + "): "
                    + chapter.operations().stream().map(CompatibilityPage::link).collect(Collectors.joining(" · ")));
        }
        line("");
        line(
                "Sources of the rules: **v1**, **v2** and **NDK** are Microsoft's pages about the three interfaces; **Bind**,");
        line(
                "**Invalidate**, **SendAndInvalidate**, **MemoryWindow** (v1) and **NdkInvalidate** the pages of that name;");
        line(
                "**S01** and so on [Microsoft's tests](#microsofts-tests); **WinOF** what an early provider did; **Oriel** what");
        line("this project decided where they are silent or disagree. The statuses are ND's, without ND_.");
        line("");
    }

    private void writeMapping() {
        line("## All operations");
        line("");
        line("| Operation | ND v1 | ND v2 | NDK | Oriel | Support | Rules proved |");
        line("|---|---|---|---|---|---|---|");
        for (Operation each : catalogue.operations()) {
            long applicable = each.rules().stream()
                    .filter(rule -> rule.notApplicable().isEmpty())
                    .count();
            long proved = each.rules().stream().filter(proofs::has).count();
            line("| " + link(each) + " | " + names(each.names()) + " | " + supportAndWhyNot(each) + " | "
                    + (applicable == 0 ? "–" : proved + " of " + applicable) + " |");
        }
        line("");
    }

    private void writeDifferences() {
        line("## Where the interfaces differ");
        line("");
        line("| Feature | ND v1 | ND v2 | NDK | Oriel | See |");
        line("|---|---|---|---|---|---|");
        catalogue.features().forEach(this::writeDifference);
        line("");
        line("| What a call returns | ND v1 | ND v2 | NDK | Oriel | See |");
        line("|---|---|---|---|---|---|");
        catalogue.returns().forEach(this::writeDifference);
        line("");
    }

    private void writeDifference(Difference each) {
        Operation operation = operationOf(each.where());
        Operation.Names names = each.names();
        String oriel = operation.support() == Support.NOT_YET ? notYet(names.oriel()) : names.oriel();
        line("| " + String.join(" | ", each.what(), names.v1(), names.v2(), names.ndk(), oriel, link(operation))
                + " |");
    }

    private void writeChoices() {
        line("## Choices where the sources disagree");
        line("");
        line("The order of the sources: what Oriel's own design names, the pages INDEndpoint::Bind, Invalidate and");
        line(
                "SendAndInvalidate, INDMemoryWindow and NdkInvalidate, Microsoft's tests, the v2 pages, the v1 pages, NDK.");
        line("");
        line("| Question | Sources | Oriel | Rules |");
        line("|---|---|---|---|");
        for (Choice each : catalogue.choices()) {
            String rules = each.rules().stream()
                    .map(rule -> "[" + rule + "](#" + operationOf(rule).id() + ")")
                    .collect(Collectors.joining("<br>"));
            line("| " + each.question() + " | " + each.sources() + " | " + each.oriel() + " | " + rules + " |");
        }
        line("");
    }

    private void writeOpenRules() {
        line("## Rules without a test");
        line("");
        List<Rule> open = catalogue.rules().stream()
                .filter(rule -> tally.state(rule) == Tally.State.OPEN)
                .toList();
        if (open.isEmpty()) {
            line("None.");
        }
        open.forEach(
                rule -> line("- [" + rule.id() + "](#" + operationOf(rule.id()).id() + "): " + rule.text()));
        line("");
    }

    private void writeChapter(Chapter chapter) {
        line("## " + chapter.title());
        line("");
        if (!chapter.text().isEmpty()) {
            line(chapter.text());
        }
        for (Operation each : chapter.operations()) {
            line("<a id=\"" + each.id() + "\"></a>");
            line("");
            line("### " + each.title());
            line("");
            line("| ND v1 | ND v2 | NDK | Oriel | Support |");
            line("|---|---|---|---|---|");
            line("| " + names(each.names()) + " | " + support(each) + " |");
            line("");
            if (!each.note().isEmpty()) {
                line(Character.toUpperCase(each.note().charAt(0)) + each.note().substring(1));
                line("");
            }
            for (Rule.Kind kind : Rule.Kind.values()) {
                writeRules(kind, each.rules(kind));
            }
            writeChoicesOf(each);
        }
    }

    private void writeRules(Rule.Kind kind, List<Rule> rules) {
        if (rules.isEmpty()) {
            return;
        }
        line("| " + kind.title() + " | | Source | Proved by |");
        line("|---|---|---|---|");
        for (Rule rule : rules) {
            line("| `" + rule.shortId() + "` | " + rule.text() + " | " + String.join(", ", rule.sources()) + " | "
                    + provedBy(rule) + " |");
        }
        line("");
    }

    private String provedBy(Rule rule) {
        return switch (tally.state(rule)) {
            case PROVED ->
                proofs.of(rule.id()).stream()
                        .map(each -> "[" + each.words() + "][" + each.className() + "]")
                        .collect(Collectors.joining("<br>"));
            case NOT_APPLICABLE -> "not applicable: " + rule.notApplicable();
            case NOT_YET -> "not yet";
            case OUT_OF_SCOPE -> "out of scope";
            case OPEN -> OPEN;
        };
    }

    private void writeChoicesOf(Operation operation) {
        List<Choice> choices = catalogue.choices().stream()
                .filter(each -> each.concerns(operation))
                .toList();
        if (choices.isEmpty()) {
            return;
        }
        line("Where the sources disagree or are silent:");
        line("");
        choices.forEach(each -> line("- **" + each.question() + "** (" + each.sources() + "): " + each.oriel()));
        line("");
    }

    /** Links of the tests, written once for the whole page. */
    private void writeReferences() {
        TreeMap<String, String> paths = new TreeMap<>(Comparator.naturalOrder());
        proofs.tests().forEach(each -> paths.put(each.className(), each.path()));
        paths.forEach((name, path) -> line("[" + name + "]: ../" + path));
    }

    private Operation operationOf(String id) {
        String operation = id.replaceFirst("\\..*", "");
        return catalogue.operations().stream()
                .filter(each -> each.id().equals(operation))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation is called " + operation));
    }

    private static String link(Operation each) {
        return "[" + each.title() + "](#" + each.id() + ")";
    }

    private static String names(Operation.Names names) {
        return String.join(" | ", List.of(names.v1(), names.v2(), names.ndk(), names.oriel()));
    }

    private static String support(Operation each) {
        return each.support() == Support.WORKS
                ? each.support().key()
                : "**" + each.support().key() + "**";
    }

    private static String notYet(String oriel) {
        return "**not yet**" + ("yes".equals(oriel) ? "" : ": " + oriel);
    }

    private static String supportAndWhyNot(Operation each) {
        return each.support() == Support.OUT_OF_SCOPE ? support(each) + ": " + each.note() : support(each);
    }

    private static String anchor(String title) {
        return title.toLowerCase(Locale.ROOT).replace("'", "").replace(' ', '-');
    }

    private void line(String text) {
        page.append(text).append('\n');
    }
}
