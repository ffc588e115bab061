// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.oriel.testing.architecture.CompletionRules;
import io.oriel.testing.architecture.MainClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.oriel.service";
    private static final int MAX_TYPES = 12;
    private static final int LEAST_TYPES = 3;
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void stayWithinTheApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.oriel.service..",
                        "io.oriel.api..",
                        "org.agrona..",
                        "org.jspecify..",
                        "java..",
                        "javax.naming..")
                .check(CLASSES);
    }

    /** But for the package of servers and clients, which are made of the others and polled by one of them. */
    @Test
    void haveNoCircles() {
        slices().matching("io.oriel.service.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** But for the thread of a server, which alone completes its future. */
    @Test
    void lookWhetherTheyHaveCompletedAFuture() {
        CompletionRules.requireResultsUsed(MainClasses.of(ROOT), "ServerThread.run");
    }

    @Test
    void keepTheirPackagesSmall() {
        JavaPackage root = CLASSES.getPackage(ROOT);
        assertThat(Stream.concat(Stream.of(root), root.getSubpackagesInTree().stream()))
                .hasSizeGreaterThanOrEqualTo(7)
                .allSatisfy(each -> assertThat(each.getClasses().stream()
                                .filter(type -> type.isTopLevelClass() && !type.isArray())
                                .map(JavaClass::getSimpleName)
                                .filter(name -> !name.equals("package-info")))
                        .as(each.getName())
                        .hasSizeBetween(LEAST_TYPES, MAX_TYPES));
    }
}
