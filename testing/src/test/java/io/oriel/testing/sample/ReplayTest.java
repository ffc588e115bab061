// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SimulatedProcess;
import io.oriel.testing.Simulation;
import io.oriel.testing.SimulationConfig;
import io.oriel.testing.SimulationFailure;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A run follows from its seed: that of a program that works, and that of one that does not. */
final class ReplayTest {
    private static final int COUNT = 30;
    private static final long SEEDS = 50;

    /** What is known of a run. */
    private record Run(List<Long> answers, List<String> trace, long fingerprint) {}

    @Test
    void isTheSameWithTheSameSeed() {
        for (long seed = 0; seed < 10; seed++) {
            assertThat(run(seed)).isEqualTo(run(seed));
        }
    }

    @Test
    void isAnotherWithAnotherSeed() {
        assertThat(LongStream.range(0, SEEDS).map(seed -> run(seed).fingerprint()))
                .hasSize((int) SEEDS)
                .doesNotHaveDuplicates();
    }

    @Test
    void namesTheProcessesAndWhatTheyDid() {
        List<String> trace = run(3).trace();

        assertThat(trace).hasSize(100).anySatisfy(line -> assertThat(line).matches("\\d+ us: service FRAME \\d+"));
    }

    @Test
    void passesWithADefectWhenNothingIsLate() {
        assertThat(runHasty(0)).isNull();
    }

    @Test
    void failsWithADefectUnderSomeSeedAndFailsAgainUnderThatSeed() {
        SimulationFailure failure = LongStream.range(0, SEEDS)
                .mapToObj(ReplayTest::runHasty)
                .filter(each -> each != null)
                .findFirst()
                .orElseThrow();

        assertThat(failure)
                .hasMessageContaining("-Doriel.test.seed=" + failure.seed())
                .hasMessageContaining("client CONTROL");
        assertThat(runHasty(failure.seed())).hasMessage(failure.getMessage());
    }

    private static Run run(long seed) {
        try (Simulation simulation = Simulation.open(SimulationConfig.of(seed))) {
            List<Long> answers = play(simulation, false);
            return new Run(answers, simulation.trace(), simulation.fingerprint());
        }
    }

    private static SimulationFailure runHasty(long seed) {
        return catchThrowableOfType(
                SimulationFailure.class,
                () -> Simulation.play(
                        SimulationConfig.of(seed),
                        simulation -> assertThat(play(simulation, true))
                                .isEqualTo(LongStream.rangeClosed(1, COUNT)
                                        .mapToObj(n -> n * (n + 1) / 2)
                                        .toList())));
    }

    private static List<Long> play(Simulation simulation, boolean isHasty) {
        SimulatedProcess serviceProcess = simulation.newProcess("service");
        SimulatedProcess clientProcess = simulation.newProcess("client");
        SumService service = new SumService(serviceProcess.open(OrielConfig.defaults()));
        SumClient client = new SumClient(clientProcess.open(OrielConfig.defaults()), service.address(), COUNT, isHasty);
        serviceProcess.runs(service::poll);
        clientProcess.runs(client::poll);
        simulation.runUntil("the client has all answers", client::isDone);
        return client.answers();
    }
}
