// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.pingpong;

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

/**
 * Sends a message and waits for the answer, one at a time, the endpoints taking turns. The Receive of an answer is posted
 * again while the next message is under way.
 */
public final class SendPing implements Initiator {
    private static final int NONE = -1;

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
    private int answer = NONE;

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
        source = Slots.source(session.adapter(), 1, size);
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
        acceptAnswer(sequence);
    }

    @Override
    public void verify(long operations) {
        inspector.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
        acceptAnswer(sequence);
        inspector.thorough(false);
        source.fillAll(payload, 0);
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

    private void roundTrip() {
        sequence++;
        inspector.write(source.buffer(), 0, sequence);
        Posts.require(session.endpoint(next).send(sequence, source.list(0), posts.nextFlags()));
        next = next + 1 == session.endpointCount() ? 0 : next + 1;
        acceptAnswer(sequence - 1);
        while (!isAnswered()) {
            guard.spin();
        }
        guard.progressed();
    }

    private void acceptAnswer(long to) {
        if (answer != NONE) {
            receives.accept(answer, to);
            answer = NONE;
        }
    }

    /** Polls once. The completion of the Send, if it has one, is always taken before the answer. */
    private boolean isAnswered() {
        boolean answered = false;
        int count = completions.poll();
        for (int i = 0; i < count; i++) {
            if (completions.get(i).requestType() == RequestType.RECEIVE) {
                answer = (int) completions.get(i).requestContext();
                answered = true;
            }
        }
        return answered;
    }
}
