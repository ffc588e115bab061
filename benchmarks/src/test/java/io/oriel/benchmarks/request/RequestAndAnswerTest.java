// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of docs/request-and-answer.md do the same. */
class RequestAndAnswerTest {
    private static final String PROPERTY = "oriel.sharedMemory.directory";
    private static final int REQUESTS = 2_000;
    private static final int ENOUGH = 10_000_000;
    private static final int PORTS = 1_000;

    private static Path parent = Path.of("/dev/shm");

    /** One of the three programs. */
    private record Way(
            String name,
            Function<InetSocketAddress, Answering> server,
            BiFunction<InetSocketAddress, Answers, Asking> client) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Way> ways() {
        return Stream.of(
                new Way("Aeron", AeronServer::new, AeronClient::new),
                new Way("API", ApiServer::new, ApiClient::new),
                new Way("service", ServiceServer::new, ServiceClient::new));
    }

    /** A server that a thread of its own polls. */
    private static final class Served {
        private final CompletableFuture<Void> open = new CompletableFuture<>();
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private final ReentrantLock turn = new ReentrantLock(true);
        private volatile boolean isOver;

        Served(Way way, InetSocketAddress address) {
            new Thread(() -> serve(way, address), "server").start();
            open.join();
        }

        private void serve(Way way, InetSocketAddress address) {
            try (Answering server = way.server().apply(address)) {
                open.complete(null);
                while (!isOver) {
                    if (poll(server) == 0) {
                        YieldingIdleStrategy.INSTANCE.idle();
                    }
                }
            } catch (Throwable e) {
                open.completeExceptionally(e);
                end.completeExceptionally(e);
            }
            end.complete(null);
        }

        private int poll(Answering server) {
            turn.lock();
            try {
                return isOver ? 0 : server.poll();
            } finally {
                turn.unlock();
            }
        }

        /** Does something while the server does nothing, and never will. */
        void endAfter(Runnable last) {
            turn.lock();
            try {
                last.run();
                isOver = true;
            } finally {
                turn.unlock();
            }
        }

        /** Returns when the server is closed. */
        void end() {
            isOver = true;
            end.join();
        }
    }

    private static void whileServed(Way way, InetSocketAddress address, Consumer<Served> body) {
        Served served = new Served(way, address);
        try {
            body.accept(served);
        } finally {
            served.end();
        }
    }

    @BeforeAll
    static void chooseDirectory() throws IOException {
        parent = Files.createTempDirectory(parent, "oriel-rq");
        System.setProperty(PROPERTY, parent.resolve("d").toString());
    }

    @AfterAll
    static void deleteDirectory() {
        System.clearProperty(PROPERTY);
        Directories.delete(parent);
    }

    /** Returns an address whose port, and the one behind it, nobody has at present. */
    private static InetSocketAddress freeAddress() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (DatagramSocket any = new DatagramSocket(0, loopback)) {
            return new InetSocketAddress(loopback, any.getLocalPort() % PORTS * 2 + 20_000);
        }
    }

    private static void ask(Asking client, int requests, BitSet answered) {
        int asked = 0;
        while (answered.cardinality() < requests) {
            if (asked < requests && client.ask(asked, 7L * asked)) {
                asked++;
            }
            if (client.poll() == 0) {
                YieldingIdleStrategy.INSTANCE.idle();
            }
        }
    }

    private static Answers into(BitSet answered) {
        return (id, answer) -> {
            assertThat(answered.get((int) id)).isFalse();
            assertThat(answer).isEqualTo(7 * id + 1);
            answered.set((int) id);
        };
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answersEachRequestOfSeveralClientsOnce(Way way) throws IOException {
        InetSocketAddress address = freeAddress();
        List<CompletableFuture<Integer>> clients = new ArrayList<>();

        whileServed(way, address, served -> {
            for (int index = 0; index < 2; index++) {
                clients.add(CompletableFuture.supplyAsync(() -> answersTo(way, address, REQUESTS)));
            }
            clients.forEach(CompletableFuture::join);
            clients.add(CompletableFuture.completedFuture(answersTo(way, address, 1))); // comes when others have gone
        });

        assertThat(clients).extracting(CompletableFuture::join).containsExactly(REQUESTS, REQUESTS, 1);
    }

    private static int answersTo(Way way, InetSocketAddress address, int requests) {
        BitSet answered = new BitSet();
        try (Asking client = way.client().apply(address, into(answered))) {
            ask(client, requests, answered);
        }
        return answered.cardinality();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void holdsBackWhoAsksFasterThanItIsAnswered(Way way) throws IOException {
        InetSocketAddress address = freeAddress();
        BitSet answered = new BitSet();

        whileServed(way, address, served -> {
            try (Asking client = way.client().apply(address, into(answered))) {
                while (!client.ask(0, 0)) {
                    var unused = client.poll();
                    YieldingIdleStrategy.INSTANCE.idle();
                }
                int asked = 1;
                while (asked < ENOUGH && client.ask(asked, 7L * asked)) {
                    asked++; // takes no answer
                }
                assertThat(asked).isLessThan(ENOUGH);
                while (answered.cardinality() < asked) {
                    if (client.poll() == 0) {
                        YieldingIdleStrategy.INSTANCE.idle();
                    }
                }
            }
        });
    }

    @WholeBuild
    @ParameterizedTest
    @MethodSource("ways")
    void tellsAClientThatItsServerHasGone(Way way) throws IOException {
        InetSocketAddress address = freeAddress();
        BitSet answered = new BitSet();

        whileServed(way, address, served -> {
            try (Asking client = way.client().apply(address, into(answered))) {
                ask(client, 1, answered);
                served.endAfter(() -> assertThat(client.ask(1, 7)).isTrue());
                served.end();

                assertThatThrownBy(() -> pollOn(client)).isInstanceOf(IllegalStateException.class);
            }
        });
    }

    private static void pollOn(Asking client) {
        while (client.poll() == 0) {
            YieldingIdleStrategy.INSTANCE.idle();
        }
    }
}
