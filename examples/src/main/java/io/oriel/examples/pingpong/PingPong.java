// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.pingpong;

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
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Meeting;
import java.net.InetSocketAddress;

/** Two processes send each other a number, twenty thousand times. */
public final class PingPong {
    private static final int ROUNDS = 20_000;
    private static final int MESSAGE_LENGTH = 32;

    private final Endpoint endpoint;
    private final Completions completions;
    private final MemoryRegion memory;
    private final ScatterGatherList outgoing;
    private final ScatterGatherList incoming;

    private PingPong(Adapter adapter) {
        CompletionQueue queue = adapter.createCompletionQueue(16);
        completions = new Completions(queue);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        memory = adapter.allocateMemory(2 * MESSAGE_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        outgoing = ScatterGatherList.of(memory, 0, MESSAGE_LENGTH);
        incoming = ScatterGatherList.of(memory, MESSAGE_LENGTH, MESSAGE_LENGTH);
        accepted(endpoint.receive(0, incoming)); // before connecting: a message never waits for a Receive
    }

    /**
     * Runs the example, both sides or one of them.
     *
     * @param arguments as {@link Meeting} reads them
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        Meeting meeting = Meeting.of(PingPong.class, arguments);
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                new PingPong(adapter).connect(adapter, meeting.address());
            } else {
                new PingPong(adapter).listen(adapter, meeting);
            }
        }
    }

    private void listen(Adapter adapter, Meeting meeting) throws Exception {
        try (Listener listener = adapter.createListener()) {
            listener.bind(meeting.address());
            listener.listen(1);
            Meeting.Peer peer = meeting.invite(listener);
            Connector connector = adapter.createConnector();
            listener.getConnectionRequest(connector).get();
            connector.accept(endpoint).get();

            long start = System.nanoTime();
            for (long round = 1; round <= ROUNDS; round++) {
                send(round);
                require(receive() == round);
            }
            long nanosPerRound = (System.nanoTime() - start) / ROUNDS;
            System.out.println(ROUNDS + " round trips, " + nanosPerRound + " ns each");
            connector.disconnect().get();
            peer.await();
        }
    }

    private void connect(Adapter adapter, InetSocketAddress address) throws Exception {
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, address).get();
        connector.completeConnect().get();
        for (long round = 1; round <= ROUNDS; round++) {
            require(receive() == round);
            send(round);
        }
        connector.notifyDisconnect().get();
    }

    private void send(long number) {
        memory.buffer().putLong(0, number);
        accepted(endpoint.send(0, outgoing, OpFlags.SILENT_SUCCESS));
    }

    private long receive() {
        require(completions.nextSuccess().requestType() == RequestType.RECEIVE);
        long number = memory.buffer().getLong(MESSAGE_LENGTH);
        accepted(endpoint.receive(0, incoming));
        return number;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the peer sent something else");
        }
    }
}
