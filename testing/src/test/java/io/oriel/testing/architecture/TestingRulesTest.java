// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

/** The walls of this module: most of it needs no test framework, and none of it a transport. */
final class TestingRulesTest {
    private static final int LEAST_PACKAGES = 15;
    private static final MainClasses TESTING = MainClasses.of("io.oriel.testing");

    @Test
    void keepsItsPackagesSmall() {
        PackageRules.requireFewTypesInEach(TESTING, LEAST_PACKAGES);
    }

    @Test
    void hasNoCyclesAmongItsPackages() {
        PackageRules.requireNoCycles(TESTING);
    }

    @Test
    void marksEveryPackageForNullness() {
        PackageRules.requireNullMarks(TESTING);
    }

    @Test
    void namesTheOneThingThatAClassIs() {
        TypeRules.requireTellingNames(TESTING);
    }

    /** Only those who make these futures complete them. */
    @Test
    void looksWhetherItHasCompletedAFuture() {
        CompletionRules.requireResultsUsed(TESTING, "FailingLoop.settle", "Outcomes.requireFirst", "RemoteFuture.end");
    }

    @Test
    void simulatesWithoutATestFramework() {
        noClasses()
                .that()
                .resideInAnyPackage("io.oriel.testing", "io.oriel.testing.heap..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "org.opentest4j..", "org.assertj..", "com.tngtech..")
                .check(TESTING.classes());
    }

    @Test
    void knowsNoTransport() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages("io.aeron..", "io.oriel.shm..", "io.oriel.udp..")
                .check(TESTING.classes());
    }
}
