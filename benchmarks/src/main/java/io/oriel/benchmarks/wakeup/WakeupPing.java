// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.wakeup;

import io.oriel.api.AccessFlags;
import io.oriel.api.OpFlags;
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

/** Waits until the peer has fallen asleep, sends it a message, and takes from the answer when it woke. */
public final class WakeupPing implements Initiator, WakeupLoop.Sleeper {
    private final Tally tally = new Tally();
    private final WakeupLoop loop = new WakeupLoop(this);
    private final OrielSession session;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final Receives receives;
    private final Slots source;
    private final Completions completions;
    private final SpinGuard guard;
    private long sequence;
    private long wokenNs;
    private long peerCpuNs;

    /**
     * Posts the Receives and connects.
     *
     * @param session      one endpoint, not connected
     * @param config       what to do
     * @param receiveDepth Receives of the endpoint
     * @param channel      to the peer
     */
    public WakeupPing(OrielSession session, ScenarioConfig config, int receiveDepth, ControlChannel channel) {
        this.session = session;
        int size = config.shape().sizeBytes();
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        receives = new Receives(session, receiveDepth, size, inspector);
        source = new Slots(session.adapter(), 1, size, AccessFlags.NONE);
        source.fillAll(payload, 0);
        completions = new Completions(session.queue());
        guard = new SpinGuard(channel);
        receives.postAll();
        session.connect(channel);
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        loop.run(operations, recorder);
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

    @Override
    public long wokenNs() {
        return wokenNs;
    }

    @Override
    public long cpuNs() {
        return peerCpuNs;
    }

    @Override
    public void roundTrip() {
        sequence++;
        inspector.write(source.buffer(), 0, sequence);
        Posts.require(session.endpoint(0).send(sequence, source.list(0), OpFlags.SILENT_SUCCESS));
        while (!takeAnswer()) {
            guard.spin();
        }
        guard.progressed();
    }

    private boolean takeAnswer() {
        boolean answered = false;
        int count = completions.poll();
        for (int i = 0; i < count; i++) {
            if (completions.get(i).requestType() == RequestType.RECEIVE) {
                int slot = (int) completions.get(i).requestContext();
                wokenNs = WakeMessage.wokenNs(receives.buffer(), receives.offset(slot));
                peerCpuNs = WakeMessage.cpuNs(receives.buffer(), receives.offset(slot));
                receives.accept(slot, sequence);
                answered = true;
            }
        }
        return answered;
    }
}
