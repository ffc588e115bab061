// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.net.InetSocketAddress;

/** A second connection of an adapter, with a message on it. */
final class Aside {
    private static final int LENGTH = 64;

    private final CompletionQueue queue;
    private final Endpoint endpoint;
    private final MemoryRegion memory;

    Aside(Adapter adapter, InetSocketAddress to) {
        queue = adapter.createCompletionQueue(2);
        endpoint =
                adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(1));
        memory = adapter.allocateMemory(LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        Connector connector = adapter.createConnector();
        Station.get(connector.connect(endpoint, to));
        Station.get(connector.completeConnect());
    }

    NdStatus send() {
        return endpoint.send(0, ScatterGatherList.of(memory, 0, LENGTH), 0);
    }

    /** Waits until the message has ended; returns how. */
    NdStatus awaitEnd() {
        Completion[] completion = {new Completion()};
        while (queue.poll(completion, 1) == 0) {
            Thread.onSpinWait();
        }
        return completion[0].status();
    }
}
