// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.handover;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Waiting;
import java.net.InetSocketAddress;

/** Reads and writes the owner's memory through its window, gives the window back, and tries once more. */
final class WindowUser {
    private static final int LENGTH = 64;

    private final Adapter adapter;
    private final Completions completions;
    private final Endpoint endpoint;
    private final MemoryRegion memory;

    WindowUser(Adapter adapter, Waiting waiting) {
        this.adapter = adapter;
        CompletionQueue queue = adapter.createCompletionQueue(8);
        completions = new Completions(queue, waiting);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        memory = adapter.allocateMemory(LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
    }

    void run(InetSocketAddress address) throws Exception {
        MemoryRegion message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        accepted(endpoint.receive(1, ScatterGatherList.of(message)));
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, address).get();
        connector.completeConnect().get();

        completions.nextSuccess(); // the descriptor has come
        RemoteWindow window = endpoint.openWindow(message.buffer(), 0);

        ScatterGatherList local = ScatterGatherList.of(memory);
        accepted(endpoint.read(2, local, window, 0, OpFlags.NONE));
        System.out.println("user:  " + completions.nextSuccess());
        System.out.println("user:  the memory says '" + memory.buffer().getStringAscii(0) + "'");

        memory.buffer().putStringAscii(0, "from the user");
        accepted(endpoint.write(3, local, window, 0, OpFlags.NONE));
        System.out.println("user:  " + completions.nextSuccess());

        accepted(endpoint.sendAndInvalidate(4, ScatterGatherList.empty(), window, OpFlags.NONE));
        System.out.println("user:  " + completions.nextSuccess());

        accepted(endpoint.write(5, local, window, 0, OpFlags.NONE)); // the call is good, its completion is not
        System.out.println("user:  after giving it back: " + completions.next());
        connector.notifyDisconnect().get();
    }
}
