// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.mixed;

import io.oriel.api.Completion;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;

/** Sends a short message and waits for the answer, one at a time, and keeps long ones in flight beside them. */
public final class ShortTurns implements Initiator {
    /** Bytes of the short messages. */
    static final int SHORT = 32;

    /** Receives of either side, and Sends of the short messages. */
    static final int FEW = 2;

    private final Tally tally = new Tally();
    private final OrielSession session;
    private final MixedMessages shorts;
    private final MixedMessages longs;
    private final Completions completions;
    private final SpinGuard guard;

    /**
     * Connects.
     *
     * @param session two endpoints, not connected
     * @param config  how long the long ones are, and how many are in flight
     * @param channel to the {@link ShortAnswers}
     */
    public ShortTurns(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.session = session;
        shorts = new MixedMessages(session, 0, SHORT, FEW, FEW, tally);
        longs = new MixedMessages(
                session, 1, config.shape().sizeBytes(), config.load().outstanding(), 0, tally);
        completions = new Completions(session.queue());
        guard = new SpinGuard(channel);
        session.connect(channel);
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        do {
            shorts.send();
            while (!isAnswered()) {
                guard.spin();
            }
            guard.progressed();
        } while (recorder.roundTripEnded());
        while (!longs.isQuiet() || !shorts.isQuiet()) {
            if (!isAnyTaken()) {
                guard.spin();
            }
        }
        guard.progressed();
    }

    private boolean isAnswered() {
        boolean isAnswered = isAnyTaken();
        while (longs.hasRoom()) {
            longs.send();
        }
        return isAnswered;
    }

    /** Polls once; true if an answer has come. */
    private boolean isAnyTaken() {
        int count = completions.poll();
        boolean isAnswered = false;
        for (int i = 0; i < count; i++) {
            Completion completion = completions.get(i);
            isAnswered |= (completion.endpointContext() == 0 ? shorts : longs).take(completion);
        }
        return isAnswered;
    }

    @Override
    public void verify(long operations) {
        shorts.thorough(true);
        longs.thorough(true);
        run(operations, new RunRecorder());
        shorts.thorough(false);
        longs.thorough(false);
    }

    @Override
    public String explanation() {
        return session.explanation();
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        session.close();
    }
}
