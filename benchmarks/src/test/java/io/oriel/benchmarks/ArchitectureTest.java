// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.oriel.benchmarks");

    @Test
    void usesAeronInTheBaselinesOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.oriel.benchmarks.baseline..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.aeron..")
                .check(CLASSES);
    }

    @Test
    void usesRivalsAmongRivalsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.oriel.benchmarks.rival")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "net.openhft..")
                .check(CLASSES);
    }

    @Test
    void measuresThroughTheApi() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.oriel.benchmarks.cli", "io.oriel.benchmarks.micro")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.oriel.engine..", "io.oriel.shm..", "io.oriel.udp..")
                .check(CLASSES);
    }

    @Test
    void hasNoCyclesBetweenPackages() {
        slices().matching("io.oriel.benchmarks.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
