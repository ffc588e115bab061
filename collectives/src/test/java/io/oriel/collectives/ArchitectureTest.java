// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import io.oriel.testing.architecture.CompletionRules;
import io.oriel.testing.architecture.MainClasses;
import io.oriel.testing.architecture.PackageRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.oriel.collectives";
    private static final int LEAST_PACKAGES = 10;
    private static final MainClasses MAIN = MainClasses.of(ROOT);

    @Test
    void stayWithinTheApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.oriel.collectives..", "io.oriel.api..", "org.agrona..", "org.jspecify..", "java..")
                .check(MAIN.classes());
    }

    /** But for the exported package, whose factories make what is inside. */
    @Test
    void haveNoCircles() {
        PackageRules.requireNoCycles(MAIN);
    }

    @Test
    void lookWhetherTheyHaveCompletedAFuture() {
        CompletionRules.requireResultsUsed(MAIN);
    }

    @Test
    void keepTheirPackagesSmall() {
        PackageRules.requireFewTypesInEach(MAIN, LEAST_PACKAGES);
    }
}
