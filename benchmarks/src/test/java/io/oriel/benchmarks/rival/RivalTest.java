// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.testing.junit.WholeBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rival for each thing that it can do, with its real processes: few operations, each payload checked where it can be. */
@WholeBuild
@Timeout(180)
class RivalTest {
    private static final int OPERATIONS = 200;
    private static final int VERIFIED = 50;

    @ParameterizedTest
    @CsvSource({
        "ucx, SHM, 9",
        "ucx, UDP, 6",
        "ucx-tag, SHM, 3",
        "ucx-tag, UDP, 3",
        "openmpi, SHM, 8",
        "openmpi, UDP, 8",
        "chronicle, SHM, 4",
        "netty, SHM, 4",
        "netty, UDP, 4"
    })
    void doesWhatItCan(String name, Medium medium, int count) {
        Subject subject = installed(name);
        List<ScenarioConfig> configs = everything(subject, medium);

        assertThat(configs).hasSize(count);
        try (Contender contender = subject.open(configs.get(0))) {
            for (ScenarioConfig config : configs) {
                contender.reopen(config);
                assertThat(contender.explanation()).isNotNull(); // both sides are open
                RunResult result = contender.run(OPERATIONS);

                Pattern pattern = config.shape().pattern();
                assertThat(result.operations()).isEqualTo(OPERATIONS);
                assertThat(result.elapsedNs()).isPositive();
                assertThat(result.errors()).isZero();
                assertThat(result.latency() != null).isEqualTo(pattern == Pattern.LATENCY || pattern == Pattern.ECHO);
                assertThat(contender.verify(VERIFIED)).isZero();
            }
        }
    }

