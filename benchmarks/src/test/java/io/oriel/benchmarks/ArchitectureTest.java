// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final int LEAST_TYPES = 3;
    private static final int MOST_TYPES = 12;
    private static final int LEAST_PACKAGES = 10;
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
    void keepsItsPackagesSmall() {
        Map<String, Set<String>> types = CLASSES.stream()
                .filter(each -> each.isTopLevelClass()
                        && !each.isArray()
                        && !each.getSimpleName().equals("package-info")
                        && !each.getPackageName().endsWith(".jmh_generated"))
                .collect(Collectors.groupingBy(
                        JavaClass::getPackageName, Collectors.mapping(JavaClass::getSimpleName, Collectors.toSet())));

        assertThat(types)
                .hasSizeGreaterThanOrEqualTo(LEAST_PACKAGES)
                .allSatisfy((name, inside) -> assertThat(inside).as(name).hasSizeBetween(LEAST_TYPES, MOST_TYPES));
    }

    @Test
    void hasNoCyclesBetweenPackages() {
        slices().matching("io.oriel.benchmarks.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
