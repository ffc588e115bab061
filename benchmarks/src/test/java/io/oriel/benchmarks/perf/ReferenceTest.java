// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.cli.Main;
import io.oriel.benchmarks.measure.AllocationMeter;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.Progress;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.peer.JavaCommand;
import io.oriel.benchmarks.peer.PeerProcess;
import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.plan.Shape;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The references between two real processes: few operations, each payload checked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceTest {
    private static final int OPERATIONS = 500;
    private static final int BYTES = 4 << 20;

    private final AllocationMeter meter = new AllocationMeter();
    private final RunRecorder recorder = new RunRecorder(Progress.NONE);
    private PeerProcess peer;

    @BeforeAll
    void startPeer() {
        peer = PeerProcess.start(JavaCommand.of(Main.class, List.of("peer")));
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
            "MEMORY, SEND, 1", "MEMORY, SEND, 32", "MEMORY, WRITE, 8", "MEMORY, READ, 4096",
            "AERON, SEND, 1", "AERON, SEND, 32", "AERON, WRITE, 100000", "AERON, READ, 65536"
        })
        void countsEveryRoundTrip(Subject subject, Operation operation, int size) {
            verifyRoundTrips(Medium.SHM, subject, new Shape(operation, Pattern.LATENCY, size));
        }

        @ParameterizedTest
        @CsvSource({"SEND, 1", "SEND, 32", "WRITE, 1408", "WRITE, 1048576", "READ, 65536"})
        void countsEveryRoundTripOverUdp(Operation operation, int size) {
            verifyRoundTrips(Medium.UDP, Subject.AERON, new Shape(operation, Pattern.LATENCY, size));
        }

        private void verifyRoundTrips(Medium medium, Subject subject, Shape shape) {
            Summary summary = measure(medium, subject, shape, new Load(1, 1, 1, 0));

            LatencyNanos latency = requireNonNull(summary.latency());
            assertThat(latency.p50()).isPositive().isLessThanOrEqualTo(latency.max());
        }
    }

    @Nested
    class Wakeup {
        @ParameterizedTest
        @CsvSource({"24", "1000"})
        void tellsWhenTheSleeperWoke(int size) {
            Summary summary = measure(
                    Medium.SHM, Subject.SOCKET, new Shape(Operation.SEND, Pattern.WAKEUP, size), new Load(1, 1, 1, 0));

            assertThat(requireNonNull(summary.latency()).p50()).isPositive();
            assertThat(summary.idleCpuShare()).isPositive();
        }
    }

    @Nested
    class Streams {
        @ParameterizedTest
        @CsvSource({
            "MEMORY, SEND, RATE, 32", "MEMORY, WRITE, RATE, 8", "MEMORY, READ, BANDWIDTH, 65536",
            "AERON, SEND, RATE, 32", "AERON, WRITE, BANDWIDTH, 100000", "AERON, READ, RATE, 256"
        })
        void completesEveryRequest(Subject subject, Operation operation, Pattern pattern, int size) {
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
            verifyStream(Medium.UDP, Subject.AERON, new Shape(operation, pattern, size));
        }

        private void verifyStream(Medium medium, Subject subject, Shape shape) {
            Summary summary = measure(medium, subject, shape, new Load(2, 8, 1, 0));

            assertThat(summary.latency()).isNull();
            assertThat(summary.operationsPerSecond()).isPositive();
        }

        @ParameterizedTest
        @CsvSource({"MEMORY, SHM", "AERON, SHM", "AERON, UDP"})
        void recordsLatencyFromIntendedTimesInAnOpenLoop(Subject subject, Medium medium) {
            Summary summary =
                    measure(medium, subject, new Shape(Operation.SEND, Pattern.RATE, 32), new Load(1, 64, 1, 20_000));

            assertThat(summary.latency()).isNotNull();
            // The last request is not due before.
            assertThat(summary.runs().get(0).elapsedNs())
                    .isGreaterThanOrEqualTo((OPERATIONS - 1) * 1_000_000_000L / 20_000);
        }
    }

    private Summary measure(Medium medium, Subject subject, Shape shape, Load load) {
        ScenarioConfig config = new ScenarioConfig(medium, shape, load, false, 0);
        long operations = Math.min(OPERATIONS, BYTES / shape.sizeBytes());
        Summary summary;
        try (Contender contender = new Contender(subject, config, peer.channel(), recorder, meter)) {
            contender.warmUp(10);
            contender.run(5, operations);
            contender.verify(20);
            summary = contender.summary();
            contender.retire();
        }
        assertThat(summary.runs()).hasSize(1);
        assertThat(summary.runs().get(0).operations()).isEqualTo(operations);
        assertThat(summary.errors()).isZero();
        assertThat(summary.verified()).isTrue();
        return summary;
    }
}
