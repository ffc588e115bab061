// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.service;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.net.InetSocketAddress;

/** The adapter of one side, where the other side can reach it. */
final class ServiceDomain implements AutoCloseable {
    private final Provider provider;
    private final InetSocketAddress address;
    private final Adapter adapter;

    ServiceDomain(ScenarioConfig config, ControlChannel channel) {
        address = new InetSocketAddress(channel.localAddress(), 0);
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(config.medium()));
        try {
            adapter = provider.openAdapter(address.getAddress());
        } catch (RuntimeException e) {
            provider.close();
            throw e;
        }
    }

    Adapter adapter() {
        return adapter;
    }

    /** Returns the adapter's address, of any port. */
    InetSocketAddress address() {
        return address;
    }

    /** Insists that a claim or a commit was accepted. */
    static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new BenchmarkException("a request or an answer was refused: " + status);
        }
    }

    @Override
    public void close() {
        provider.close();
    }
}
