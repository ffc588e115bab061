// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.oriel.testing.architecture.CompletionRules;
import io.oriel.testing.architecture.MainClasses;
import io.oriel.testing.architecture.PackageRules;
import io.oriel.testing.architecture.TypeRules;
import org.junit.jupiter.api.Test;

/** The walls of the transport between hosts. */
class ArchitectureTest {
    private static final String UDP = "io.oriel.udp";
    private static final int LEAST_PACKAGES = 5;
    private static final MainClasses MAIN = MainClasses.of(UDP);

    @Test
    void knowsNoOtherMedium() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.oriel.shm..", "org.slf4j..", "java.util.logging..")
                .check(MAIN.classes());
    }

    /** But for a media driver that runs on its own, which measures its clients by the wall clock. */
    @Test
    void asksNoClockThatSomebodySets() {
        JavaClasses others = MAIN.classes().that(DescribedPredicate.not(simpleName("HeartbeatClock")));
        TypeRules.requireNoClockThatSomebodySets(new MainClasses(UDP, others, each -> true));
    }

    @Test
    void hasNoCyclesAmongItsPackages() {
        PackageRules.requireNoCycles(MAIN);
    }

    @Test
    void keepsItsPackagesSmall() {
        PackageRules.requireFewTypesInEach(MAIN, LEAST_PACKAGES);
    }

    @Test
    void marksEveryPackageForNullness() {
        PackageRules.requireNullMarks(MAIN);
    }

    /** Only those who make these futures complete them, and none of them from two threads. */
    @Test
    void looksWhetherItHasCompletedAFuture() {
        CompletionRules.requireResultsUsed(MAIN, "Listenings.close", "UdpPort.close", "UdpPort.finishClosing");
    }

    @Test
    void inheritsFromInterfacesAndFromAeronsSocketsOnly() {
        TypeRules.requireFinalClasses(MAIN);
    }
}
