// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import io.oriel.benchmarks.measure.AllocationMeter;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.wakeup.AwakeProcessors;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;

/**
 * One measurement: opens all subjects, warms them up, runs them in turns (A B A B ...), verifies them last.
 *
 * <p>Verification comes last so that the compiler has not seen its branches when the clock runs.
 */
public final class PerfRun {
    private static final long ECHO_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final PerfPlan plan;
    private final ControlChannel channel;
    private final AllocationMeter meter = new AllocationMeter();
    private final ProgressLine progress;
    private final RunRecorder recorder;

    /**
     * Creates a measurement; it must run on the thread that creates it.
     *
     * @param plan    what to measure
     * @param channel to the other process, which serves
     * @param out     for lines of progress
     */
    public PerfRun(PerfPlan plan, ControlChannel channel, PrintStream out) {
        this.plan = plan;
        this.channel = channel;
        progress = new ProgressLine(out, meter);
        recorder = new RunRecorder(progress);
    }

    /**
     * Measures.
     *
     * @return what was measured
     */
    public PerfOutcome run() {
        return plan.noHalt() ? AwakeProcessors.during(this::runAll) : runAll();
    }

    private PerfOutcome runAll() {
        List<Contender> contenders = new ArrayList<>();
        try {
            for (Subject subject : plan.subjects()) {
                contenders.add(new Contender(subject, plan.scenario(), channel, recorder, meter));
            }
            return run(contenders);
        } catch (BenchmarkException e) {
            throw explained(e);
        } finally {
            CloseHelper.quietCloseAll(contenders);
        }
    }

    private PerfOutcome run(List<Contender> contenders) {
        if (plan.warmup() > 0) {
            for (Contender contender : contenders) {
                label(contender, "warm-up");
                contender.warmUp(plan.warmup());
            }
        }
        for (int run = 1; run <= plan.runs(); run++) {
            for (Contender contender : contenders) {
                label(contender, "run " + run + " of " + plan.runs());
                contender.run(plan.settling(), plan.iterations());
            }
        }
        for (Contender contender : contenders) {
            label(contender, "verification");
            contender.verify(plan.verified());
        }
        List<Summary> summaries = contenders.stream().map(Contender::summary).toList();
        String explanation = contenders.get(0).explanation();
        contenders.forEach(Contender::retire);
        channel.send("exit");
        return new PerfOutcome(plan, summaries, explanation);
    }

    /** A failure here may be but the echo of one there. */
    private BenchmarkException explained(BenchmarkException failure) {
        long deadline = System.nanoTime() + ECHO_NS;
        while (!channel.hasMessage() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        try {
            channel.checkPeer();
            return failure;
        } catch (BenchmarkException cause) {
            cause.addSuppressed(failure);
            return cause;
        }
    }

    private void label(Contender contender, String what) {
        progress.label(contender.subject().label(plan.scenario().medium()) + ", " + what);
    }
}
