// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.measure.AllocationMeter;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.measure.ThreadCpu.Compilers;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A subject whose initiator is in this process, its responder by command in another one. */
public final class LocalContender implements Contender {
    private static final long MAX_SETTLING = 1_000;
    private static final long FIRST_BURST = 100;
    private static final long BURST_NS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final int GROWTH = 8;
    private static final int QUIET_BURSTS = 3;
    /** What the compilers of a process may use in a burst of finished code: a method that is seldom called. */
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final Duration REST_LIMIT = Duration.ofSeconds(30);
    private static final long ECHO_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final JvmSubject subject;
    private final ControlChannel channel;
    private final RunRecorder recorder = new RunRecorder();
    private final AllocationMeter meter = new AllocationMeter();
    private final Compilers compilers = new Compilers();
    private Initiator initiator;
    private boolean isClosed;

    /**
     * Sets both sides up.
     *
     * @param subject what is to run
     * @param config  what it does
     * @param channel to the other process, which serves
     */
    public LocalContender(JvmSubject subject, ScenarioConfig config, ControlChannel channel) {
        this.subject = subject;
        this.channel = channel;
        initiator = open(config);
    }

    private Initiator open(ScenarioConfig config) {
        channel.send("open " + subject.name() + " " + config.toLine());
        return explaining(() -> {
            Initiator made = subject.initiator(config, channel);
            channel.expect("opened");
            return made;
        });
    }

    @Override
    public void reopen(ScenarioConfig config) {
        closeBoth();
        initiator = open(config);
    }

    private interface Step<T> {
        T take();
    }

    @Override
    public WarmUp warmUp(long limitNs) {
        return explaining(() -> {
            long beginNs = System.nanoTime();
            long operations = FIRST_BURST;
            double operationNs;
            int quiet = 0;
            do {
                begin("run", operations);
                initiator.run(operations, recorder);
                end();
                operationNs = Math.max(1.0, (double) recorder.elapsedNs() / operations);
                quiet = isQuietBurst() && recorder.elapsedNs() >= BURST_NS / 2 ? quiet + 1 : 0;
                operations = Math.max(1, Math.min(GROWTH * operations, (long) (BURST_NS / operationNs)));
            } while (quiet < QUIET_BURSTS && System.nanoTime() - beginNs < limitNs);
            return new WarmUp(System.nanoTime() - beginNs, quiet == QUIET_BURSTS, operationNs);
        });
    }

    /** Lets the compilers of both processes finish; tells whether the last burst gave them nothing to do. */
    private boolean isQuietBurst() {
        channel.send("rest");
        long busyHere = compilers.rest();
        long busyThere = Long.parseLong(channel.expect("rested", REST_LIMIT));
        return busyHere < QUIET_NS && busyThere < QUIET_NS;
    }

    /** One timed run, after operations that only wake both processes. */
    @Override
    public RunResult run(long operations) {
        return explaining(() -> {
            long settling = Math.min(MAX_SETTLING, operations);
            Tally tally = initiator.tally();
            begin("run", settling + operations);
            initiator.run(settling, recorder);
            tally.reset();
            meter.start();
            initiator.run(operations, recorder);
            double allocatedHere = (double) meter.stop() / operations;
            long[] there = end();
            return new RunResult(
                    operations,
                    recorder.elapsedNs(),
                    recorder.latencies(),
                    Math.max(allocatedHere, (double) there[2] / (settling + operations)),
                    tally.errors() + there[0],
                    tally.declined() + there[1],
                    recorder.figures());
        });
    }

    @Override
    public long verify(long operations) {
        return explaining(() -> {
            begin("verify", operations);
            initiator.tally().reset();
            initiator.verify(operations);
            return initiator.tally().errors() + end()[0];
        });
    }

    @Override
    public String explanation() {
        return initiator.explanation();
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            try {
                closeBoth();
            } catch (BenchmarkException e) {
                // The other side has ended, which was told when it mattered.
            }
        }
    }

    /** Lets the other process close its side before this one is closed, whose files both use. */
    private void closeBoth() {
        try {
            channel.send("close " + subject.name());
            channel.expect("closed");
        } finally {
            initiator.close();
        }
    }

    private void begin(String what, long operations) {
        channel.send(what + " " + subject.name() + " " + operations);
        channel.expect("running");
    }

    /** Ends the responder's run; its errors, back-pressure and allocated bytes. */
    private long[] end() {
        channel.send("stop");
        String[] words = channel.expect("done").split(" ", -1);
        return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2])};
    }

    /** A failure here may be but the echo of one there. */
    private <T> T explaining(Step<T> step) {
        try {
            return step.take();
        } catch (BenchmarkException failure) {
            long deadline = System.nanoTime() + ECHO_NS;
            while (!channel.hasMessage() && System.nanoTime() - deadline < 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
            try {
                channel.checkPeer();
            } catch (BenchmarkException cause) {
                cause.addSuppressed(failure);
                throw cause;
            }
            throw failure;
        }
    }
}
