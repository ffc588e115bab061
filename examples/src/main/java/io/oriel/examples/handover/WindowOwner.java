// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.handover;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Waiting;

/** Grants the peer a window, and learns from its completion queue that the peer has given it back. */
final class WindowOwner {
    private static final int WINDOW_LENGTH = 4096;
    private static final long WINDOW_CONTEXT = 7;

    private final Adapter adapter;
    private final Completions initiated;
    private final Completions received;
    private final Endpoint endpoint;
    private final MemoryRegion memory;
    private final MemoryRegion message;

    WindowOwner(Adapter adapter, Waiting waiting) {
        this.adapter = adapter;
        CompletionQueue initiatorQueue = adapter.createCompletionQueue(8);
        CompletionQueue receiveQueue = adapter.createCompletionQueue(8);
        initiated = new Completions(initiatorQueue, waiting);
        received = new Completions(receiveQueue, waiting);
        endpoint = adapter.createEndpoint(receiveQueue, initiatorQueue, EndpointConfig.defaults());
        memory = adapter.allocateMemory(WINDOW_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
    }

    void run(Listener listener) throws Exception {
        Connector connector = adapter.createConnector();
        listener.getConnectionRequest(connector).get();
        accepted(endpoint.receive(1, ScatterGatherList.empty()));
        accepted(endpoint.receive(2, ScatterGatherList.empty())); // for a message that never comes
        connector.accept(endpoint).get();

        memory.buffer().putStringAscii(0, "from the owner");
        MemoryWindow window = adapter.createMemoryWindow(WINDOW_CONTEXT);
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        accepted(endpoint.bind(3, memory, window, 0, WINDOW_LENGTH, rights, message.buffer(), 0));
        accepted(endpoint.send(4, ScatterGatherList.of(message), OpFlags.NONE)); // the descriptor, as it is
        System.out.println("owner: " + initiated.nextSuccess());
        System.out.println("owner: " + initiated.nextSuccess());

        Completion invalidation = received.nextSuccess();
        System.out.println("owner: the peer gave back window " + invalidation.requestContext() + ": " + invalidation);
        System.out.println("owner: then its message: " + received.nextSuccess());
        System.out.println("owner: the memory now says '" + memory.buffer().getStringAscii(0) + "'");

        System.out.println("owner: the peer tried again, so: " + received.next());
        connector.notifyDisconnect().get();
        System.out.println("owner: the connection has ended");
    }
}
