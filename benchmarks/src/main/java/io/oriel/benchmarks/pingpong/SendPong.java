// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.pingpong;

import io.oriel.api.Completion;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.benchmarks.oriel.Completions;
import io.oriel.benchmarks.oriel.OrielSession;
import io.oriel.benchmarks.oriel.Posts;
import io.oriel.benchmarks.oriel.Receives;
import io.oriel.benchmarks.oriel.Slots;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Answers each message with one of its own on the same endpoint, and posts the Receive again after that. */
public final class SendPong implements Responder {
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
    private long unconfirmed;

    /**
     * Posts the Receives and accepts.
     *
     * @param session      the endpoints, not connected
     * @param config       what the peer does
     * @param receiveDepth Receives of each endpoint
     * @param channel      to the peer
     */
    public SendPong(OrielSession session, ScenarioConfig config, int receiveDepth, ControlChannel channel) {
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
        session.accept(channel);
    }

    @Override
    public void run(long operations) {
        long last = sequence + operations;
        while (sequence < last || unconfirmed > 0) {
            int count = completions.poll();
            for (int i = 0; i < count; i++) {
                handle(completions.get(i));
            }
            if (count == 0) {
                guard.spin();
            } else {
                guard.progressed();
            }
        }
    }

    @Override
    public void verify(long operations) {
        inspector.thorough(true);
        run(operations);
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

    private void handle(Completion completion) {
        if (completion.requestType() != RequestType.RECEIVE) {
            unconfirmed--;
            return;
        }
        sequence++;
        inspector.write(source.buffer(), 0, sequence);
        int flags = posts.nextFlags();
        unconfirmed += flags == OpFlags.NONE ? 1 : 0;
        Posts.require(session.endpoint((int) completion.endpointContext()).send(sequence, source.list(0), flags));
        receives.accept(completion, sequence);
    }
}
