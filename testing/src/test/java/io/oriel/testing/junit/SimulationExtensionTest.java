// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.oriel.testing.Simulation;
import io.oriel.testing.SimulationFailure;
import io.oriel.testing.SimulationSeeds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** JUnit runs what is annotated, as users see it. */
final class SimulationExtensionTest {
    /** Run by the tests below, not by themselves: a nested class that is not an inner one. */
    static final class Sample {
        private Simulation early;

        @BeforeEach
        void begin(Simulation simulation) {
            early = simulation;
        }

        @SimulationTest(seeds = 3)
        void passes(Simulation simulation) {
            assertThat(simulation).isSameAs(early);
        }

        @SimulationTest(seeds = 3)
        void failsWithOneSeed(Simulation simulation) {
            assertThat(simulation.seed()).isNotEqualTo(2);
        }

        @SimulationTest(seeds = 1)
        void isSkipped(Simulation simulation) {
            Assumptions.abort("skipped with seed " + simulation.seed());
        }

        @SimulationTest(seeds = 1, sharesMemory = true)
        void cutsAHost(Simulation simulation) {
            simulation.cut(simulation.newProcess("one"), simulation.newProcess("other"));
        }

        @SimulationTest(seeds = 1, patienceSeconds = 1)
        void isImpatient(Simulation simulation) {
            simulation.runUntil("something happens", () -> false);
        }
    }

    private final Map<String, TestExecutionResult> results = new LinkedHashMap<>();

    @Test
    void runsATestOnceForEachSeed() {
        run("passes");

        assertThat(results).containsOnlyKeys("seed 0", "seed 1", "seed 2");
        assertThat(results.values()).allMatch(each -> each.getStatus() == Status.SUCCESSFUL);
    }

    @Test
    void tellsTheSeedOfAFailure() {
        run("failsWithOneSeed");

        assertThat(results.get("seed 0")).isEqualTo(TestExecutionResult.successful());
        assertThat(thrown("seed 2"))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("-D" + SimulationSeeds.ONE + "=2")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void leavesSkippedTestsSkipped() {
        run("isSkipped");

        assertThat(result("seed 0").getStatus()).isEqualTo(Status.ABORTED);
    }

    @Test
    void tellsTheSimulationWhatTheAnnotationSays() {
        run("cutsAHost");
        assertThat(thrown("seed 0")).hasMessageContaining("withSharedMemory(false)");

        run("isImpatient");
        assertThat(thrown("seed 0")).hasMessageContaining("waited PT1S").hasMessageContaining("something happens");
    }

    private TestExecutionResult result(String run) {
        return Objects.requireNonNull(results.get(run), run);
    }

    private Throwable thrown(String run) {
        return result(run).getThrowable().orElseThrow();
    }

    private void run(String method) {
        results.clear();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectMethod(Sample.class, method, Simulation.class))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    results.put(test.getDisplayName(), result);
                                }
                            }
                        });
    }
}
