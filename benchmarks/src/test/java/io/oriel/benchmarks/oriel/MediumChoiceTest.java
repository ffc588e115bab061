// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Adapters that choose their medium, with both media that there are. */
class MediumChoiceTest {
    private static final int LENGTH = 64;
    private static final int DEPTH = 16;
    private static final int ROUNDS = 40;
    private static final long PATIENCE_SECONDS = 20;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final List<Provider> providers = new ArrayList<>();
    private Path parent = Path.of("");

    /** An adapter with memory, and a queue for all of its endpoints. */
    private final class Party {
        final Adapter adapter;
        final MemoryRegion memory;
        final CompletionQueue queue;
        final Completion[] taken = {new Completion()};

        Party(Medium medium) {
            this(OrielConfig.defaults().withMedium(medium));
        }

        Party(OrielConfig config) {
            Provider provider = NetworkDirect.open(
                    config.withSharedMemory(config.sharedMemory().withDirectory(directory())));
            providers.add(provider);
            adapter = provider.openAdapter(LOOPBACK);
            memory = adapter.allocateMemory(2L * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
            queue = adapter.createCompletionQueue(4 * DEPTH);
        }

        Endpoint newEndpoint() {
            return adapter.createEndpoint(
                    queue, queue, EndpointConfig.defaults().withQueueDepth(DEPTH));
        }
    }

    /** One end of a connection. */
    private record End(Party party, Endpoint endpoint, Connector connector) {
        static End of(Party party) {
            return new End(party, party.newEndpoint(), party.adapter.createConnector());
        }

        void close() {
            connector.close();
            endpoint.close();
        }
    }

    @BeforeEach
    void makeDirectory() throws IOException {
        parent = Directories.make("oriel-choice");
    }

    @AfterEach
    void close() {
        providers.forEach(Provider::close);
        Directories.delete(parent);
    }

    private Path directory() {
        return parent.resolve("d");
    }

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static void connect(End active, End passive) {
        try (Listener listener = passive.party.adapter.createListener()) {
            listener.bind(new InetSocketAddress(LOOPBACK, 0));
            listener.listen(1);
            CompletableFuture<Void> request = listener.getConnectionRequest(passive.connector);
            CompletableFuture<Void> connected = active.connector.connect(active.endpoint, listener.localAddress());
            get(request);
            CompletableFuture<Void> accepted = passive.connector.accept(passive.endpoint);
            get(connected);
            get(active.connector.completeConnect());
            get(accepted);
        }
    }

    /** Sends as often as asked, one way and back. */
    private static void exchange(End one, End other, int times) {
        for (int count = 0; count < times; count++) {
            send(one, other, (byte) (count + 1));
            send(other, one, (byte) (count + 2));
        }
    }

    private static void send(End from, End to, byte value) {
        from.party.memory.buffer().setMemory(0, LENGTH, value);
        requireSuccess(to.endpoint.receive(1, ScatterGatherList.of(to.party.memory, LENGTH, LENGTH)));
        requireSuccess(from.endpoint.send(2, ScatterGatherList.of(from.party.memory, 0, LENGTH), OpFlags.NONE));
        boolean isSent = false;
        boolean isReceived = false;
        while (!isSent || !isReceived) {
            isSent |= hasCompleted(from.party);
            isReceived |= hasCompleted(to.party);
        }
        for (int index = 0; index < LENGTH; index++) {
            assertThat(to.party.memory.buffer().getByte(LENGTH + index)).isEqualTo(value);
        }
    }

    private static boolean hasCompleted(Party party) {
        if (party.queue.poll(party.taken, 1) == 0) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("out of patience")
                    .isFalse();
            return false;
        }
        requireSuccess(party.taken[0].status());
        return true;
    }

