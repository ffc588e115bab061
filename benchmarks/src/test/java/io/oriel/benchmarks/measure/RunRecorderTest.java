// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunRecorderTest {
    private final RunRecorder recorder = new RunRecorder();

    @Test
    void condensesLatenciesToPercentiles() {
        recorder.start(1000);
        for (int i = 1; i <= 1000; i++) {
            recorder.latency(i);
        }

        LatencyNanos latency = LatencyNanos.of(requireNonNull(recorder.latencies()));

        assertThat(latency.p50()).isEqualTo(500);
        assertThat(latency.p90()).isEqualTo(900);
        assertThat(latency.p99()).isEqualTo(990);
        assertThat(latency.p999()).isEqualTo(999);
        assertThat(latency.max()).isEqualTo(1000);
        assertThat(latency.mean()).isBetween(500.0, 501.0);
    }

    @Test
    void endsAClosedLoopAfterTheOperationsAskedFor() {
        for (int operations : new int[] {1, 2, 16_383, 16_384, 16_385, 40_000}) {
            int loops = 0;
            recorder.start(operations);
            do {
                loops++;
            } while (recorder.roundTripEnded());

            assertThat(loops).isEqualTo(operations);
        }
    }

    @Test
    void recordsEveryRoundTripOfAClosedLoop() {
        int operations = 50_000;
        recorder.start(operations);
        while (recorder.roundTripEnded()) {
            Thread.onSpinWait();
        }

        LatencyNanos latency = LatencyNanos.of(requireNonNull(recorder.latencies()));

        // The round trips follow each other without a gap, so they add up to the time that the run took.
        assertThat(latency.mean() * operations).isBetween(0.98 * recorder.elapsedNs(), 1.02 * recorder.elapsedNs());
    }

    @Test
    void hasNoLatenciesWhereAStreamRecordsNone() {
        recorder.start(10);
        recorder.finish();

        assertThat(recorder.latencies()).isNull();
        assertThat(recorder.elapsedNs()).isPositive();
    }

    @Test
    void forgetsTheRunBefore() {
        recorder.start(1);
        recorder.latency(7);

        recorder.start(1);

        assertThat(recorder.latencies()).isNull();
    }

    @Test
    void recordsWithoutAllocation() {
        RunRecorder quiet = new RunRecorder();
        AllocationMeter meter = new AllocationMeter();
        run(quiet, 100_000);
        meter.start();

        run(quiet, 100_000);

        assertThat(meter.stop()).isZero();
    }

    private static void run(RunRecorder recorder, int operations) {
        recorder.start(operations);
        while (recorder.roundTripEnded()) {
            Thread.onSpinWait();
        }
    }
}
