// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.ProviderFactory;
import io.oriel.api.Services;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.choice.ChoosingFactory;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.TransportFactory;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Opens the engine on the medium that the configuration names, or on all that are there. */
public final class EngineProviderFactory implements ProviderFactory {
    private static final String LOGGER = "io.oriel.engine";

    /** For {@link java.util.ServiceLoader}. */
    public EngineProviderFactory() {}

    @Override
    public Provider open(OrielConfig config) {
        TransportFactory medium = config.medium() == Medium.AUTO ? found() : find(config.medium());
        SelectorLoop loop = SelectorLoop.start(new FailureReport(() -> System.getLogger(LOGGER)));
        try {
            return new EngineProvider(config, loop, medium, loop::close);
        } catch (RuntimeException | Error e) {
            loop.close();
            throw e;
        }
    }

    /**
     * Opens the engine on a medium, with a control agent that is somebody else's to close.
     *
     * @param config  how
     * @param loop    the control agent
     * @param factory of the medium
     * @return the provider
     */
    public static Provider open(OrielConfig config, ControlLoop loop, TransportFactory factory) {
        return new EngineProvider(config, loop, factory, () -> {});
    }

    /** Joins both media if they are on the class path, or takes the one that is. */
    private static TransportFactory found() {
        List<TransportFactory> factories = factories().toList();
        if (factories.isEmpty()) {
            throw missing(Medium.SHM);
        }
        return factories.size() == 1 ? factories.get(0) : new ChoosingFactory(find(Medium.SHM), find(Medium.UDP));
    }

    private static TransportFactory find(Medium medium) {
        return factories()
                .filter(each -> each.medium().equals(nameOf(medium)))
                .findFirst()
                .orElseThrow(() -> missing(medium));
    }

    private static Stream<TransportFactory> factories() {
        return Services.find(TransportFactory.class);
    }

    private static NdException missing(Medium medium) {
        String name = nameOf(medium);
        return new NdException(
                NdStatus.NOT_SUPPORTED,
                "no transport for " + name + " on the class path; add io.oriel:oriel-" + name
                        + "-transport to the run-time class path. Searched: "
                        + Services.describeSearch(TransportFactory.class));
    }

    private static String nameOf(Medium medium) {
        return medium.name().toLowerCase(Locale.ROOT);
    }
}
