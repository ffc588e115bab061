// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;

/** Polls that find nothing, by the initiator; its endpoints are connected, and the responder does nothing. */
final class IdlePolls implements Initiator, Responder {
    private final Tally tally = new Tally();
    private final OrielSession session;
    private final Completions completions;

    IdlePolls(OrielSession session, ControlChannel channel, boolean isFirst) {
        this.session = session;
        completions = new Completions(session.queue());
        if (isFirst) {
            session.connect(channel);
        } else {
            session.accept(channel);
        }
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        for (long i = 0; i < operations; i++) {
            completions.requireNone();
        }
        recorder.finish();
    }

    @Override
    public void run(long operations) {}

    /** There is no payload. */
    @Override
    public void verify(long operations) {}

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
