// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.processes;

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
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.name.StaticResolver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures, by hand, what a request of 32 bytes and its answer take beside two bare Sends of as many bytes, in turns, between two
 * processes: without arguments it starts the other one. Nothing is asserted.
 */
final class RoundTripMain {
    private static final int LENGTH = 32;
    private static final int ROUNDS = 15;
    private static final int OPERATIONS = 200_000;

    private RoundTripMain() {}

    public static void main(String[] arguments) throws Exception {
        try (Provider provider = NetworkDirect.open();
                Adapter adapter = provider.openAdapter()) {
            if (arguments.length == 0) {
                measure(adapter);
            } else {
                serve(adapter, Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
            }
        }
    }

    /** Two bare Sends. */
    private static final class Bare {
        final CompletionQueue queue;
        final Endpoint endpoint;
        final MemoryRegion memory;
        final ScatterGatherList out;
        final ScatterGatherList[] in = new ScatterGatherList[16];
        final Completion[] completions = new Completion[64];

        Bare(Adapter adapter) {
            queue = adapter.createCompletionQueue(64);
            endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            memory = adapter.allocateMemory(64 * 17, AccessFlags.ALLOW_LOCAL_WRITE);
            out = ScatterGatherList.of(memory, 0, LENGTH);
            Arrays.setAll(completions, i -> new Completion());
            for (int i = 0; i < in.length; i++) {
                in[i] = ScatterGatherList.of(memory, 64L * (i + 1), 64);
                require(endpoint.receive(i, in[i]));
            }
        }

        int poll(boolean answers) {
            int count = queue.poll(completions, completions.length);
            int received = 0;
            for (int i = 0; i < count; i++) {
                Completion each = completions[i];
                if (each.status() != NdStatus.SUCCESS) {
                    return -1;
                }
                if (each.requestType() == RequestType.RECEIVE) {
                    received++;
                    if (answers) {
                        send();
                    }
                    require(endpoint.receive(each.requestContext(), in[(int) each.requestContext()]));
                }
            }
            return received;
        }

        void send() {
            memory.buffer().putLong(0, 1);
            require(endpoint.send(0, out, OpFlags.SILENT_SUCCESS));
        }
    }

    private static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new IllegalStateException(status.toString());
        }
    }

    private static InetSocketAddress any() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static void measure(Adapter adapter) throws Exception {
        Bare bare = new Bare(adapter);
        Server server = Server.open(adapter, any(), ServerConfig.defaults(), ServerHandlers.of(request -> {
            long number = request.buffer().getLong(0);
            require(request.claim());
            request.answer().putLong(0, number + 1);
            require(request.commit(LENGTH));
        }));
        try (Listener listener = adapter.createListener()) {
            listener.bind(any());
            listener.listen(1);
            Connector connector = adapter.createConnector();
            var request = listener.getConnectionRequest(connector);
            List<String> command = new ArrayList<>(List.of("java"));
            command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
            System.getProperties().forEach((key, value) -> {
                if (key.toString().startsWith("oriel.")) {
                    command.add("-D" + key + "=" + value);
                }
            });
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), RoundTripMain.class.getName()));
            command.add("" + listener.localAddress().getPort());
            command.add("" + server.address().getPort());
            Process process = new ProcessBuilder(command).inheritIO().start();
            request.get();
            connector.accept(bare.endpoint).get();
            // Half of the operations are the one, half the other: both are polled for as long as they last.
            boolean isBare = true;
            int quiet = 0;
            while (process.isAlive() || quiet < 1000) {
                int work = 0;
                for (int i = 0; i < 10_000; i++) {
                    int one = isBare ? bare.poll(true) : server.poll();
                    if (one < 0) {
                        return;
                    }
                    work += one;
                }
                if (work == 0) {
                    isBare = !isBare;
                    quiet++;
                }
            }
        }
    }

    private static void serve(Adapter adapter, int barePort, int servicePort) throws Exception {
        Bare bare = new Bare(adapter);
        Connector connector = adapter.createConnector();
        connector
                .connect(bare.endpoint, new InetSocketAddress(InetAddress.getLoopbackAddress(), barePort))
                .get();
        connector.completeConnect().get();
        int[] answered = {0};
        Client client = Client.open(
                adapter,
                StaticResolver.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), servicePort)),
                "round trips",
                ClientConfig.defaults(),
                ClientHandlers.of(answer -> answered[0]++));
        while (!client.isConnected()) {
            var unused = client.poll();
        }
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < 1000; i++) { // until the other side has turned to it
                bareTrip(bare);
            }
            long beginNs = System.nanoTime();
            for (int i = 0; i < OPERATIONS; i++) {
                bareTrip(bare);
            }
            double bareNs = (double) (System.nanoTime() - beginNs) / OPERATIONS;
            for (int i = 0; i < 1000; i++) {
                trip(client, answered);
            }
            beginNs = System.nanoTime();
            for (int i = 0; i < OPERATIONS; i++) {
                trip(client, answered);
            }
            double serviceNs = (double) (System.nanoTime() - beginNs) / OPERATIONS;
            ratios[round] = serviceNs / bareNs;
            System.out.printf(
                    "bare %.0f ns, request and answer %.0f ns, ratio %.2f%n", bareNs, serviceNs, ratios[round]);
        }
        double[] late = Arrays.copyOfRange(ratios, ROUNDS / 3, ROUNDS);
        Arrays.sort(late);
        System.out.printf("median ratio of the last %d: %.2f%n", late.length, late[late.length / 2]);
        System.exit(0);
    }

    private static void bareTrip(Bare bare) {
        bare.send();
        while (bare.poll(false) == 0) {
            Thread.onSpinWait();
        }
    }

    private static void trip(Client client, int[] answered) {
        int before = answered[0];
        require(client.claim());
        client.buffer().putLong(0, before);
        require(client.commit(LENGTH, before));
        while (answered[0] == before) {
            if (client.poll() == 0) {
                Thread.onSpinWait();
            }
        }
    }
}
