// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A subject in two processes of its own: one starts the operations, and has started the other, which answers. */
public final class ContenderProcess implements Contender {
    private static final Duration RUN_LIMIT = Duration.ofDays(1);

    private final PeerProcess process;
    private final ControlChannel channel;
    private @Nullable String explanation;

    private ContenderProcess(PeerProcess process) {
        this.process = process;
        channel = process.channel();
    }

    /**
     * Starts both processes, which connect while others are started.
     *
     * @param subject what is to run
     * @param config  what it does
     * @return the contender
     */
    static ContenderProcess start(JvmSubject subject, ScenarioConfig config) {
        return new ContenderProcess(
                PeerProcess.start(SideMain.class, subject.jvmFlags(), subject.name(), config.toLine()));
    }

    @Override
    public void reopen(ScenarioConfig config) {
        awaitOpened();
        explanation = null;
        channel.send("reopen " + config.toLine());
    }

    @Override
    public WarmUp warmUp(long limitNs) {
        awaitOpened();
        channel.send("warm-up " + limitNs);
        return RunLine.toWarmUp(channel.expect("warm", RUN_LIMIT));
    }

    @Override
    public RunResult run(long operations) {
        channel.send("run " + operations);
        return RunLine.toResult(channel.expect("ran", RUN_LIMIT));
    }

    @Override
    public long verify(long operations) {
        channel.send("verify " + operations);
        return Long.parseLong(channel.expect("verified", RUN_LIMIT));
    }

    @Override
    public String explanation() {
        return awaitOpened();
    }

    private String awaitOpened() {
        if (explanation == null) {
            explanation = channel.expect("opened");
        }
        return explanation;
    }

    @Override
    public void close() {
        channel.send("exit");
        process.close();
    }
}
