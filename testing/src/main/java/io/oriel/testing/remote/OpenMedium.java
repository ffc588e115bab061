// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.api.Provider;
import io.oriel.api.Services;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.TransportFactory;
import java.util.List;
import java.util.function.Consumer;

/** A provider on a medium of this process, with the control agent behind it. */
final class OpenMedium implements AutoCloseable {
    private final SelectorLoop agent;
    private final Provider provider;

    private OpenMedium(SelectorLoop agent, Provider provider) {
        this.agent = agent;
        this.provider = provider;
    }

    /** Finds a medium on the class path, as the engine does. */
    static TransportFactory find(String name) {
        List<TransportFactory> found = Services.find(TransportFactory.class).toList();
        return found.stream()
                .filter(each -> each.medium().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("medium must be one of the class path's, which are "
                        + found.stream().map(TransportFactory::medium).toList() + ", was " + name + ". Searched: "
                        + Services.describeSearch(TransportFactory.class)));
    }

    static OpenMedium open(TransportFactory medium, OrielConfig config, Consumer<Throwable> errorHandler) {
        SelectorLoop agent = SelectorLoop.start(errorHandler);
        try {
            return new OpenMedium(agent, EngineProviderFactory.open(config, agent, medium));
        } catch (RuntimeException | Error e) {
            agent.close();
            throw e;
        }
    }

    Provider provider() {
        return provider;
    }

    @Override
    public void close() {
        provider.close();
        agent.close();
    }
}
