// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.oriel.testing.architecture.MainClasses;
import io.oriel.testing.architecture.PackageRules;
import io.oriel.testing.architecture.TypeRules;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The walls of the transport between processes of one host. */
class ArchitectureTest {
    private static final String SHM = "io.oriel.shm";
    private static final int LEAST_PACKAGES = 5;
    private static final MainClasses MAIN = MainClasses.of(SHM);

    @Test
    void knowsNoOtherMedium() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.oriel.udp..", "org.slf4j..", "java.util.logging..")
                .check(MAIN.classes());
    }

    @Test
    void asksNoClockThatSomebodySets() {
        TypeRules.requireNoClockThatSomebodySets(MAIN);
    }

    @Test
    void hasNoCyclesAmongItsPackages() {
        PackageRules.requireNoCycles(MAIN);
    }

    @Test
    void keepsItsPackagesSmall() {
        // The access to Aeron's internals is one file, and what uses it another one each.
        PackageRules.requireFewTypesInEach(MAIN, LEAST_PACKAGES, Map.of(SHM + ".media", 13));
    }

    @Test
    void marksEveryPackageForNullness() {
        PackageRules.requireNullMarks(MAIN);
    }

    @Test
    void inheritsFromInterfacesAlone() {
        TypeRules.requireFinalClasses(MAIN);
    }
}