    private static List<ScenarioConfig> everything(Subject subject, Medium medium) {
        List<ScenarioConfig> configs = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            for (Pattern pattern : Pattern.values()) {
                int size = pattern == Pattern.BANDWIDTH ? 100_000 : 32;
                Load load = pattern == Pattern.LATENCY ? Load.ONE : new Load(1, 8, 1, 0);
                ScenarioConfig config = new ScenarioConfig(medium, new Shape(operation, pattern, size), load);
                if (subject.canDo(config)) {
                    configs.add(config);
                }
            }
        }
        return configs;
    }

    @ParameterizedTest
    @CsvSource({"openmpi, 1", "openmpi, 7", "chronicle, 1", "netty, 1", "netty, 3000000"})
    void carriesPayloadsOfAnySize(String name, int size) {
        Subject subject = installed(name);
        ScenarioConfig config =
                new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, Pattern.RATE, size), new Load(1, 3, 1, 0));

        try (Contender contender = subject.open(config)) {
            assertThat(contender.explanation()).isNotNull();
            assertThat(contender.run(VERIFIED).errors()).isZero();
            assertThat(contender.verify(VERIFIED)).isZero();
        }
    }

    @Test
    void chronicleGoesOnInFurtherFiles() {
        int size = 4 << 20;
        ScenarioConfig config = new ScenarioConfig(
                Medium.SHM, new Shape(Operation.SEND, Pattern.BANDWIDTH, size), new Load(1, 4, 1, 0));

        try (Contender contender = Subjects.named("chronicle").open(config)) {
            assertThat(contender.explanation()).isNotNull();
            RunResult result = contender.run(3 * ChronicleMessages.FILE_BYTES / size);

            assertThat(result.errors()).isZero();
            assertThat(contender.verify(4)).isZero();
        }
    }

    @Test
    void anOpenLoopIsNotForPrograms() {
        ScenarioConfig config =
                new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, Pattern.RATE, 32), new Load(1, 8, 1, 1000));

        assertThat(Subjects.whoCan(config)).contains("netty", "chronicle").doesNotContain("ucx", "openmpi");
    }

    @Nested
    class TheProgramForOpenMpi {
        @Test
        void countsEachDamagedMessage(@TempDir Path directory) {
            installed("openmpi");
            OpenMpiSubject damaged = new OpenMpiSubject(directory, "-DDAMAGE=100");

            RunResult result = damaged.run(Medium.SHM, 2, "pingpong", "32", "1", "1000", "1");

            // In its warm-up, too, and in both directions.
            assertThat(result.errors()).isEqualTo(2 * 2 * 1000 / 100);
        }

        @ParameterizedTest
        @CsvSource({"allreduce, 2", "barrier, 2", "broadcast, 3", "allgather, 2", "alltoall, 3"})
        void timesCollectives(String mode, int ranks) {
            installed("openmpi");

            RunResult result =
                    new OpenMpiSubject().run(Medium.SHM, ranks, mode, "8", "1", Integer.toString(OPERATIONS), "0");

            assertThat(requireNonNull(result.histogram()).getTotalCount()).isEqualTo(OPERATIONS);
            assertThat(result.errors()).isZero();
        }

        @ParameterizedTest
        @EnumSource(
                value = Operation.class,
                names = {"BARRIER", "ALL_REDUCE"})
        void standsBesideMpjExpress(Operation operation) {
            Subject mpj = installed("mpj");
            ScenarioConfig config =
                    new ScenarioConfig(Medium.SHM, new Shape(operation, Pattern.LATENCY, Double.BYTES), Load.ONE);

            assertThat(mpj.canDo(config)).isTrue();
            RunResult result = new MpjSubject().run(config, OPERATIONS, false);

            assertThat(requireNonNull(result.histogram()).getTotalCount()).isEqualTo(OPERATIONS);
            assertThat(result.errors()).isZero();
        }

        @Test
        void isCompiledOnce(@TempDir Path directory) throws Exception {
            installed("openmpi");
            OpenMpiSubject program = new OpenMpiSubject(directory);

            Path first = program.compiled();
            var time = Files.getLastModifiedTime(first);

            assertThat(program.compiled()).isEqualTo(first);
            assertThat(Files.getLastModifiedTime(first)).isEqualTo(time);
            try (var files = Files.list(directory)) {
                assertThat(files).containsExactly(first);
            }
        }
    }

    @Nested
    class WhatIsMissing {
        @Test
        void isNamedWithTheCommandThatInstallsIt(@TempDir Path empty) {
            assertThat(UcxSubject.missing(empty.toString())).isEqualTo("apt-get install ucx-utils");
            assertThat(OpenMpiSubject.missing(empty.toString()))
                    .isEqualTo("apt-get install openmpi-bin libopenmpi-dev gcc");
        }

        @Test
        void isNothingWhereAllCommandsAre() {
            assertThat(RivalProcess.areInstalled(List.of("sh", "cat"), System.getenv("PATH")))
                    .isTrue();
            assertThat(RivalProcess.areInstalled(List.of("sh", "no-such-command"), System.getenv("PATH")))
                    .isFalse();
        }
    }

    @Nested
    class AProgramThatFails {
        @Test
        void isToldWithWhatItPrinted() {
            assertThatThrownBy(() -> RivalProcess.run("sh", List.of("sh", "-c", "echo no room >&2; exit 3"), Map.of()))
                    .isInstanceOf(BenchmarkException.class)
                    .hasMessageContaining("sh has ended with 3")
                    .hasMessageContaining("no room");
        }

        @Test
        void isToldIfItEndsBeforeItIsReady() {
            try (RivalProcess process = RivalProcess.start("sh", List.of("sh", "-c", "echo hello"), Map.of())) {
                assertThatThrownBy(() -> process.await("Waiting"))
                        .isInstanceOf(BenchmarkException.class)
                        .hasMessageContaining("hello");
            }
        }
    }

    /** Finds a rival; skips the test, and says so, where its program is missing. */
    private static Subject installed(String name) {
        Subject subject = Subjects.named(name);
        @Nullable String command = subject.missing();
        if (command != null) {
            System.out.println("skipped: " + name + " is not on this machine; install it with: " + command);
        }
        assumeTrue(command == null, () -> name + " is not on this machine; install it with: " + command);
        return subject;
    }
}
