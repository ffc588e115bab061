// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import io.oriel.benchmarks.measure.AllocationMeter;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Tally;
import java.util.ArrayList;
import java.util.List;

/** One subject in both processes: its initiator here, its responder by command there. */
final class Contender implements AutoCloseable {
    private final Subject subject;
    private final ControlChannel channel;
    private final RunRecorder recorder;
    private final AllocationMeter meter;
    private final Initiator initiator;
    private final List<RunResult> results = new ArrayList<>();
    private long wrongPayloads;

    Contender(
            Subject subject,
            ScenarioConfig config,
            ControlChannel channel,
            RunRecorder recorder,
            AllocationMeter meter) {
        this.subject = subject;
        this.channel = channel;
        this.recorder = recorder;
        this.meter = meter;
        channel.send("open " + subject.name() + " " + config.toLine());
        initiator = subject.initiator(config, channel);
        channel.expect("opened");
    }

    void warmUp(long operations) {
        begin("run", operations);
        initiator.run(operations, recorder);
        end();
    }

    /** One timed run, after operations that only wake both processes. */
    void run(long settling, long operations) {
        Tally tally = initiator.tally();
        begin("run", settling + operations);
        initiator.run(settling, recorder);
        tally.reset();
        meter.start();
        initiator.run(operations, recorder);
        double allocatedHere = (double) meter.stop() / operations;
        long[] there = end();
        results.add(new RunResult(
                operations,
                recorder.elapsedNs(),
                recorder.latencies(),
                Math.max(allocatedHere, (double) there[2] / (settling + operations)),
                tally.errors() + there[0],
                tally.declined() + there[1],
                recorder.idleCpuShare()));
    }

    /** Operations with every byte checked. */
    void verify(long operations) {
        begin("verify", operations);
        initiator.tally().reset();
        initiator.verify(operations);
        long[] there = end();
        wrongPayloads += initiator.tally().errors() + there[0];
    }

    Subject subject() {
        return subject;
    }

    String explanation() {
        return initiator.explanation();
    }

    Summary summary() {
        return new Summary(subject, List.copyOf(results), wrongPayloads);
    }

    /** Lets the other process close its side; before this one is closed, whose files both use. */
    void retire() {
        channel.send("close " + subject.name());
        channel.expect("closed");
    }

    @Override
    public void close() {
        initiator.close();
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
}
