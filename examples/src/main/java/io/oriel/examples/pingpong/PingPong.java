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
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Latencies;
import io.oriel.examples.Meeting;
import io.oriel.examples.Peer;
import io.oriel.examples.Waiting;
import java.net.InetSocketAddress;

/** Two processes send each other a number, for some seconds. */
public final class PingPong {
    private static final int MESSAGE_LENGTH = 32;
    private static final long OVER = 0;

    private final Endpoint endpoint;
    private final Completions completions;
    private final MemoryRegion memory;
    private final ScatterGatherList outgoing;
    private final ScatterGatherList incoming;

    private PingPong(Adapter adapter, Waiting waiting) {
        CompletionQueue queue = adapter.createCompletionQueue(16);
        completions = new Completions(queue, waiting);
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
                new PingPong(adapter, meeting.waiting()).connect(adapter, meeting.address());
            } else {
                new PingPong(adapter, meeting.waiting()).listen(adapter, meeting);
            }
        }
    }

    private void listen(Adapter adapter, Meeting meeting) throws Exception {
        try (Listener listener = adapter.createListener()) {
            listener.bind(meeting.address());
            listener.listen(1);
            Peer peer = meeting.invite(listener);
            Connector connector = adapter.createConnector();
            listener.getConnectionRequest(connector).get();
            connector.accept(endpoint).get();

            Latencies latencies = new Latencies("round trips", meeting.seconds());
            long round = 0;
            do {
                send(++round);
                require(receive() == round);
            } while (latencies.count());
            send(OVER);
            System.out.println(latencies);
            connector.disconnect().get(); // what was sent before is received
            peer.await();
        }
    }

    private void connect(Adapter adapter, InetSocketAddress address) throws Exception {
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, address).get();
        connector.completeConnect().get();
        for (long round = receive(); round != OVER; round = receive()) {
            send(round);
        }
        connector.notifyDisconnect().get();
    }

    private void send(long number) {
        memory.buffer().putLong(0, number);
        accepted(endpoint.send(0, outgoing, OpFlags.SILENT_SUCCESS));
    }

    private long receive() {
        completions.nextSuccess();
        long number = memory.buffer().getLong(MESSAGE_LENGTH);
        if (number != OVER) {
            accepted(endpoint.receive(0, incoming));
        }
        return number;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the peer sent something else");
        }
    }
}
