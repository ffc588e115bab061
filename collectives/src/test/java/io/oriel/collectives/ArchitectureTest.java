// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.oriel.collectives");

    @Test
    void stayWithinTheApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.oriel.collectives..", "io.oriel.api..", "org.agrona..", "org.jspecify..", "java..")
                .check(CLASSES);
    }

    /** But for the exported package, whose factories make what is inside. */
    @Test
    void haveNoCircles() {
        slices().matching("io.oriel.collectives.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }
}