    private static void requireSuccess(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new AssertionError(status);
        }
    }

    /** What each side says of a connection. */
    private record Explanations(String ofActive, String ofPassive) {}

    /** Returns the files by which media drivers are found. */
    private List<Path> mediaDrivers() throws IOException {
        try (Stream<Path> files = Files.walk(directory())) {
            return files.filter(each -> each.endsWith("cnc.dat")).toList();
        }
    }

    private Explanations meet(Medium active, Medium passive) {
        End one = End.of(new Party(active));
        End two = End.of(new Party(passive));
        connect(one, two);
        exchange(one, two, 100);
        return new Explanations(one.connector.explain(), two.connector.explain());
    }

    @Test
    void meetsAPeerOfThisHostInSharedMemoryAndStartsNoMediaDriverBetweenHosts() throws IOException {
        assertThat(meet(Medium.AUTO, Medium.AUTO).ofActive())
                .contains("shared memory")
                .contains("is on this host");
        assertThat(mediaDrivers())
                .as("those of shared memory alone, one a provider")
                .hasSize(2);
    }

    @Test
    void meetsAPeerThatIsNotInSharedMemoryByUdpAndSaysWhy() {
        assertThat(meet(Medium.AUTO, Medium.UDP).ofActive())
                .containsIgnoringCase("udp")
                .contains("cannot be met");
    }

    @Test
    void refusesAPeerThatIsNotInSharedMemoryIfSoConfigured() {
        OrielConfig defaults = OrielConfig.defaults();
        End active = End.of(new Party(defaults.withUdp(defaults.udp().withOnHost(false))));
        Party passive = new Party(Medium.UDP);
        try (Listener listener = passive.adapter.createListener()) {
            listener.bind(new InetSocketAddress(LOOPBACK, 0));
            listener.listen(1);

            assertThat(active.connector.connect(active.endpoint, listener.localAddress()))
                    .failsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withMessageContaining(NdStatus.CONNECTION_REFUSED.name())
                    .withMessageContaining("UdpConfig.onHost");
        }
    }

    @Test
    void meetsAListenerInSharedMemoryHoweverRecentlyItHasAppeared() {
        Party service = new Party(Medium.AUTO);
        Party client = new Party(Medium.AUTO);
        InetSocketAddress address = freeAddress(service);

        for (int round = 0; round < ROUNDS; round++) {
            End active = End.of(client);
            End passive = End.of(service);
            CompletableFuture<Void> connected = CompletableFuture.runAsync(() -> connectAtLast(active, address));
            try (Listener listener = service.adapter.createListener()) {
                listener.bind(address);
                listener.listen(1);
                get(CompletableFuture.anyOf(listener.getConnectionRequest(passive.connector), connected));
                get(passive.connector.accept(passive.endpoint));
                get(connected);
            }
            assertThat(active.connector.explain()).as("round %d", round).contains("shared memory");
            active.close();
            passive.close();
        }
    }

    private static InetSocketAddress freeAddress(Party party) {
        try (Listener listener = party.adapter.createListener()) {
            listener.bind(new InetSocketAddress(LOOPBACK, 0));
            listener.listen(1);
            return listener.localAddress();
        }
    }

    /** Connects to a listener that may not be there yet. */
    private static void connectAtLast(End active, InetSocketAddress address) {
        boolean isConnected = false;
        while (!isConnected) {
            try {
                active.connector.connect(active.endpoint, address).join();
                isConnected = true;
            } catch (CompletionException e) {
                assertThat(e).cause().hasMessageContaining(NdStatus.CONNECTION_REFUSED.name());
            }
        }
        get(active.connector.completeConnect());
    }

    @Test
    void knowsThePeersProcessInSharedMemoryAlone() {
        Party chooser = new Party(Medium.AUTO);
        End toNear = End.of(chooser);
        End fromNear = End.of(new Party(Medium.SHM));
        End toFar = End.of(chooser);
        End fromFar = End.of(new Party(Medium.UDP));
        connect(toNear, fromNear);
        connect(toFar, fromFar);

        Connector.Peer here = new Connector.Peer(
                ProcessHandle.current().pid(), System.getProperty("user.name"), Connector.Access.COOPERATIVE);
        assertThat(toNear.connector.peer()).contains(here);
        assertThat(fromNear.connector.peer()).contains(here);
        assertThat(toFar.connector.peer()).isEmpty();
        assertThat(fromFar.connector.peer()).isEmpty();
    }

    @Test
    void isMetByUdp() {
        assertThat(meet(Medium.UDP, Medium.AUTO).ofPassive()).containsIgnoringCase("udp");
    }

    @Test
    void carriesConnectionsOnBothMediaAtATime() {
        Party chooser = new Party(Medium.AUTO);
        Party near = new Party(Medium.SHM);
        Party far = new Party(Medium.UDP);
        End toNear = End.of(chooser);
        End toFar = End.of(chooser);
        End fromNear = End.of(near);
        End fromFar = End.of(far);
        connect(toNear, fromNear);
        exchange(toNear, fromNear, 10);
        connect(fromFar, toFar);

        for (int round = 0; round < 100; round++) {
            exchange(toNear, fromNear, 1);
            exchange(toFar, fromFar, 1);
        }

        get(toFar.connector.disconnect());
        exchange(toNear, fromNear, 10);
    }
}
