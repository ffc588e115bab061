// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.concurrent.TimeUnit;

/** A rival that is a program: it is started for each run, does its own warm-up, and ends with the run. */
final class ProgramContender implements Contender {
    private static final long FIRST_OPERATIONS = 1_000;
    private static final long GROWTH = 100;
    private static final long ENOUGH_NS = TimeUnit.MILLISECONDS.toNanos(150);

    private final Program program;
    private ScenarioConfig config;

    ProgramContender(Program program, ScenarioConfig config) {
        this.program = program;
        this.config = config;
    }

    /** Both processes of a rival, from their start to their end, as often as it is run. */
    interface Program {
        /** Runs so many operations; if thorough, checks every byte of them where the program can. */
        RunResult run(ScenarioConfig config, long operations, boolean thorough);

        /** What runs, in a few words. */
        String explanation(ScenarioConfig config);
    }

    @Override
    public void reopen(ScenarioConfig next) {
        config = next;
    }

    /** Finds out how long an operation takes: there is no compiler to wait for. */
    @Override
    public WarmUp warmUp(long limitNs) {
        long beginNs = System.nanoTime();
        long operations = FIRST_OPERATIONS;
        while (true) {
            RunResult result = run(operations);
            double operationNs = Math.max(1.0, (double) result.elapsedNs() / result.operations());
            if (result.elapsedNs() >= ENOUGH_NS / 2 || System.nanoTime() - beginNs >= limitNs) {
                return new WarmUp(System.nanoTime() - beginNs, true, operationNs);
            }
            operations = Math.min(GROWTH * operations, (long) (ENOUGH_NS / operationNs) + 1);
        }
    }

    @Override
    public RunResult run(long operations) {
        return program.run(config, operations, false);
    }

    @Override
    public long verify(long operations) {
        return program.run(config, operations, true).errors();
    }

    @Override
    public String explanation() {
        return program.explanation(config);
    }

    @Override
    public void close() {
        // Nothing is left of a run.
    }
}
