// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.conformance.ConformanceSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about compatibility says what the catalogue and the tests say. */
class CompatibilityPageTest {
    private static final String WRITE = "oriel.test.docs.write";
    private static final Path REPOSITORY = Path.of(System.getProperty("basedir", ""), "..");
    private static final Path PAGE = REPOSITORY.resolve("docs/nd-compatibility.md");
    private static final String SUITE_PACKAGE = ConformanceSuite.class.getPackageName() + ".";

    private final Catalogue catalogue = Catalogue.read();
    private final Proofs proofs = Proofs.find().with(catalogue);

    @Test
    void isWhatTheCatalogueAndTheTestsSay() throws IOException {
        String page = CompatibilityPage.of(catalogue, proofs);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE).equals(page))
                .as("docs/nd-compatibility.md is not what the catalogue and the tests say; write it anew with"
                        + " ./mvnw -pl testing -am test -Dtest=CompatibilityPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -D" + WRITE + "=true")
                .isTrue();
    }

    @Test
    void knowsEveryRuleThatATestNames() {
        Set<String> known = ids();

        assertThat(proofs.rules())
                .as("rules that @Proves names and the catalogue has not, with the tests")
                .filteredOn(rule -> !known.contains(rule))
                .extracting(rule -> rule + " named by " + proofs.of(rule))
                .isEmpty();
    }

    @Test
    void givesEachRuleAndOperationANameOfItsOwn() {
        List<String> operations =
                catalogue.operations().stream().map(Operation::id).toList();

        assertThat(catalogue.rules()).extracting(Rule::id).doesNotHaveDuplicates();
        assertThat(operations).doesNotHaveDuplicates();
    }

    @Test
    void refersToRulesThatThereAre() {
        Set<String> known = ids();
        catalogue.operations().forEach(each -> known.add(each.id()));
        Set<String> named = new TreeSet<>();
        catalogue.choices().forEach(each -> named.addAll(each.rules()));
        catalogue.features().forEach(each -> named.add(each.where()));
        catalogue.returns().forEach(each -> named.add(each.where()));

        assertThat(known).containsAll(named);
    }

    @Test
    void saysWhyAnOperationIsOutOfScope() {
        assertThat(catalogue.operations())
                .filteredOn(each -> each.support() == Support.OUT_OF_SCOPE)
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.note()).as(each.id()).isNotEmpty());
    }

    @Test
    void claimsNoTestForWhatCannotOccur() {
        assertThat(catalogue.rules())
                .filteredOn(each -> !each.notApplicable().isEmpty())
                .allSatisfy(
                        each -> assertThat(proofs.of(each.id())).as(each.id()).isEmpty());
    }

    @Test
    void namesTestsThatThereAre() throws IOException {
        List<Proof> also = new ArrayList<>();
        catalogue.rules().forEach(rule -> also.addAll(rule.also()));

        for (Proof each : also) {
            assertThat(Files.readString(REPOSITORY.resolve(each.path()))).contains("void " + each.method() + "(");
        }
    }

    @Test
    void namesTestsThatEveryMediumRuns() {
        Set<String> run = Arrays.stream(ConformanceSuite.class.getDeclaredClasses())
                .map(each -> each.getSuperclass().getName())
                .collect(Collectors.toSet());

        assertThat(proofs.classes())
                .filteredOn(each -> each.startsWith(SUITE_PACKAGE))
                .allSatisfy(each -> assertThat(run).contains(each));
    }

    private Set<String> ids() {
        return catalogue.rules().stream().map(Rule::id).collect(Collectors.toCollection(TreeSet::new));
    }
}
