// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.process.Processors;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What rivals print, as captured, and what is made of it. */
class RivalOutputTest {
    @Nested
    class OfUcxPerftest {
        private static final String HEADER =
                "batch.txt,iterations,50.0_percentile_lat,avg_lat,overall_lat,avg_bw,overall_bw,avg_mr,overall_mr";

        @Test
        void isDoubledToRoundTrips() {
            Shape shape = new Shape(Operation.WRITE, Pattern.LATENCY, 8);

            RunResult result = UcxSubject.parse(
                    List.of(
                            HEADER,
                            "50.0,500000,0.045,0.104,0.104,73.56,73.56,9641724,10000000",
                            "90.0,500000,0.051,0.044,0.044,174.26,174.26,22840439,20000000",
                            "50.0,500000,0.049,0.104,0.104,73.56,73.56,9641724,10000000",
                            "99.0,500000,0.066,0.057,0.057,134.89,134.89,17680327,20000000"),
                    shape);

            LatencyNanos latency = requireNonNull(result.latency());
            assertThat(result.operations()).isEqualTo(2_000_000);
            assertThat(result.elapsedNs()).isEqualTo(300_000_000);
            assertThat(latency.p50()).isEqualTo(94);
            assertThat(latency.p90()).isEqualTo(102);
            assertThat(latency.p99()).isEqualTo(132);
            assertThat(latency.p999()).isNaN();
            assertThat(latency.max()).isNaN();
            assertThat(latency.mean()).isEqualTo(150);
        }

        @Test
        void isWholeForGets() {
            Shape shape = new Shape(Operation.READ, Pattern.LATENCY, 8);

            RunResult result = UcxSubject.parse(
                    List.of(HEADER, "50.0,1000000,0.010,0.134,0.134,57.09,57.09,7482453,50000000"), shape);

            assertThat(requireNonNull(result.latency()).p50()).isEqualTo(10);
            assertThat(result.elapsedNs()).isEqualTo(20_000_000);
        }

        @Test
        void mayHaveTakenNoTime() {
            Shape shape = new Shape(Operation.READ, Pattern.LATENCY, 8);

            RunResult result = UcxSubject.parse(List.of(HEADER, "50.0,25,0.010,0.000,0.000,inf,inf,inf,inf"), shape);

            assertThat(result.operations()).isEqualTo(25);
            assertThat(result.elapsedNs()).isEqualTo(1);
        }

        @Test
        void hasNoLatencyInStreams() {
            Shape shape = new Shape(Operation.SEND, Pattern.RATE, 8);

            RunResult result =
                    UcxSubject.parse(List.of(HEADER, "50.0,1000000,0.161,1.229,1.703,6.21,4.48,813908,587294"), shape);

            assertThat(result.latency()).isNull();
            assertThat(result.operationsPerSecond()).isEqualTo(587_294, org.assertj.core.data.Offset.offset(1.0));
        }

        @Test
        void isToldIfItHasNoResult() {
            Shape shape = new Shape(Operation.SEND, Pattern.RATE, 8);

            assertThatThrownBy(() -> UcxSubject.parse(List.of("client failed. connect() failed"), shape))
                    .isInstanceOf(BenchmarkException.class)
                    .hasMessageContaining("connect() failed");
        }
    }

    @Nested
    class OfTheProgramForOpenMpi {
        @Test
        void isAHistogram() {
            RunResult result = OpenMpiSubject.parse(List.of(
                    "a warning of its launcher",
                    "operations 1000",
                    "elapsed 250000",
                    "errors 2",
                    "latency 200 600",
                    "latency 300 399",
                    "latency 40000 1"));

            LatencyNanos latency = requireNonNull(result.latency());
            assertThat(requireNonNull(result.histogram()).getTotalCount()).isEqualTo(1000);
            assertThat(latency.p50()).isEqualTo(200);
            assertThat(latency.p99()).isEqualTo(300);
            assertThat(latency.max()).isGreaterThanOrEqualTo(40_000);
            assertThat(result.elapsedNs()).isEqualTo(250_000);
            assertThat(result.errors()).isEqualTo(2);
        }

        @Test
        void hasNoLatencyInStreams() {
            RunResult result = OpenMpiSubject.parse(List.of("operations 1000", "elapsed 250000", "errors 0"));

            assertThat(result.latency()).isNull();
            assertThat(result.operationsPerSecond()).isEqualTo(4_000_000);
        }

        @Test
        void isToldIfItHasNoResult() {
            assertThatThrownBy(() -> OpenMpiSubject.parse(List.of("There are not enough slots available")))
                    .isInstanceOf(BenchmarkException.class)
                    .hasMessageContaining("not enough slots");
        }
    }

    @Test
    void processorsComeInLists() {
        assertThat(Processors.parse(" 0-2,8")).containsExactly(0, 1, 2, 8);
        assertThat(Processors.parse("5\n")).containsExactly(5);
        assertThat(Processors.parse("")).isEmpty();
    }
}
