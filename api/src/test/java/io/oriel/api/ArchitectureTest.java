// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The walls of the contract: it names things, and decides nothing. */
class ArchitectureTest {
    private static final int LEAST_CLASSES = 30;
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.oriel.api");

    @Test
    void scansTheContract() {
        assertThat(CLASSES.size()).isGreaterThanOrEqualTo(LEAST_CLASSES);
    }

    @Test
    void dependsOnAgronaAndTheJdkAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.oriel.api..", "java..", "org.agrona..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void configuresWithoutKnowingWhatIsConfigured() {
        noClasses()
                .that()
                .resideInAPackage("io.oriel.api.config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.oriel.api", "org.agrona..")
                .check(CLASSES);
        slices().matching("io.oriel.api.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void holdsNoClassThatUsersCouldExtend() {
        for (JavaClass each : CLASSES) {
            boolean closed = each.isInterface()
                    || each.isEnum()
                    || each.isAnonymousClass()
                    || each.getModifiers().contains(JavaModifier.FINAL);
            assertThat(closed).as(each.getName()).isTrue();
        }
    }

    @Test
    void logsNothing() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..")
                .check(CLASSES);
    }
}
