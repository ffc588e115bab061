// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.testing.process.Outcomes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A process as users write them: one thread, which sleeps in {@link Adapter#await}; it takes every connection, answers each
 * message with the same, connects to others when told to, and closes nothing when it ends.
 */
public final class ServiceChild {
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int QUEUE_DEPTH = 4096;

    private final Queue<String> orders = new ConcurrentLinkedQueue<>();
    private final Adapter adapter;
    private final CompletionQueue queue;
    private final Completion[] completions = new Completion[16];
    private final Map<Long, ServiceLink> links = new HashMap<>();
    private final Map<String, ServiceLink> named = new HashMap<>();
    private final Listener listener;
    private Connector incoming;
    private CompletableFuture<Void> request;
    private long nextContext;

    private ServiceChild(Provider provider) {
        adapter = provider.openAdapter();
        queue = adapter.createCompletionQueue(QUEUE_DEPTH);
        listener = adapter.createListener();
        incoming = adapter.createConnector();
        request = new CompletableFuture<>();
        for (int i = 0; i < completions.length; i++) {
            completions[i] = new Completion();
        }
    }

    /**
     * Runs the service.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        ServiceChild service = new ServiceChild(NetworkDirect.open());
        Thread reader = new Thread(service::read, "orders");
        reader.setDaemon(true);
        reader.start();
        service.run();
    }

    private void read() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line; (line = input.readLine()) != null; ) {
                orders.add(line);
                adapter.wakeup();
            }
        } catch (IOException e) {
            System.err.println("no more orders: " + e);
        }
        System.exit(2); // nobody is left who could give orders
    }

    private void run() {
        while (true) {
            String order = orders.poll();
            if (order == null) {
                rest();
            } else if (order.equals("return")) {
                return;
            } else {
                System.out.println(obey(order.split(" ", -1)));
            }
        }
    }

    private String obey(String[] words) {
        return switch (words[0]) {
            case "listen" -> listen(Integer.parseInt(words[1]));
            case "connect" -> connect(words[1], Integer.parseInt(words[2]));
            case "connect-to-all" ->
                connectToAll(Arrays.stream(words).skip(1).map(Integer::valueOf).toList());
            case "ping" -> ping(words[1], Integer.parseInt(words[2]));
            case "await-end" -> awaitEnd(words[1]);
            case "await-accepted" -> awaitAccepted(Integer.parseInt(words[1]));
            case "exit" -> {
                System.exit(0);
                yield "";
            }
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private String listen(int port) {
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        listener.listen(8);
        request = listener.getConnectionRequest(incoming);
        return Integer.toString(listener.localAddress().getPort());
    }

    private String connect(String name, int port) {
        ServiceLink link = dial(name, port);
        return awaitConnected(List.of(link)) ? link.explain() : link.toString();
    }

    /** Connects to several at the same time, under their ports as names. */
    private String connectToAll(List<Integer> ports) {
        List<ServiceLink> dialled =
                ports.stream().map(port -> dial(Integer.toString(port), port)).toList();
        boolean isDone = awaitConnected(dialled)
                && dialled.stream().allMatch(link -> link.explain().contains("shared memory"));
        return isDone ? "done" : dialled.toString();
    }

    private ServiceLink dial(String name, int port) {
        ServiceLink link = new ServiceLink(adapter, queue, adapter.createConnector(), nextContext++, true);
        link.dial(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        links.put(link.endpoint().context(), link);
        named.put(name, link);
        return link;
    }

    private boolean awaitConnected(List<ServiceLink> dialled) {
        return restUntil(() -> dialled.stream().allMatch(link -> link.isConnected() || link.hasFailed()))
                && dialled.stream().noneMatch(ServiceLink::hasFailed);
    }

    /** Looks after everybody until something is true; false if that takes too long. */
    private boolean restUntil(BooleanSupplier end) {
        long startNs = System.nanoTime();
        while (!end.getAsBoolean()) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                return false;
            }
            rest();
        }
        return true;
    }

    /** Looks after everybody, and sleeps until there is something to look at. */
    private void rest() {
        progress();
        adapter.await(NAP_NS);
    }

    private String ping(String name, int count) {
        ServiceLink link = named.get(name);
        link.begin(count);
        if (!restUntil(() -> link.isDone() || link.isEnded())) {
            return "no answer: " + link;
        }
        return link.isDone() ? "done" : "ended: " + link;
    }

    private String awaitEnd(String name) {
        ServiceLink link = named.remove(name);
        if (!restUntil(link::isEnded)) {
            return "has not ended: " + link;
        }
        progress();
        return "done";
    }

    private String awaitAccepted(int count) {
        boolean isDone = restUntil(() -> links.values().stream()
                        .filter(each -> !each.isActive() && each.isConnected())
                        .count()
                == count);
        return isDone ? "done" : "has " + links.values();
    }

    private void progress() {
        for (int count; (count = queue.poll(completions, completions.length)) > 0; ) {
            for (int i = 0; i < count; i++) {
                ServiceLink link = links.get(completions[i].endpointContext());
                if (link != null) {
                    link.completed(completions[i]);
                }
            }
        }
        if (request.isDone()) {
            accept();
        }
        links.values().forEach(ServiceLink::goOn);
        links.values().removeIf(ServiceLink::closeIfEnded);
    }

    private void accept() {
        ServiceLink link = new ServiceLink(adapter, queue, incoming, nextContext++, false);
        Outcomes.requireSuccess(request);
        link.accept();
        links.put(link.endpoint().context(), link);
        incoming = adapter.createConnector();
        request = listener.getConnectionRequest(incoming);
    }
}
