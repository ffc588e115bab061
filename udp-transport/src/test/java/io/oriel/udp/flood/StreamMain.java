// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flood;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One end of a stream: without an argument it takes, and says at which port; with one it connects there, and sends as its input says. */
final class StreamMain {
    private static final int SEND_LENGTH = 1024;
    private static final int WRITE_LENGTH = 1 << 20;
    private static final int SENDS = 64;
    private static final int WRITES = 16;
    private static final int DEPTH = 128;
    private static final long PATIENCE_SECONDS = 60;

    private final Adapter adapter;
    private final CompletionQueue queue;
    private final Endpoint endpoint;
    private final MemoryRegion memory;
    private final Completion[] completions = new Completion[DEPTH];
    private long sent;
    private long taken;

    private StreamMain(Provider provider) {
        adapter = provider.openAdapter(InetAddress.getLoopbackAddress());
        queue = adapter.createCompletionQueue(2 * DEPTH);
        endpoint =
                adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(DEPTH));
        memory = adapter.allocateMemory(WRITE_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_WRITE);
        for (int index = 0; index < DEPTH; index++) {
            completions[index] = new Completion();
        }
    }

    public static void main(String[] arguments) throws IOException {
        StreamMain stream = new StreamMain(NetworkDirect.open(OrielConfig.fromSystemProperties()));
        if (arguments.length == 0) {
            stream.take();
        } else {
            stream.send(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])));
        }
    }

    private static void get(CompletableFuture<Void> future) {
        Void unused = future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    private static void require(boolean isGood, String what, @Nullable Object found) {
        if (!isGood) {
            throw new IllegalStateException(what + ": " + found);
        }
    }

    private static void posted(NdStatus status) {
        require(status == NdStatus.SUCCESS, "not posted", status);
    }

    /** Takes until it is killed, or its input ends. */
    private void take() {
        Connector connector = adapter.createConnector();
        try (Listener listener = adapter.createListener()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.listen(1);
            System.out.println(listener.localAddress().getPort());
            get(listener.getConnectionRequest(connector));
            get(connector.accept(endpoint));
        }
        endWithInput();
        MemoryRegion room = adapter.allocateMemory(DEPTH * SEND_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        for (int slot = 0; slot < DEPTH; slot++) {
            posted(endpoint.receive(slot, slot(room, slot)));
        }
        MemoryRegion descriptor = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        posted(endpoint.bind(
                0,
                memory,
                adapter.createMemoryWindow(0),
                0,
                WRITE_LENGTH,
                OpFlags.ALLOW_WRITE,
                descriptor.buffer(),
                0));
        posted(endpoint.send(0, ScatterGatherList.of(descriptor, 0, WindowDescriptor.LENGTH), OpFlags.NONE));
        while (endpoint.isConnected()) {
            int count = queue.poll(completions, DEPTH);
            for (int index = 0; index < count; index++) {
                takeOne(completions[index], room);
            }
        }
    }

    private static ScatterGatherList slot(MemoryRegion room, long slot) {
        return ScatterGatherList.of(room, slot * SEND_LENGTH, SEND_LENGTH);
    }

    private void takeOne(Completion completion, MemoryRegion room) {
        require(completion.status() == NdStatus.SUCCESS, "a request failed", completion);
        if (completion.requestType() == RequestType.RECEIVE) {
            long slot = completion.requestContext();
            long number = room.buffer().getLong((int) slot * SEND_LENGTH);
            require(number == taken, "lost, repeated or overtaken, instead of " + taken, number);
            taken++;
            posted(endpoint.receive(slot, slot(room, slot)));
        }
    }

    private static void endWithInput() {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // until it ends
                        }
                    } catch (IOException e) {
                        System.err.println("the input fails: " + e);
                    }
                    Runtime.getRuntime().halt(0);
                },
                "input");
        thread.setDaemon(true);
        thread.start();
    }

    /** Connects, and does what each line of the input says: {@code sends MILLIS} or {@code writes MILLIS}; says how many bytes a second. */
    private void send(InetSocketAddress place) throws IOException {
        Connector connector = adapter.createConnector();
        posted(endpoint.receive(0, ScatterGatherList.of(memory, 0, WindowDescriptor.LENGTH)));
        get(connector.connect(endpoint, place));
        get(connector.completeConnect());
        while (queue.poll(completions, 1) == 0) {
            Thread.onSpinWait();
        }
        require(completions[0].status() == NdStatus.SUCCESS, "no window came", completions[0]);
        RemoteWindow window = endpoint.openWindow(memory.buffer(), 0);
        System.out.println(connector.explain());
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = input.readLine()) != null; ) {
            String[] words = line.split(" ", -1);
            boolean areSends = words[0].equals("sends");
            System.out.println(bytesPerSecond(areSends ? null : window, Long.parseLong(words[1])));
        }
        Runtime.getRuntime().halt(0);
    }

    /** Posts what completes until the time is over, then waits for the rest. */
    private long bytesPerSecond(@Nullable RemoteWindow window, long millis) {
        int limit = window == null ? SENDS : WRITES;
        long length = window == null ? SEND_LENGTH : WRITE_LENGTH;
        long beginNs = System.nanoTime();
        long endNs = beginNs + TimeUnit.MILLISECONDS.toNanos(millis);
        long done = 0;
        int outstanding = 0;
        while (System.nanoTime() - endNs < 0 || outstanding > 0) {
            while (outstanding < limit && System.nanoTime() - endNs < 0 && post(window)) {
                outstanding++;
            }
            int count = queue.poll(completions, DEPTH);
            for (int index = 0; index < count; index++) {
                require(completions[index].status() == NdStatus.SUCCESS, "a request failed", completions[index]);
            }
            outstanding -= count;
            done += count;
        }
        return done * length * TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - beginNs);
    }

    private boolean post(@Nullable RemoteWindow window) {
        if (window != null) {
            ScatterGatherList all = ScatterGatherList.of(memory, 0, WRITE_LENGTH);
            return endpoint.write(0, all, window, 0, OpFlags.NONE) == NdStatus.SUCCESS;
        }
        int offset = (int) (sent % DEPTH) * SEND_LENGTH;
        memory.buffer().putLong(offset, sent);
        boolean isPosted = endpoint.send(sent, ScatterGatherList.of(memory, offset, SEND_LENGTH), OpFlags.NONE)
                == NdStatus.SUCCESS;
        sent += isPosted ? 1 : 0;
        return isPosted;
    }
}
