// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.polling;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NetworkDirect;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.examples.Completions;
import io.oriel.examples.Meeting;
import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Two processes Write a number into each other's memory and watch their own, a million times. Neither takes part in the
 * other's Write: no message is received, no completion taken.
 *
 * <p>That needs direct access, which is the default ({@code sharedMemory.directAccess}). Without it a Write goes by its
 * owner's poll, and neither side polls while it watches: both would watch for ever. Between hosts there is no direct access,
 * so there they poll, twenty thousand times.
 */
public final class MemoryPingPong {
    private static final int ROUNDS = 1_000_000;
    private static final int ROUNDS_WITH_POLLS = 20_000;

    // In each side's memory: what the peer writes, and apart from it what this side sends.
    private static final int INCOMING = 0;
    private static final int OUTGOING = 128;

    private final Adapter adapter;
    private final boolean isPolling;
    private final int rounds;
    private final Endpoint endpoint;
    private final Completions completions;
    private final MemoryRegion memory;
    private final MemoryRegion message;
    private final UnsafeBuffer words;
    private final ScatterGatherList outgoing;

    private MemoryPingPong(Adapter adapter, Medium medium) {
        this.adapter = adapter;
        isPolling = medium != Medium.SHM;
        rounds = isPolling ? ROUNDS_WITH_POLLS : ROUNDS;
        CompletionQueue queue = adapter.createCompletionQueue(16);
        completions = new Completions(queue);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        memory = adapter.allocateMemory(2 * OUTGOING, AccessFlags.ALLOW_LOCAL_WRITE);
        message = adapter.allocateMemory(2 * WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        words = new UnsafeBuffer(memory.buffer(), 0, 2 * OUTGOING); // with the volatile loads that watching needs
        outgoing = ScatterGatherList.of(memory, OUTGOING, Long.BYTES);
        accepted(endpoint.receive(0, ScatterGatherList.of(message, 0, WindowDescriptor.LENGTH)));
    }

    /**
     * Runs the example, both sides or one of them.
     *
     * @param arguments as {@link Meeting} reads them
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        Meeting meeting = Meeting.of(MemoryPingPong.class, arguments);
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                new MemoryPingPong(adapter, meeting.config().medium()).connect(meeting.address());
            } else {
                new MemoryPingPong(adapter, meeting.config().medium()).listen(meeting);
            }
        }
    }

    private void listen(Meeting meeting) throws Exception {
        try (Listener listener = adapter.createListener()) {
            listener.bind(meeting.address());
            listener.listen(1);
            Meeting.Peer peer = meeting.invite(listener);
            Connector connector = adapter.createConnector();
            listener.getConnectionRequest(connector).get();
            connector.accept(endpoint).get();

            RemoteWindow window = exchangeWindows();
            long start = System.nanoTime();
            for (long round = 1; round <= rounds; round++) {
                write(round, window);
                watchFor(round);
            }
            long nanosPerRound = (System.nanoTime() - start) / rounds;
            System.out.println(rounds + " one-sided round trips, " + nanosPerRound + " ns each");
            connector.disconnect().get();
            peer.await();
        }
    }

    private void connect(InetSocketAddress address) throws Exception {
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, address).get();
        connector.completeConnect().get();
        RemoteWindow window = exchangeWindows();
        for (long round = 1; round <= rounds; round++) {
            watchFor(round);
            write(round, window);
        }
        connector.notifyDisconnect().get();
    }

    /** Grants the peer the word that it writes, and opens the peer's. */
    private RemoteWindow exchangeWindows() {
        accepted(endpoint.bind(
                1,
                memory,
                adapter.createMemoryWindow(0),
                INCOMING,
                Long.BYTES,
                OpFlags.ALLOW_WRITE,
                message.buffer(),
                WindowDescriptor.LENGTH));
        ScatterGatherList descriptor = ScatterGatherList.of(message, WindowDescriptor.LENGTH, WindowDescriptor.LENGTH);
        accepted(endpoint.send(2, descriptor, OpFlags.NONE));
        for (int count = 0; count < 3; count++) {
            completions.nextSuccess(); // the Bind, the Send, and the Receive of the peer's descriptor
        }
        return endpoint.openWindow(message.buffer(), 0);
    }

    private void write(long number, RemoteWindow window) {
        words.putLong(OUTGOING, number);
        accepted(endpoint.write(3, outgoing, window, 0, OpFlags.SILENT_SUCCESS));
    }

    private void watchFor(long number) {
        while (words.getLongVolatile(INCOMING) != number) {
            if (isPolling) {
                completions.requireNone();
            }
            Thread.onSpinWait();
        }
    }
}
