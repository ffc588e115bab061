// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.junit;

import io.oriel.testing.SimulationConfig;
import io.oriel.testing.SimulationSeeds;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs each {@link SimulationTest} once for each seed. It comes with the annotation. */
public final class SimulationExtension implements TestTemplateInvocationContextProvider {
    /** For JUnit. */
    public SimulationExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), SimulationTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        SimulationTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), SimulationTest.class)
                .orElseThrow();
        return SimulationSeeds.of(test.seeds()).mapToObj(seed -> new SimulationRun(config(test, seed)));
    }

    private static SimulationConfig config(SimulationTest test, long seed) {
        return SimulationConfig.of(seed)
                .withSharedMemory(test.sharesMemory())
                .withNarrowQueues(test.hasNarrowQueues())
                .withPatience(Duration.ofSeconds(test.patienceSeconds()));
    }
}
