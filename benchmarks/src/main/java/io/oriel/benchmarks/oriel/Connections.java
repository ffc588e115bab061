// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import static java.util.Objects.requireNonNull;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.ControlFutures;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Connects again and again, and measures from the call of Connect to the end of CompleteConnect; the responder accepts. With MEET
 * each connection is that of a new adapter, so that a link has to be made; with CONNECT all go over one link. Disconnecting is not
 * measured.
 */
final class Connections implements Initiator, Responder {
    private static final int DEPTH = 8;

    private final Tally tally = new Tally();
    private final Provider provider;
    private final InetAddress address;
    private final boolean isMeeting;
    private Adapter adapter;
    private String explanation = "";

    private @Nullable Listener listener;
    private InetSocketAddress destination;

    private Connections(ScenarioConfig config, ControlChannel channel) {
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(config.medium()));
        address = channel.localAddress();
        isMeeting = config.shape().pattern() == Pattern.MEET;
        adapter = provider.openAdapter(address);
        destination = new InetSocketAddress(address, 0);
    }

    /** The side that connects. */
    static Connections connecting(ScenarioConfig config, ControlChannel channel) {
        Connections connections = new Connections(config, channel);
        String[] place = channel.expect("listening").split(" ", 2);
        connections.destination = new InetSocketAddress(place[0], Integer.parseInt(place[1]));
        return connections;
    }

    /** The side that accepts. */
    static Connections accepting(ScenarioConfig config, ControlChannel channel) {
        Connections connections = new Connections(config, channel);
        Listener listener = connections.adapter.createListener();
        listener.bind(connections.destination);
        listener.listen(0);
        connections.listener = listener;
        channel.send("listening " + connections.address.getHostAddress() + " "
                + listener.localAddress().getPort());
        return connections;
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        for (long i = 0; i < operations; i++) {
            if (isMeeting) {
                adapter.close();
                adapter = provider.openAdapter(address);
            }
            recorder.latency(connectOnce());
        }
        recorder.finish();
    }

    private long connectOnce() {
        CompletionQueue queue = adapter.createCompletionQueue(2 * DEPTH);
        Endpoint endpoint =
                adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(DEPTH));
        try (Connector connector = adapter.createConnector()) {
            long beginNs = System.nanoTime();
            ControlFutures.await(connector.connect(endpoint, destination), "connect to " + destination);
            ControlFutures.await(connector.completeConnect(), "completeConnect");
            long elapsedNs = System.nanoTime() - beginNs;
            if (explanation.isEmpty()) {
                explanation = connector.explain();
            }
            ControlFutures.await(connector.disconnect(), "disconnect");
            return elapsedNs;
        } finally {
            CloseHelper.quietCloseAll(endpoint, queue);
        }
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            acceptOnce();
        }
    }

    private void acceptOnce() {
        CompletionQueue queue = adapter.createCompletionQueue(2 * DEPTH);
        Endpoint endpoint =
                adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(DEPTH));
        try (Connector connector = adapter.createConnector()) {
            ControlFutures.await(requireNonNull(listener).getConnectionRequest(connector), "getConnectionRequest");
            ControlFutures.await(connector.accept(endpoint), "accept");
            ControlFutures.await(connector.notifyDisconnect(), "notifyDisconnect");
        } finally {
            CloseHelper.quietCloseAll(endpoint, queue);
        }
    }

    /** There is no payload: each connection has been made by both sides, or would have failed. */
    @Override
    public void verify(long operations) {}

    @Override
    public String explanation() {
        return explanation;
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
