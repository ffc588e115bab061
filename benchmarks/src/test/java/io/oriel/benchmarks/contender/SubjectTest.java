// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.testing.junit.WholeBuild;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All subjects that run in Java, between two real processes: few operations, each payload checked. */
@WholeBuild
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubjectTest {
    private static final int OPERATIONS = 500;
    private static final int BYTES = 4 << 20;
    /** Of one datagram, in bytes: far less than the JDK's cipher leaves of it. */
    private static final double LEAST_GARBAGE = 100;

    private PeerProcess peer;

    @BeforeAll
    void startPeer() {
        peer = PeerProcess.start(SideMain.class, List.of());
    }

    @AfterAll
    void endPeer() {
        peer.channel().send("exit");
        peer.close();
    }

    @Nested
    class Latency {
        @ParameterizedTest
        @CsvSource({
            "memory, SEND, 1",
            "memory, SEND, 32",
            "memory, WRITE, 8",
            "memory, READ, 4096",
            "aeron, SEND, 1",
            "aeron, SEND, 32",
            "aeron, WRITE, 100000",
            "aeron, READ, 65536",
            "socket, SEND, 1",
            "socket, SEND, 100000",
            "oriel, SEND, 32",
            "oriel, WRITE, 8",
            "oriel, READ, 64"
        })
        void countsEveryRoundTrip(String subject, Operation operation, int size) {
            verifyRoundTrips(Medium.SHM, subject, new Shape(operation, Pattern.LATENCY, size));
        }

        @ParameterizedTest
        @CsvSource({"SEND, 1", "SEND, 32", "WRITE, 1408", "WRITE, 1048576", "READ, 65536"})
        void countsEveryRoundTripOverUdp(Operation operation, int size) {
            verifyRoundTrips(Medium.UDP, "aeron", new Shape(operation, Pattern.LATENCY, size));
        }

        private void verifyRoundTrips(Medium medium, String subject, Shape shape) {
            RunResult result = measure(medium, subject, shape, new Load(1, 1, 1, 0));

            LatencyNanos latency = requireNonNull(result.latency());
            assertThat(latency.p50()).isPositive().isLessThanOrEqualTo(latency.max());
        }
    }

    @Nested
    class Collectives {
        @ParameterizedTest
        @CsvSource({
            "BARRIER, 8, 1",
            "ALL_REDUCE, 8, 1",
            "ALL_REDUCE, 65536, 2",
            "BROADCAST, 4096, 2",
            "ALL_GATHER, 65536, 1",
            "ALL_TO_ALL, 8, 2",
            "REDUCE_BROADCAST, 65536, 1",
            "SCATTER_ALL_GATHER, 65536, 1"
        })
        void countsEveryOperation(Operation operation, int size, int others) {
            RunResult result = measure(
                    Medium.SHM,
                    "oriel",
                    new Shape(operation, Pattern.LATENCY, size),
                    new Load(1, 1, 1, 0).withPeers(others));

            assertThat(requireNonNull(result.latency()).p50()).isPositive();
        }
    }

    @Nested
    class Wakeup {
        @ParameterizedTest
        @CsvSource({"24", "1000"})
        void tellsWhenTheSleeperWoke(int size) {
            RunResult result = measure(
                    Medium.SHM, "socket", new Shape(Operation.SEND, Pattern.WAKEUP, size), new Load(1, 1, 1, 0));

            assertThat(requireNonNull(result.latency()).p50()).isPositive();
            assertThat(result.figure(RunResult.IDLE_CPU_SHARE)).isPositive();
        }
    }

    @Nested
    class Streams {
        @ParameterizedTest
        @CsvSource({
            "memory, SEND, RATE, 32", "memory, WRITE, RATE, 8", "memory, READ, BANDWIDTH, 65536",
            "aeron, SEND, RATE, 32", "aeron, WRITE, BANDWIDTH, 100000", "aeron, READ, RATE, 256",
            "oriel, SEND, RATE, 32", "oriel, WRITE, RATE, 8", "oriel, READ, RATE, 8",
            "oriel, SEND, BANDWIDTH, 65536", "oriel, WRITE, BANDWIDTH, 65536", "socket, SEND, RATE, 32"
        })
        void completesEveryRequest(String subject, Operation operation, Pattern pattern, int size) {
            verifyStream(Medium.SHM, subject, new Shape(operation, pattern, size));
        }

        @ParameterizedTest
        @CsvSource({
            "SEND, RATE, 32",
            "WRITE, RATE, 1376",
            "WRITE, BANDWIDTH, 1048576",
            "READ, RATE, 256",
            "READ, BANDWIDTH, 65536"
        })
        void completesEveryRequestOverUdp(Operation operation, Pattern pattern, int size) {
            verifyStream(Medium.UDP, "aeron", new Shape(operation, pattern, size));
        }

        @Test
        void verifiesFewerWritesThanFitIntoTheWindow() {
            Shape shape = new Shape(Operation.WRITE, Pattern.BANDWIDTH, 65_536);

            assertThat(measure(Medium.SHM, "oriel", shape, new Load(2, 8, 1, 0), 3)
                            .operations())
                    .isEqualTo(3);
        }

        private void verifyStream(Medium medium, String subject, Shape shape) {
            RunResult result = measure(medium, subject, shape, new Load(2, 8, 1, 0));

            assertThat(result.latency()).isNull();
            assertThat(result.operationsPerSecond()).isPositive();
        }

        @ParameterizedTest
        @CsvSource({"memory, SHM", "aeron, SHM", "aeron, UDP"})
        void recordsLatencyFromIntendedTimesInAnOpenLoop(String subject, Medium medium) {
            RunResult result =
                    measure(medium, subject, new Shape(Operation.SEND, Pattern.RATE, 32), new Load(1, 64, 1, 20_000));

            assertThat(result.latency()).isNotNull();
            // The last request is not due before.
            assertThat(result.elapsedNs()).isGreaterThanOrEqualTo((OPERATIONS - 1) * 1_000_000_000L / 20_000);
        }
    }

    @Nested
    class Echoes {
        @ParameterizedTest
        @CsvSource({"oriel, SHM", "oriel, UDP", "aeron, SHM", "aeron, UDP", "memory, SHM", "socket, SHM"})
        void recordsHowLongEachAnswerTakesAndHowManyCome(String subject, Medium medium) {
            RunResult result =
                    measure(medium, subject, new Shape(Operation.SEND, Pattern.ECHO, 64), new Load(2, 8, 1, 0));

            assertThat(requireNonNull(result.histogram()).getTotalCount()).isEqualTo(OPERATIONS);
        }
    }

    @Nested
    class Sealed {
        @ParameterizedTest
        @CsvSource({"SEND, LATENCY, 32", "WRITE, BANDWIDTH, 1048576"})
        void sealsEachDatagramAndCountsItsGarbage(Operation operation, Pattern pattern, int size) {
            ScenarioConfig unsealed =
                    new ScenarioConfig(Medium.UDP, new Shape(operation, pattern, size), new Load(1, 1, 1, 0));
            JvmSubject oriel = Subjects.jvmNamed(Subjects.ORIEL);
            try (LocalContender contender =
                    new LocalContender(oriel, unsealed.withSealedDatagrams(true), peer.channel())) {
                assertThat(contender.explanation()).startsWith("AES-256-GCM over UDP, met with key 'benchmark'");
                assertThat(contender.run(100).allocatedBytesPerOperation()).isGreaterThan(LEAST_GARBAGE);
                assertThat(contender.verify(4)).isZero();

                contender.reopen(unsealed);

                assertThat(contender.explanation()).startsWith("UDP");
                assertThat(contender.verify(4)).isZero();
            }
        }
    }

    @Nested
    class Connections {
        @ParameterizedTest
        @CsvSource({"CONNECT, SHM", "CONNECT, UDP", "MEET, SHM", "MEET, UDP"})
        void areTimedOneByOne(Pattern pattern, Medium medium) {
            RunResult result = measure(medium, "oriel", new Shape(Operation.SEND, pattern, 1), Load.ONE, 5);

            assertThat(requireNonNull(result.histogram()).getTotalCount()).isEqualTo(5);
        }
    }

    @Nested
    class Polls {
        @Test
        void findNothing() {
            RunResult result =
                    measure(Medium.SHM, "oriel", new Shape(Operation.SEND, Pattern.POLL, 1), new Load(16, 1, 1, 0));

            assertThat(result.latency()).isNull();
            assertThat(result.operationsPerSecond()).isPositive();
        }
    }

    private RunResult measure(Medium medium, String subject, Shape shape, Load load) {
        return measure(medium, subject, shape, load, Math.min(OPERATIONS, BYTES / shape.sizeBytes()));
    }

    private RunResult measure(Medium medium, String subject, Shape shape, Load load, long operations) {
        ScenarioConfig config = new ScenarioConfig(medium, shape, load);
        JvmSubject measured = Subjects.jvmNamed(subject);
        assertThat(measured.canDo(config)).isTrue();
        RunResult result;
        try (LocalContender contender = new LocalContender(measured, config, peer.channel())) {
            result = contender.run(operations);
            assertThat(contender.verify(Math.min(operations, 20))).isZero();
        }
        assertThat(result.operations()).isEqualTo(operations);
        assertThat(result.errors()).isZero();
        return result;
    }
}
