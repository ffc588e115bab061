// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class MicroBenchmarksTest {
    private static final int BENCHMARKS = 19; // those of endpoints with Receives of their own, and with shared ones

    @BeforeAll
    static void letOthersRun() {
        System.setProperty("jmh.ignoreLock", "true"); // JMH's lock is the machine's, and nothing is measured here
    }

    @Test
    void allRun() throws RunnerException {
        Options options = new OptionsBuilder()
                .include("io\\.oriel\\.benchmarks\\..*")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();

        assertThat(new Runner(options).run()).hasSize(BENCHMARKS);
    }
}
