// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SimulatedProcess;
import io.oriel.testing.SimulatedStep;
import io.oriel.testing.Simulation;
import io.oriel.testing.SimulationConfig;
import io.oriel.testing.junit.SimulationTest;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/** The faults of a service and its client. */
final class SumServiceTest {
    private static final int COUNT = 30;

    /** Both, each in a process of its own. */
    private static final class Services {
        final SimulatedProcess serviceProcess;
        final SimulatedProcess clientProcess;
        final SumService service;
        final SumClient client;

        Services(Simulation simulation, boolean isHasty) {
            serviceProcess = simulation.newProcess("service");
            clientProcess = simulation.newProcess("client");
            service = new SumService(serviceProcess.open(OrielConfig.defaults()));
            client = new SumClient(clientProcess.open(OrielConfig.defaults()), service.address(), COUNT, isHasty);
            serviceProcess.runs(service::poll);
            clientProcess.runs(client::poll);
        }
    }

    @SimulationTest(seeds = 50)
    void answersEachNumberWithTheSum(Simulation simulation) {
        Services both = new Services(simulation, false);

        simulation.runUntil("the client has all answers", both.client::isDone);

        assertThat(both.client.answers()).isEqualTo(sums());
    }

    @SimulationTest(sharesMemory = true)
    void answersOnOneHost(Simulation simulation) {
        answersEachNumberWithTheSum(simulation);
    }

    @SimulationTest(seeds = 5)
    void tellsTheClientOfTheServicesDeathAtEachStep(Simulation simulation) {
        Services whole = new Services(simulation, false);
        simulation.runUntil("the client has all answers", whole.client::isDone);

        for (SimulatedStep step : SimulatedStep.values()) {
            for (long n = 1; n <= whole.serviceProcess.count(step); n++) {
                long last = n;
                Simulation.play(SimulationConfig.of(simulation.seed()), again -> {
                    Services both = new Services(again, false);
                    both.serviceProcess.dieAfter(step, last);
                    again.runUntil("the client has ended", both.client::hasEnded);
                    assertThat(both.client.answers())
                            .isEqualTo(sums().subList(0, both.client.answers().size()));
                });
            }
        }
    }

    @SimulationTest
    void goesOnAfterAShortCut(Simulation simulation) {
        Services both = new Services(simulation, false);
        simulation.runUntil(
                "the client has an answer", () -> !both.client.answers().isEmpty());

        simulation.cut(both.serviceProcess, both.clientProcess);
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(both.client.hasEnded()).isFalse();
        simulation.heal(both.serviceProcess, both.clientProcess);
        simulation.runUntil("the client has all answers", both.client::isDone);

        assertThat(both.client.answers()).isEqualTo(sums());
    }

    @SimulationTest
    void endsAfterALongCut(Simulation simulation) {
        Services both = new Services(simulation, false);
        simulation.runUntil(
                "the client has an answer", () -> !both.client.answers().isEmpty());

        simulation.cut(both.serviceProcess, both.clientProcess);
        simulation.runUntil("the client knows", both.client::hasFailed);
        simulation.runUntil("the service knows", both.service::hasEnded);
        simulation.heal(both.serviceProcess, both.clientProcess);
        simulation.runFor(Duration.ofSeconds(1));

        assertThat(both.client.isDone()).isFalse();
    }

    @SimulationTest(hasNarrowQueues = true)
    void waitsForAServiceThatStandsStill(Simulation simulation) {
        Services both = new Services(simulation, false);
        simulation.runUntil(
                "the client has an answer", () -> !both.client.answers().isEmpty());

        both.serviceProcess.stop();
        simulation.runFor(Duration.ofSeconds(3));
        assertThat(both.client.hasEnded()).isFalse();
        both.serviceProcess.resume();
        simulation.runUntil("the client has all answers", both.client::isDone);

        assertThat(both.client.answers()).isEqualTo(sums());
    }

    private static List<Long> sums() {
        return LongStream.rangeClosed(1, COUNT).mapToObj(n -> n * (n + 1) / 2).toList();
    }
}
