// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What holds for every module, held by the engine; its own test has the rest. */
final class EngineRulesTest {
    private static final int LEAST_PACKAGES = 9;
    private static final int MOST_IN_A_CIRCLE = 5;
    private static final Path SOURCES =
            Path.of(System.getProperty("basedir", ""), "..", "engine", "src", "main", "java");
    private static final MainClasses ENGINE = MainClasses.of("io.oriel.engine").written(EngineRulesTest::hasSource);

    @Test
    void keepsItsPackagesSmall() {
        PackageRules.requireFewTypesInEach(ENGINE, LEAST_PACKAGES);
    }

    @Test
    void hasNoCyclesAmongItsPackages() {
        PackageRules.requireNoCycles(ENGINE);
    }

    @Test
    void marksEveryPackageForNullness() {
        PackageRules.requireNullMarks(ENGINE);
    }

    @Test
    void letsFewTypesReferToEachOtherInACircle() {
        assertThat(TypeCircles.of(ENGINE.classes()))
                .allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(MOST_IN_A_CIRCLE));
    }

    @Test
    void asksNoClockThatSomebodySets() {
        TypeRules.requireNoClockThatSomebodySets(ENGINE);
    }

    @Test
    void inheritsInterfacesOnly() {
        TypeRules.requireClosedClasses(ENGINE);
    }

    @Test
    void namesTheOneThingThatAClassIs() {
        TypeRules.requireTellingNames(ENGINE);
    }

    /** The application of a ControlFuture that is ignored wants no notice; the other futures only their makers complete. */
    @Test
    void looksWhetherItHasCompletedAFuture() {
        CompletionRules.requireResultsUsed(
                ENGINE,
                "ControlFuture.completeClaimed",
                "DisconnectNotices.add",
                "DisconnectNotices.complete",
                "EngineAdapter.closeMedium",
                "PeerRegions.openOnce",
                "Uninterruptibly.call",
                "Uninterruptibly.runOnAgent");
    }

    /** Written by us, not generated from the schema. */
    private static boolean hasSource(JavaClass each) {
        String file = each.getSource().flatMap(source -> source.getFileName()).orElse("none");
        return Files.exists(
                SOURCES.resolve(each.getPackageName().replace('.', '/')).resolve(file));
    }
}
