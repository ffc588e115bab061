// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import io.oriel.testing.architecture.CompletionRules;
import io.oriel.testing.architecture.MainClasses;
import io.oriel.testing.architecture.PackageRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final int LEAST_PACKAGES = 10;
    private static final MainClasses MAIN = MainClasses.of("io.oriel.benchmarks")
            .written(each -> !each.getPackageName().endsWith(".jmh_generated"));

    @Test
    void usesAeronInTheBaselinesOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.oriel.benchmarks.baseline..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.aeron..")
                .check(MAIN.classes());
    }

    @Test
    void usesRivalsAmongRivalsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.oriel.benchmarks.rival")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "net.openhft..")
                .check(MAIN.classes());
    }

    @Test
    void measuresThroughTheApi() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.oriel.benchmarks.cli", "io.oriel.benchmarks.micro")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.oriel.engine..", "io.oriel.shm..", "io.oriel.udp..")
                .check(MAIN.classes());
    }

    @Test
    void hasNoCyclesBetweenPackages() {
        slices().matching("io.oriel.benchmarks.(**)").should().beFreeOfCycles().check(MAIN.classes());
    }

    @Test
    void looksWhetherItHasCompletedAFuture() {
        CompletionRules.requireResultsUsed(
                MAIN,
                "EndpointBenchmark.connect",
                "LinkBenchmark.failed",
                "LinkBenchmark.linkOpened",
                "LinkBenchmark.removed");
    }

    @Test
    void keepsItsPackagesSmall() {
        PackageRules.requireFewTypesInEach(MAIN, LEAST_PACKAGES);
    }
}
