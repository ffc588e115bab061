// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.measure.Pacer;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/**
 * Sends messages as far ahead of the answers as may be outstanding. Where messages have intended times, or answers are what
 * counts, it records how long each answer takes.
 */
public final class MessageStream implements Initiator {
    private final Messages messages;
    private final SpinGuard guard;
    private final Pacer pacer;
    private final boolean isTimed;
    private final long[] beginNs;
    private long sent;
    private long answered;
    private int next;
    private int oldest;

    /**
     * Creates the initiator's side.
     *
     * @param messages to the other side, connected
     * @param config   how many are under way, and how fast
     * @param channel  to the other side
     */
    public MessageStream(Messages messages, ScenarioConfig config, ControlChannel channel) {
        this.messages = messages;
        guard = new SpinGuard(channel);
        pacer = new Pacer(config.load().ratePerSecond());
        isTimed = pacer.isOpenLoop() || config.shape().pattern() == Pattern.ECHO;
        beginNs = new long[config.load().totalOutstanding()];
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        pacer.start();
        long first = sent;
        long last = sent + operations;
        while (answered < last) {
            while (sent < last && sent - answered < beginNs.length && isDue(sent - first)) {
                sent++;
                messages.send(sent);
                next = following(next);
            }
            int count = messages.poll();
            if (count == 0) {
                guard.spin();
            } else {
                guard.progressed();
                take(count, recorder);
            }
        }
        recorder.finish();
    }

    @Override
    public void verify(long operations) {
        messages.thorough(true);
        run(operations, new RunRecorder());
        messages.thorough(false);
    }

    private boolean isDue(long index) {
        if (!isTimed) {
            return true;
        }
        long now = System.nanoTime();
        beginNs[next] = pacer.isOpenLoop() ? pacer.intendedNs(index) : now;
        return now - beginNs[next] >= 0;
    }

    private void take(int count, RunRecorder recorder) {
        answered += count;
        if (isTimed) {
            long now = System.nanoTime();
            for (int i = 0; i < count; i++) {
                recorder.latency(now - beginNs[oldest]);
                oldest = following(oldest);
            }
        }
    }

    private int following(int slot) {
        return slot + 1 == beginNs.length ? 0 : slot + 1;
    }

    @Override
    public String explanation() {
        return messages.explanation();
    }

    @Override
    public Tally tally() {
        return messages.tally();
    }

    @Override
    public void close() {
        messages.close();
    }
}
