// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.junit;

import io.oriel.testing.Simulation;
import io.oriel.testing.SimulationConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.opentest4j.TestAbortedException;

/** A test with one seed. */
final class SimulationRun
        implements TestTemplateInvocationContext,
                ParameterResolver,
                TestExecutionExceptionHandler,
                LifecycleMethodExecutionExceptionHandler,
                AfterEachCallback {
    private final SimulationConfig config;
    private @Nullable Simulation simulation;

    SimulationRun(SimulationConfig config) {
        this.config = config;
    }

    @Override
    public String getDisplayName(int invocationIndex) {
        return "seed " + config.seed();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(this);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Simulation.class;
    }

    @Override
    public Simulation resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return simulation();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw told(thrown);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw told(thrown);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw told(thrown);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Simulation opened = simulation;
        if (opened != null) {
            try {
                opened.close();
            } catch (RuntimeException | Error e) {
                throw opened.failure(e);
            }
        }
    }

    /** Whoever skips a test does so with every seed. */
    private Throwable told(Throwable thrown) {
        return thrown instanceof TestAbortedException ? thrown : simulation().failure(thrown);
    }

    private Simulation simulation() {
        Simulation opened = simulation;
        if (opened == null) {
            opened = Simulation.open(config);
            simulation = opened;
        }
        return opened;
    }
}
