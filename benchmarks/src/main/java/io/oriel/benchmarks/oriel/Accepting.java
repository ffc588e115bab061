// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.ControlFutures;
import java.net.InetSocketAddress;
import org.agrona.CloseHelper;

/** Accepts one connection after the other, each until the other side disconnects. */
final class Accepting implements Responder {
    private static final int DEPTH = 8;

    private final Tally tally = new Tally();
    private final Provider provider;
    private final Adapter adapter;
    private final Listener listener;

    Accepting(ScenarioConfig config, ControlChannel channel) {
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(config.medium()));
        adapter = provider.openAdapter(channel.localAddress());
        listener = adapter.createListener();
        listener.bind(new InetSocketAddress(channel.localAddress(), 0));
        listener.listen(0);
        channel.send("listening " + channel.localAddress().getHostAddress() + " "
                + listener.localAddress().getPort());
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            acceptOnce();
        }
    }

    @Override
    public void verify(long operations) {
        run(operations);
    }

    private void acceptOnce() {
        CompletionQueue queue = adapter.createCompletionQueue(2 * DEPTH);
        Endpoint endpoint =
                adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(DEPTH));
        try (Connector connector = adapter.createConnector()) {
            ControlFutures.await(listener.getConnectionRequest(connector), "getConnectionRequest");
            ControlFutures.await(connector.accept(endpoint), "accept");
            ControlFutures.await(connector.notifyDisconnect(), "notifyDisconnect");
        } finally {
            CloseHelper.quietCloseAll(endpoint, queue);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        provider.close();
    }
}
