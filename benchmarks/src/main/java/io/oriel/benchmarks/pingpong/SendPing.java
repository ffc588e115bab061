// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.pingpong;

import io.oriel.api.AccessFlags;
import io.oriel.api.RequestType;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.oriel.Completions;
import io.oriel.benchmarks.oriel.OrielSession;
import io.oriel.benchmarks.oriel.Posts;
import io.oriel.benchmarks.oriel.Receives;
import io.oriel.benchmarks.oriel.Slots;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Sends a message and waits for the answer, one at a time, the endpoints taking turns. */
public final class SendPing implements Initiator {
    private final Tally tally = new Tally();
    private final OrielSession session;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final Receives receives;
    private final Slots source;
    private final Completions completions;
    private final Posts posts;
    private final SpinGuard guard;
    private long sequence;
    private int next;

    /**
     * Posts the Receives and connects.
     *
     * @param session      the endpoints, not connected
     * @param config       what to do
     * @param receiveDepth Receives of each endpoint
     * @param channel      to the peer
     */
    public SendPing(OrielSession session, ScenarioConfig config, int receiveDepth, ControlChannel channel) {
        this.session = session;
        int size = config.shape().sizeBytes();
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        receives = new Receives(session, receiveDepth, size, inspector);
        source = new Slots(session.adapter(), 1, size, AccessFlags.NONE);
        source.fillAll(payload, 0);
        completions = new Completions(session.queue());
        posts = new Posts(config.load().signalEvery());
        guard = new SpinGuard(channel);
        receives.postAll();
        session.connect(channel);
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        do {
            roundTrip();
        } while (recorder.roundTripEnded());
    }

    @Override
    public void verify(long operations) {
        inspector.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
        inspector.thorough(false);
        source.fillAll(payload, 0);
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        session.close();
    }

    private void roundTrip() {
        sequence++;
        inspector.write(source.buffer(), 0, sequence);
        Posts.require(session.endpoint(next).send(sequence, source.list(0), posts.nextFlags()));
        next = next + 1 == session.endpointCount() ? 0 : next + 1;
        while (!isAnswered()) {
            guard.spin();
        }
        guard.progressed();
    }

    /** Polls once. The completion of the Send, if it has one, is always taken before the answer. */
    private boolean isAnswered() {
        boolean answered = false;
        int count = completions.poll();
        for (int i = 0; i < count; i++) {
            if (completions.get(i).requestType() == RequestType.RECEIVE) {
                receives.accept(completions.get(i), sequence);
                answered = true;
            }
        }
        return answered;
    }
}
