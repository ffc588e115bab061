// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The walls of the transport between hosts. */
class ArchitectureTest {
    private static final String UDP = "io.oriel.udp";
    private static final int MAX_TYPES = 12;
    private static final int LEAST_TYPES = 3;
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(UDP);

    private static List<JavaPackage> packages() {
        JavaPackage root = CLASSES.getPackage(UDP);
        return Stream.concat(Stream.of(root), root.getSubpackagesInTree().stream())
                .filter(each -> !each.getClasses().isEmpty())
                .toList();
    }

    @Test
    void knowsNoOtherMedium() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.oriel.shm..", "org.slf4j..", "java.util.logging..")
                .check(CLASSES);
    }

    /** A step of the wall clock must disconnect nobody. */
    @Test
    void asksNoClockThatSomebodySets() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat(
                        simpleName("Instant").or(simpleName("Clock")).or(simpleNameStartingWith("SystemEpoch")))
                .check(CLASSES);
    }

    @Test
    void hasNoCyclesAmongItsPackages() {
        SlicesRuleDefinition.slices()
                .matching("io.oriel.udp.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void keepsItsPackagesSmall() {
        assertThat(packages()).hasSizeGreaterThanOrEqualTo(5).allSatisfy(each -> {
            List<String> types = each.getClasses().stream()
                    .filter(type -> type.isTopLevelClass() && !type.isArray())
                    .map(JavaClass::getSimpleName)
                    .filter(name -> !name.equals("package-info"))
                    .toList();
            assertThat(types).as(each.getName()).hasSizeBetween(LEAST_TYPES, MAX_TYPES);
        });
    }

    @Test
    void marksEveryPackageForNullness() {
        assertThat(packages())
                .allSatisfy(each -> assertThat(each.isAnnotatedWith(NullMarked.class))
                        .as("@NullMarked on %s", each.getName())
                        .isTrue());
    }

    @Test
    void inheritsFromInterfacesAndFromAeronsSocketsOnly() {
        assertThat(CLASSES)
                .filteredOn(each -> !each.isInterface() && !each.isEnum() && !each.isAnonymousClass())
                .filteredOn(each -> !each.getSimpleName().equals("package-info"))
                .allSatisfy(each ->
                        assertThat(each.getModifiers()).as(each.getName()).contains(JavaModifier.FINAL));
    }
}
