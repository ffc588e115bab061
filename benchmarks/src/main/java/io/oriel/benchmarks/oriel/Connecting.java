// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.ControlFutures;
import java.net.InetSocketAddress;
import org.agrona.CloseHelper;

/**
 * Connects again and again, and measures from the call of Connect to the end of CompleteConnect. With MEET each connection is that
 * of a new adapter, so that a link has to be made; with CONNECT all go over one link. Disconnecting is not measured.
 */
final class Connecting implements Initiator {
    private static final int DEPTH = 8;

    private final Tally tally = new Tally();
    private final Provider provider;
    private final InetSocketAddress destination;
    private final boolean isMeeting;
    private final ControlChannel channel;
    private Adapter adapter;
    private String explanation = "";

    Connecting(ScenarioConfig config, ControlChannel channel) {
        this.channel = channel;
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(config.medium()));
        isMeeting = config.shape().pattern() == Pattern.MEET;
        adapter = provider.openAdapter(channel.localAddress());
        String[] place = channel.expect("listening").split(" ", 2);
        destination = new InetSocketAddress(place[0], Integer.parseInt(place[1]));
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        for (long i = 0; i < operations; i++) {
            if (isMeeting) {
                adapter.close();
                adapter = provider.openAdapter(channel.localAddress());
            }
            recorder.latency(connectOnce());
        }
        recorder.finish();
    }

    /** Each connection has been made by both sides, or would have failed. */
    @Override
    public void verify(long operations) {
        run(operations, new RunRecorder());
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
