// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.mixed;

import io.oriel.api.Completion;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;

/** Answers each short message, and takes the long ones. */
public final class ShortAnswers implements Responder {
    private static final int POLLS_PER_LOOK = 64;

    private final Tally tally = new Tally();
    private final OrielSession session;
    private final ControlChannel channel;
    private final MixedMessages shorts;
    private final MixedMessages longs;
    private final Completions completions;

    /**
     * Connects.
     *
     * @param session two endpoints, not connected
     * @param config  how long the long ones are, and how many are in flight
     * @param channel to the {@link ShortTurns}
     */
    public ShortAnswers(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.session = session;
        this.channel = channel;
        shorts = new MixedMessages(session, 0, ShortTurns.SHORT, ShortTurns.FEW, ShortTurns.FEW, tally);
        longs = new MixedMessages(session, 1, config.shape().sizeBytes(), 0, ShortTurns.FEW, tally);
        completions = new Completions(session.queue());
        session.accept(channel);
    }

    @Override
    public void run(long operations) {
        do {
            for (int i = 0; i < POLLS_PER_LOOK; i++) {
                answer();
                Thread.onSpinWait();
            }
        } while (!channel.hasMessage());
    }

    private void answer() {
        int count = completions.poll();
        for (int i = 0; i < count; i++) {
            Completion completion = completions.get(i);
            if (completion.endpointContext() != 0) {
                boolean unused = longs.take(completion);
            } else if (shorts.take(completion)) {
                shorts.send();
            }
        }
    }

    @Override
    public void verify(long operations) {
        shorts.thorough(true);
        longs.thorough(true);
        run(operations);
        shorts.thorough(false);
        longs.thorough(false);
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
