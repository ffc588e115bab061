// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.control.Patience;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.endpoint.Endpoints;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.ConnectRequestDecoder;
import io.oriel.engine.protocol.MessageHeaderDecoder;
import io.oriel.engine.testing.Completer;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.SeededRandom;
import java.net.InetAddress;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread withdraws calls while the agent carries them out: each is either carried out or withdrawn. */
@Timeout(120)
class WithdrawalStressTest {
    private static final int ROUNDS = Integer.getInteger("oriel.test.withdrawals", 1_000);
    private static final int MOST_SPINS = 300;
    private static final int FEW = 10;
    private static final long PATIENCE_SECONDS = 20;

    private final Random random = SeededRandom.create(WithdrawalStressTest.class);
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final SelectorLoop loop = SelectorLoop.start(errors::add);
    private final Domain domain = new Domain(loop, false);
    private final FakePort port = new FakePort();
    private final FakeLink link = new FakeLink(256);
    private final CompletionQueues queues = new CompletionQueues();
    private final CompletionQueue completions = queues.create(domain, loop, 16);
    private final Patience patience = new Patience(loop, 1_000_000, 1_000_000);
    private final Endpoints endpoints =
            new Endpoints(domain, port, new RegionTable(0), new WindowTable(), patience, Long.MAX_VALUE);
    private final Connections connections =
            new Connections(InetAddress.getLoopbackAddress(), TimeoutConfig.defaults(), reason -> {}, () -> {});
    private final PeerMessages peer = new PeerMessages();
    private final LinkConnections peerOfLink = open();

    private int delay;

    private LinkConnections open() {
        connections.settle(domain, port, endpoints, patience);
        CompletableFuture<LinkConnections> opened = new CompletableFuture<>();
        loop.runByAgent(() -> assertThat(opened.complete((LinkConnections) connections.linkOpened(link)))
                .isTrue());
        return opened.join();
    }

    @AfterEach
    void endsWithoutAnError() {
        loop.close();
        assertThat(errors).isEmpty();
    }

    @Test
    void aRequestGoesToExactlyOneConnector() {
        EngineListener listener = new EngineListener(connections);
        listener.bind(ConnectionFixture.HERE);
        listener.listen(0);
        EngineConnector one = new EngineConnector(connections);
        EngineConnector other = new EngineConnector(connections);
        int withdrawn = 0;
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture<Void> first = listener.getConnectionRequest(one);
            CompletableFuture<Void> second = listener.getConnectionRequest(other);
            byte[] request = peer.request(
                    round, PeerMessages.side(5, new byte[0]), ConnectionFixture.HERE, ConnectionFixture.THERE);

            withdrawDuring(first, () -> arrive(request));

            if (first.isCompletedExceptionally()) {
                withdrawn++;
                assertThat(one.isBusy()).isFalse();
                assertThat(second).succeedsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS);
                other.reject(new byte[0]);
            } else {
                one.reject(new byte[0]);
                assertThat(second.cancel(false)).isTrue();
            }
            loop.runByAgent(link::takeControls);
        }
        assertThat(withdrawn).as("both happen").isBetween(1, ROUNDS - 1);
    }

    @Test
    void aConnectIsEitherAcceptedOrAbandoned() {
        EngineConnector connector = new EngineConnector(connections);
        Endpoint endpoint = endpoint();
        int withdrawn = 0;
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture<Void> connecting =
                    connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
            int id = round;
            loop.runByAgent(() -> port.dials().remove().dialled(link));

            withdrawDuring(connecting, () -> arrive(peer.accept(requestedId(), id, PeerMessages.side(3, new byte[0]))));

            if (connecting.isCompletedExceptionally()) {
                withdrawn++;
            } else {
                connector.reject(new byte[0]);
            }
            loop.runByAgent(link::takeControls);
            assertThat(connector.isBusy()).isFalse();
        }
        assertThat(withdrawn).as("both happen").isBetween(1, ROUNDS - 1);
    }

    @Test
    void aCompletionIsHeardOfByOneOfThoseWhoWait() {
        Completion[] taken = {new Completion()};
        for (int round = 0; round < ROUNDS; round++) {
            Endpoint endpoint = endpoint();
            CompletableFuture<Void> first = completions.requestNotification(NotifyType.ANY);
            int spins = random.nextInt(MOST_SPINS);
            loop.execute(() -> {
                spin(spins);
                boolean unused = first.cancel(false);
            });
            spin(random.nextInt(MOST_SPINS));

            assertThat(endpoint.receive(1, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
            assertThat(endpoint.flush()).isEqualTo(NdStatus.SUCCESS);
            CompletableFuture<Void> second = completions.requestNotification(NotifyType.ANY);
            loop.runByAgent(() -> {});
            loop.runByAgent(() -> {});

            assertThat(first).isDone();
            assertThat(second.isDone()).isEqualTo(first.isCancelled());
            boolean unused = second.cancel(false);
            assertThat(completions.poll(taken, 1)).isOne();
            endpoint.close();
        }
    }

    /** Sometimes before, sometimes after; otherwise it seeks the moment at which either may come first. */
    private void withdrawDuring(CompletableFuture<Void> future, Runnable task) {
        Completer completer = random.nextBoolean() ? Completer.CANCEL : Completer.COMPLETE_EXCEPTIONALLY;
        int moment = random.nextInt(FEW);
        if (moment == 0) {
            completer.complete(future);
            loop.runByAgent(task);
        } else if (moment == 1) {
            loop.runByAgent(task);
            completer.complete(future);
        } else {
            withdrawDuring(future, completer, task);
        }
        loop.runByAgent(() -> {});
        assertThat(future).isDone();
    }

    private void withdrawDuring(CompletableFuture<Void> future, Completer completer, Runnable task) {
        AtomicBoolean isRunning = new AtomicBoolean();
        loop.execute(() -> {
            isRunning.set(true);
            spin(-delay);
            task.run();
        });
        while (!isRunning.get()) {
            Thread.onSpinWait();
        }
        spin(delay);
        completer.complete(future);
        int change = random.nextInt(MOST_SPINS / FEW);
        delay += future.isCompletedExceptionally() ? change : -change;
        delay = Math.max(-MOST_SPINS, Math.min(MOST_SPINS, delay));
    }

    private static void spin(int count) {
        for (int i = 0; i < count; i++) {
            Thread.onSpinWait();
        }
    }

    private Endpoint endpoint() {
        EndpointConfig config = EndpointConfig.defaults().withQueueDepth(2);
        return endpoints.create(
                queues.newSlots(completions, config.context(), 2, 4),
                queues.newSlots(completions, config.context(), 2, 2),
                null,
                config);
    }

    private long requestedId() {
        UnsafeBuffer message = new UnsafeBuffer(link.takeControls().get(0));
        return new ConnectRequestDecoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderDecoder())
                .connectionId();
    }

    private void arrive(byte[] message) {
        peerOfLink.onControl(new UnsafeBuffer(message), 0, message.length);
    }
}
