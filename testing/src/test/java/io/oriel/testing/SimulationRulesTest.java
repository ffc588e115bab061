// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Adapter;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.NdStatus;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a simulation answers to those who use it wrongly, and how its time and its network behave. */
final class SimulationRulesTest {
    private final Simulation simulation = Simulation.open(SimulationConfig.of(1));
    private final SimulatedProcess one = simulation.newProcess("one");
    private final SimulatedProcess other = simulation.newProcess("other");

    @AfterEach
    void close() {
        simulation.close();
    }

    @Test
    void refusesASecondProcessOfAName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simulation.newProcess("one"))
                .withMessageContaining("'one'");
    }

    @Test
    void refusesADeathBeforeTheFirstStep() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.dieAfter(SimulatedStep.FRAME, 0))
                .withMessageContaining("not after 0");
    }

    @Test
    void refusesAnImpossiblePatience() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulationConfig.of(1).withPatience(Duration.ZERO))
                .withMessageContaining("PT0S");
    }

    @Test
    void opensNothingInADeadProcess() {
        one.kill();

        assertThat(one.isAlive()).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(() -> one.open(OrielConfig.defaults()))
                .withMessageContaining("one is dead");
    }

    @Test
    void doesNotLetAnApplicationRunIt() {
        one.runs(simulation::step);

        assertThatIllegalStateException().isThrownBy(simulation::step).withMessageContaining("an application");
        one.kill();
    }

    @Test
    void cutsNothingBetweenProcessesOfOneHost() {
        try (Simulation host = Simulation.open(SimulationConfig.of(1).withSharedMemory(true))) {
            SimulatedProcess left = host.newProcess("left");
            SimulatedProcess right = host.newProcess("right");

            assertThatIllegalStateException()
                    .isThrownBy(() -> host.cut(left, right))
                    .withMessageContaining("withSharedMemory(false)");
        }
    }

    @Test
    void losesItsPatienceInSimulatedTime() {
        assertThatThrownBy(() -> simulation.runUntil("pigs fly", () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("pigs fly")
                .hasMessageContaining("PT20S");
        assertThat(simulation.nanoTime()).isGreaterThan(Duration.ofSeconds(20).toNanos());
    }

    @Test
    void letsApplicationsRunUntilTheyDieOrStop() {
        int[] turns = {0};
        one.runs(() -> turns[0]++);
        simulation.step();
        assertThat(turns[0]).isEqualTo(1);

        one.stop();
        simulation.step();
        assertThat(one.isStopped()).isTrue();
        assertThat(turns[0]).isEqualTo(1);

        one.resume();
        simulation.step();
        assertThat(turns[0]).isEqualTo(2);

        one.kill();
        simulation.step();
        assertThat(turns[0]).isEqualTo(2);
    }

    @Test
    void drawsTheOrderOfTurns() {
        List<String> turns = new ArrayList<>();
        one.runs(() -> turns.add("one"));
        other.runs(() -> turns.add("other"));
        for (int i = 0; i < 100; i++) {
            simulation.step();
        }

        List<String> first = new ArrayList<>();
        for (int i = 0; i < turns.size(); i += 2) {
            first.add(turns.get(i));
        }
        assertThat(first).contains("one", "other");
    }

    @Test
    void letsAConnectFailThatIsCutForLong() {
        InetSocketAddress address = listen(other);
        simulation.cut(one, other);

        CompletableFuture<Void> connecting = connect(one, address);

        assertThat(simulation.statusOf(connecting)).isEqualTo(NdStatus.IO_TIMEOUT);
    }

    @Test
    void letsAConnectGoOnThatWasCutForAWhile() {
        InetSocketAddress address = listen(other);
        simulation.cut(one, other);
        CompletableFuture<Void> connecting = connect(one, address);
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(connecting).isNotDone();

        simulation.heal(one, other);
        simulation.runFor(Duration.ofMillis(500));

        assertThat(connecting).isNotDone(); // the request has come, and nobody accepts it
        assertThat(requested).isCompleted();
    }

    @Test
    void tellsOfALostMedium() {
        Adapter adapter = one.open(OrielConfig.defaults()).openAdapter();

        one.removeMedium("a test");
        simulation.runFor(Duration.ofMillis(10));

        assertThatThrownBy(
                        () -> adapter.createListener().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                .hasMessageContaining(NdStatus.DEVICE_REMOVED.name());
    }

    private CompletableFuture<Void> requested = new CompletableFuture<>();

    private InetSocketAddress listen(SimulatedProcess process) {
        Adapter adapter = process.open(OrielConfig.defaults()).openAdapter();
        Listener listener = adapter.createListener();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.listen(1);
        requested = listener.getConnectionRequest(adapter.createConnector());
        return listener.localAddress();
    }

    private static CompletableFuture<Void> connect(SimulatedProcess process, InetSocketAddress address) {
        Adapter adapter = process.open(OrielConfig.defaults()).openAdapter();
        var queue = adapter.createCompletionQueue(4);
        Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        Connector connector = adapter.createConnector();
        return connector.connect(endpoint, address);
    }
}
