// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.processes;

import static io.oriel.service.bench.Handlers.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.Server;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.name.StaticResolver;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/**
 * Servers and clients that are killed or stopped under load, in processes of their own. The property {@code oriel.test.serviceDeaths} says how
 * often each.
 */
@Timeout(300)
class DeathsIT {
    private static final ClientConfig CLIENT = ClientConfig.defaults()
            .withRedial(new RedialConfig(Duration.ofSeconds(1), Duration.ofMillis(2), Duration.ofMillis(50)));
    private static final int ROUNDS = Integer.getInteger("oriel.test.serviceDeaths", 1);
    private static final int ENOUGH = 2000;

    private final BitSet ended = new BitSet();
    private final BitSet answered = new BitSet();
    private int next;
    private int count;
    private int successes;
    private int aborted;
    private int expired;

    private void onAnswer(Answer answer) {
        int number = (int) answer.requestContext();
        assertThat(answer.isLast()).isTrue();
        assertThat(ended.get(number))
                .as("request " + number + " has ended before")
                .isFalse();
        ended.set(number);
        count++;
        switch (answer.status()) {
            case SUCCESS -> {
                assertThat(answer.buffer().getLong(0)).isEqualTo(2L * number);
                answered.set(number);
                successes++;
            }
            case CONNECTION_ABORTED -> aborted++;
            case IO_TIMEOUT -> expired++;
            default -> throw new AssertionError("unexpected " + answer.status());
        }
    }

    /** Asks as much as it may. */
    private void load(Client client) {
        while (ask(client, next, next) == NdStatus.SUCCESS) {
            next++;
        }
    }

    private void loadUntilAnswered(Bench bench, Client client, int more) {
        int goal = successes + more;
        bench.until(() -> {
            load(client);
            return successes >= goal;
        });
    }

