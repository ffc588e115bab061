// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.Completion;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Receives;

/** Takes messages and posts their Receives again. */
public final class SendSink implements Responder {
    private final Tally tally = new Tally();
    private final OrielSession session;
    private final PayloadInspector inspector;
    private final Receives receives;
    private final Completions completions;
    private final SpinGuard guard;
    private final long[] received;

    /**
     * Posts the Receives and accepts.
     *
     * @param session      the endpoints, not connected
     * @param config       what the peer does
     * @param receiveDepth Receives of each endpoint
     * @param channel      to the peer
     */
    public SendSink(OrielSession session, ScenarioConfig config, int receiveDepth, ControlChannel channel) {
        this.session = session;
        int size = config.shape().sizeBytes();
        inspector = new PayloadInspector(new Payload(size), tally);
        receives = new Receives(session, receiveDepth, size, inspector);
        completions = new Completions(session.queue());
        guard = new SpinGuard(channel);
        received = new long[session.endpointCount()];
        receives.postAll();
        session.accept(channel);
    }

    @Override
    public void run(long operations) {
        long left = operations;
        while (left > 0) {
            int count = completions.poll();
            for (int i = 0; i < count; i++) {
                Completion completion = completions.get(i);
                int index = (int) completion.endpointContext();
                receives.accept(completion, Requests.tagOf(session, index, received[index]++));
            }
            left -= count;
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
