// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.lookup;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Posts;
import io.oriel.benchmarks.session.Slots;

/** Reads by Oriel: one of each chain is posted, then the completion of the last is awaited. */
public final class Lookups implements Initiator {
    private final OrielSession session;
    private final Chains chains;
    private final Slots sinks;
    private final RemoteWindow window;
    private final Completions completions;
    private final SpinGuard guard;

    /**
     * Connects, and opens the window of the large memory.
     *
     * @param session the endpoint, not connected
     * @param config  how much is read, in how many chains
     * @param channel to the {@link LookupTarget}
     */
    public Lookups(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.session = session;
        Places places = new Places(config.shape().sizeBytes());
        chains = new Chains(places, config.load().outstanding());
        sinks = new Slots(session.adapter(), chains.count(), places.size(), AccessFlags.ALLOW_LOCAL_WRITE);
        sinks.fillAll(places.payload(), 0);
        completions = new Completions(session.queue());
        guard = new SpinGuard(channel);
        session.connect(channel);
        window = session.openWindow(0, channel);
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        for (long left = operations; left > 0; left -= chains.count()) {
            readTogether((int) Math.min(chains.count(), left));
        }
        recorder.finish();
    }

    private void readTogether(int count) {
        for (int chain = 0; chain < count; chain++) {
            post(chain, chain + 1 == count ? OpFlags.NONE : OpFlags.SILENT_SUCCESS);
        }
        while (completions.poll() == 0) {
            guard.spin();
        }
        guard.progressed();
        Completion unused = completions.get(0); // a success
        for (int chain = 0; chain < count; chain++) {
            chains.advance(chain, sinks.buffer(), sinks.offset(chain));
        }
    }

    private void post(int chain, int flags) {
        int at = chains.prepare(chain, sinks.buffer(), sinks.offset(chain));
        Posts.require(session.endpoint(0).read(chain, sinks.list(chain), window, at, flags));
    }

    @Override
    public void verify(long operations) {
        chains.thorough(true);
        run(operations, new RunRecorder());
        chains.thorough(false);
    }

    @Override
    public String explanation() {
        return session.explanation();
    }

    @Override
    public Tally tally() {
        return chains.tally();
    }

    @Override
    public void close() {
        session.close();
    }
}
