// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.ProviderFactory;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.TransportFactory;
import java.util.Locale;
import java.util.ServiceLoader;

/** Opens the engine on the medium that the configuration names. */
public final class EngineProviderFactory implements ProviderFactory {
    /** For {@link ServiceLoader}. */
    public EngineProviderFactory() {}

    @Override
    public Provider open(OrielConfig config) {
        String name = config.medium().name().toLowerCase(Locale.ROOT);
        TransportFactory medium = ServiceLoader.load(TransportFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.medium().equals(name))
                .findFirst()
                .orElseThrow(() -> new NdException(
                        NdStatus.NOT_SUPPORTED,
                        "no transport for " + name + " on the class path; add io.oriel:oriel-" + name
                                + "-transport to the run-time class path"));
        SelectorLoop loop = SelectorLoop.start(EngineProviderFactory::report);
        try {
            return new EngineProvider(config, loop, medium, loop::close);
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    /** A defect of the engine or the medium: the one thing that has nobody else to tell. */
    private static void report(Throwable failure) {
        Thread current = Thread.currentThread();
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (handler == null) {
            current.getThreadGroup().uncaughtException(current, failure);
        } else {
            handler.uncaughtException(current, failure);
        }
    }
}
