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
import io.oriel.examples.Completions;
import io.oriel.examples.Latencies;
import io.oriel.examples.Meeting;
import io.oriel.examples.Peer;
import io.oriel.examples.Waiting;
import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Two processes Write a number into each other's memory and watch their own, for some seconds. Neither takes part in the
 * other's Write: no message is received, no completion taken.
 *
 * <p>On one host that needs direct access, which is the default ({@code sharedMemory.directAccess}). Without it, and between
 * hosts, a Write goes by its owner's poll, so both sides poll while they watch. Nobody is woken by a Write: with {@code --wait
 * sleep} each Write brings an immediate value, which takes a Receive.
 */
public final class MemoryPingPong {
    private static final long OVER = -1;
    private static final int LOOKS_PER_POLL = 1 << 12;

    // In each side's memory: what the peer writes, and apart from it what this side sends.
    private static final int INCOMING = 0;
    private static final int OUTGOING = 128;

    private final Adapter adapter;
    private final Waiting waiting;
    private final Endpoint endpoint;
    private final Completions completions;
    private final MemoryRegion memory;
    private final MemoryRegion message;
    private final UnsafeBuffer words;
    private final ScatterGatherList outgoing;

    private MemoryPingPong(Adapter adapter, Waiting waiting) {
        this.adapter = adapter;
        this.waiting = waiting;
        CompletionQueue queue = adapter.createCompletionQueue(16);
        completions = new Completions(queue, waiting);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        memory = adapter.allocateMemory(2 * OUTGOING, AccessFlags.ALLOW_LOCAL_WRITE);
        message = adapter.allocateMemory(2 * WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        words = new UnsafeBuffer(memory.buffer(), 0, 2 * OUTGOING); // with the volatile loads that watching needs
        outgoing = ScatterGatherList.of(memory, OUTGOING, Long.BYTES);
        accepted(endpoint.receive(0, ScatterGatherList.of(message, 0, WindowDescriptor.LENGTH)));
        accepted(endpoint.receive(0, ScatterGatherList.empty())); // for the first immediate value
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
                new MemoryPingPong(adapter, meeting.waiting()).connect(meeting.address());
            } else {
                new MemoryPingPong(adapter, meeting.waiting()).listen(meeting);
            }
        }
    }

    private void listen(Meeting meeting) throws Exception {
        try (Listener listener = adapter.createListener()) {
            listener.bind(meeting.address());
            listener.listen(1);
            Peer peer = meeting.invite(listener);
            Connector connector = adapter.createConnector();
            listener.getConnectionRequest(connector).get();
            connector.accept(endpoint).get();

            RemoteWindow window = exchangeWindows();
            Latencies latencies = new Latencies("one-sided round trips", meeting.seconds());
            long round = 0;
            do {
                write(++round, window);
                require(next(round - 1, window) == round);
            } while (latencies.count());
            write(OVER, window);
            require(next(round, window) == OVER);
            System.out.println(latencies);
            connector.disconnect().get();
            peer.await();
        }
    }

    private void connect(InetSocketAddress address) throws Exception {
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, address).get();
        connector.completeConnect().get();
        RemoteWindow window = exchangeWindows();
        long round = 0;
        do {
            round = next(round, window);
            write(round, window);
        } while (round != OVER);
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
        accepted(
                waiting == Waiting.SPIN
                        ? endpoint.write(3, outgoing, window, 0, OpFlags.SILENT_SUCCESS)
                        : endpoint.writeWithImmediate(3, outgoing, window, 0, 0, OpFlags.SILENT_SUCCESS));
    }

    /** Waits until the peer has written another number than the last one. */
    private long next(long last, RemoteWindow window) {
        return waiting == Waiting.SPIN ? watch(last, window.isDirect()) : wake();
    }

    private long watch(long last, boolean isDirect) {
        long number = words.getLongVolatile(INCOMING);
        for (long looks = 1; number == last; looks++) {
            if (!isDirect || looks % LOOKS_PER_POLL == 0) {
                completions.requireNone(); // which also tells of a peer that has died: its Receives complete
            }
            Thread.onSpinWait();
            number = words.getLongVolatile(INCOMING);
        }
        return number;
    }

    private long wake() {
        completions.nextSuccess();
        long number = words.getLongVolatile(INCOMING);
        if (number != OVER) {
            accepted(endpoint.receive(0, ScatterGatherList.empty()));
        }
        return number;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the peer wrote something else");
        }
    }
}