    /** What was carried out is so once, and all that was answered was carried out. */
    private void checkJournal(Path journal) throws IOException {
        BitSet carriedOut = new BitSet();
        ByteBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(journal));
        while (numbers.hasRemaining()) {
            int number = (int) numbers.getLong();
            assertThat(carriedOut.get(number))
                    .as("request " + number + " was carried out twice")
                    .isFalse();
            carriedOut.set(number);
        }
        answered.andNot(carriedOut);
        assertThat(answered.isEmpty()).isTrue();
    }

    private void checkAllHaveEnded(Bench bench, Client client) {
        client.drain();
        bench.until(client::isDrained);
        assertThat(ended.cardinality()).isEqualTo(next);
        assertThat(count).isEqualTo(next);
        assertThat(bench.errors).isEmpty();
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        }
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @OnBothMedia
    void ofTheServerEndEachRequestOnceAndNoneIsCarriedOutTwice(Medium medium) throws Exception {
        int port = freePort();
        try (Bench bench = new Bench(medium)) {
            Path journal = bench.directory().resolve("journal");
            Client client = bench.client(StaticResolver.of(address(port)), CLIENT, this::onAnswer);
            for (int round = 0; round < ROUNDS; round++) {
                try (ChildJvm server = start(bench, medium, port, journal)) {
                    loadUntilAnswered(bench, client, ENOUGH);
                    if (round == ROUNDS - 1) {
                        stopWithRequestsUnderWay(bench, server, client); // so that it certainly dies so
                    }
                    kill(server);
                    bench.until(() -> {
                        load(client);
                        return !client.isConnected();
                    });
                }
            }
            try (ChildJvm server = start(bench, medium, port, journal)) {
                loadUntilAnswered(bench, client, ENOUGH);
                checkAllHaveEnded(bench, client);
                kill(server);
            }
            checkJournal(journal);
            assertThat(aborted).isPositive();
            System.out.println(medium + ": " + next + " requests, " + successes + " answered, " + aborted + " aborted");
        }
    }

    private void stopWithRequestsUnderWay(Bench bench, ChildJvm server, Client client) {
        server.stop();
        int before;
        do { // until it has answered what it could
            before = successes;
            load(client);
            bench.settle();
        } while (successes > before);
        assertThat(client.inFlight()).isPositive();
    }

    private static ChildJvm start(Bench bench, Medium medium, int port, Path journal) {
        ChildJvm server = start(bench, medium, ServerMain.class, "" + port, journal.toString());
        assertThat(server.answer()).isEqualTo("listening");
        return server;
    }

    private static ChildJvm start(Bench bench, Medium medium, Class<?> main, String... arguments) {
        return JvmCommand.of(main, arguments)
                .with(List.of(
                        "-Doriel.sharedMemory.directory=" + bench.mediaDirectory(),
                        "-Doriel.medium=" + medium,
                        "-Doriel.timeouts.deadPeer=500"))
                .start();
    }

    private static void kill(ChildJvm child) {
        child.kill();
        child.awaitEnd();
    }

    @OnBothMedia
    void ofTheServersStopsAreSurvived(Medium medium) throws Exception {
        int port = freePort();
        try (Bench bench = new Bench(medium)) {
            Path journal = bench.directory().resolve("journal");
            Client client = bench.client(
                    StaticResolver.of(address(port)),
                    CLIENT.withRequestTimeout(Duration.ofMillis(200)),
                    this::onAnswer);
            try (ChildJvm server = start(bench, medium, port, journal)) {
                loadUntilAnswered(bench, client, ENOUGH);
                for (int round = 0; round < ROUNDS; round++) {
                    server.stop();
                    bench.until(() -> {
                        load(client);
                        return client.inFlight() == 0; // all have expired, and no credit is left
                    });
                    server.resume();
                    loadUntilAnswered(bench, client, ENOUGH);
                }
                checkAllHaveEnded(bench, client);
            }
            checkJournal(journal);
            assertThat(expired).isPositive();
        }
    }

    @WholeBuild
    @OnBothMedia
    void ofClientsLeaveTheirPlacesToOthers(Medium medium) throws Exception {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults().withMaxClients(2), Handlers.DOUBLE);
            Client witness = bench.connected(server, CLIENT, this::onAnswer);
            String port = "" + server.address().getPort();
            for (int round = 0; round < ROUNDS; round++) {
                try (ChildJvm client = start(bench, medium, ClientMain.class, port)) {
                    long beginNs = System.nanoTime();
                    untilBusy(bench, witness, client);
                    long busyNs = System.nanoTime();
                    kill(client);
                    long killedNs = System.nanoTime();
                    bench.until(() -> {
                        load(witness);
                        return server.clientCount() == 1;
                    });
                    System.out.println(medium + ": busy after " + (busyNs - beginNs) / 1_000_000 + " ms, killed after "
                            + (killedNs - busyNs) / 1_000_000 + " ms, its place free "
                            + (System.nanoTime() - killedNs) / 1_000_000 + " ms later");
                }
            }
            assertThat(witness.isConnected()).isTrue();
            checkAllHaveEnded(bench, witness);
            assertThat(aborted + expired).isZero();
        }
    }

    @OnBothMedia
    void ofOneClientsStopsKeepNoOtherOut(Medium medium) throws Exception {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults().withMaxClients(2), Handlers.DOUBLE);
            Client witness = bench.connected(server, CLIENT, this::onAnswer);
            try (ChildJvm client =
                    start(bench, medium, ClientMain.class, "" + server.address().getPort())) {
                untilBusy(bench, witness, client);
                client.stop();
                loadUntilAnswered(bench, witness, 10 * ENOUGH);
                client.resume();
                loadUntilAnswered(bench, witness, ENOUGH);
                bench.until(() -> server.clientCount() == 2);
            }
            checkAllHaveEnded(bench, witness);
            assertThat(aborted + expired).isZero();
        }
    }

    /** Goes on polling until the other process says that it is at it. */
    private void untilBusy(Bench bench, Client witness, ChildJvm client) {
        bench.until(() -> {
            load(witness);
            return client.hasAnswered();
        });
        assertThat(client.answer()).isEqualTo("busy");
    }
}
