// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.control.Patience;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.endpoint.Endpoints;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.ManualLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The parts of an adapter that connections need, with a link whose peer is the test. */
final class ConnectionFixture {
    static final long LINGER_NS = 1_000_000;
    static final long ENDING_NS = 10_000_000;
    static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000);
    static final InetSocketAddress THERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 5000);

    final ManualLoop loop = new ManualLoop();
    final Domain domain = new Domain(loop, false);
    final FakePort port = new FakePort();
    final Patience patience = new Patience(loop, ENDING_NS, 1_000_000);
    final Endpoints endpoints =
            new Endpoints(domain, port, new RegionTable(0), new WindowTable(), patience, Long.MAX_VALUE);
    final CompletionQueues queues = new CompletionQueues();
    final CompletionQueue completions = queues.create(domain, loop, 16);
    final List<String> removals = new ArrayList<>();
    final TimeoutConfig timeouts = TimeoutConfig.defaults().withLinkLinger(Duration.ofNanos(LINGER_NS));
    final Connections connections =
            new Connections(InetAddress.getLoopbackAddress(), timeouts, removals::add, () -> {});
    final FakeLink link = new FakeLink(256);
    final LinkConnections peer;

    ConnectionFixture() {
        connections.settle(domain, port, endpoints, patience);
        peer = (LinkConnections) connections.linkOpened(link);
    }

    Endpoint endpoint() {
        EndpointConfig config = EndpointConfig.defaults().withQueueDepth(2);
        return endpoints.create(
                queues.newSlots(completions, config.context(), 2, 4),
                queues.newSlots(completions, config.context(), 2, 2),
                null,
                config);
    }

    EngineConnector connector() {
        EngineConnector connector = new EngineConnector(connections);
        loop.runTasks();
        return connector;
    }

    EngineListener listener(int backlog) {
        EngineListener listener = new EngineListener(connections);
        listener.bind(HERE);
        listener.listen(backlog);
        loop.runTasks();
        return listener;
    }

    /** What the application's next poll and the agent do. */
    void progress() {
        domain.enter();
        domain.progress();
        domain.exit();
        loop.runTasks();
    }
}
