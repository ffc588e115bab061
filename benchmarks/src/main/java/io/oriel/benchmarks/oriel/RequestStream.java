// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.Completion;
import io.oriel.api.OpFlags;
import io.oriel.benchmarks.measure.Pacer;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.oriel.Requests.Lane;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Posts;

/**
 * Keeps requests in flight on all endpoints, which take strict turns; or runs them one at a time, for latency.
 *
 * <p>A closed loop posts whenever there is room. An open loop posts when a request is due, and records the time from
 * when it was due to its completion.
 */
public final class RequestStream implements Initiator {
    private static final int READ_ROUNDS = 8;

    private final Tally tally = new Tally();
    private final OrielSession session;
    private final ScenarioConfig config;
    private final ControlChannel channel;
    private final PayloadInspector inspector;
    private final Requests requests;
    private final Completions completions;
    private final SpinGuard guard;
    private final Pacer pacer;
    private final Lane[] lanes;
    private int next;

    /**
     * Allocates the memory and connects.
     *
     * @param session the endpoints, not connected
     * @param config  what to do
     * @param channel to the peer
     */
    public RequestStream(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.session = session;
        this.config = config;
        this.channel = channel;
        inspector = new PayloadInspector(new Payload(config.shape().sizeBytes()), tally);
        requests = new Requests(session, config, inspector, channel);
        completions = new Completions(session.queue());
        guard = new SpinGuard(channel);
        Load load = config.load();
        pacer = new Pacer(load.ratePerSecond());
        lanes = new Lane[load.endpoints()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(i, load.outstanding(), load.signalEvery());
        }
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        if (config.shape().pattern() == Pattern.LATENCY) {
            runOneByOne(recorder);
        } else {
            runTogether(operations, recorder);
        }
    }

    @Override
    public void verify(long operations) {
        inspector.thorough(true);
        RunRecorder unused = new RunRecorder();
        switch (config.shape().operation()) {
            case SEND -> run(operations, unused);
            case WRITE -> {
                int share = config.load().totalOutstanding();
                for (long done = 0; done < operations; done += share) {
                    run(Math.min(share, operations - done), unused);
                    channel.send("check");
                    channel.expect("checked");
                }
            }
            default -> { // READ
                long share = readsPerRound(operations);
                for (long done = 0; done < operations; done += share) {
                    channel.send("fill");
                    channel.expect("filled");
                    requests.nextRound();
                    run(Math.min(share, operations - done), unused);
                }
            }
        }
        inspector.thorough(false);
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

    /** How many Reads of a verification find the memory filled in the same way. */
    static long readsPerRound(long operations) {
        return Math.max(1, operations / READ_ROUNDS);
    }

    private void runOneByOne(RunRecorder recorder) {
        do {
            postUntilFull(1, 1, 1);
            while (reap(recorder) == 0) {
                guard.spin();
            }
            guard.progressed();
        } while (recorder.roundTripEnded());
    }

    private void runTogether(long operations, RunRecorder recorder) {
        pacer.start();
        long unposted = operations;
        long incomplete = operations;
        while (incomplete > 0) {
            unposted = postUntilFull(unposted, operations, lanes.length);
            long done = reap(recorder);
            incomplete -= done;
            if (done == 0) {
                guard.spin();
            } else {
                guard.progressed();
            }
        }
        recorder.finish();
    }

    /** Posts while there is room and time; returns how many of the run are left. The last of each lane are signalled. */
    private long postUntilFull(long unposted, long operations, int signalled) {
        long left = unposted;
        while (left > 0 && lanes[next].hasRoom()) {
            long intendedNs = 0;
            if (pacer.isOpenLoop()) {
                intendedNs = pacer.intendedNs(operations - left);
                if (System.nanoTime() - intendedNs < 0) {
                    break;
                }
            }
            if (!post(left <= signalled, intendedNs)) {
                tally.backPressure();
                break;
            }
            left--;
        }
        return left;
    }

    private boolean post(boolean last, long intendedNs) {
        Lane lane = lanes[next];
        boolean signalled = last || lane.isSignalled();
        int slot = lane.slot();
        requests.prepare(slot, next, lane.sequence());
        int flags = signalled ? OpFlags.NONE : OpFlags.SILENT_SUCCESS;
        if (!Posts.accepted(requests.post(slot, next, lane.sequence(), flags))) {
            return false;
        }
        lane.advance(signalled, intendedNs);
        next = next + 1 == lanes.length ? 0 : next + 1;
        return true;
    }

    /** Polls once. A completion stands for the silent successes before it, too. */
    private long reap(RunRecorder recorder) {
        int count = completions.poll();
        long done = 0;
        for (int i = 0; i < count; i++) {
            Completion completion = completions.get(i);
            Lane lane = lanes[(int) completion.endpointContext()];
            while (lane.isDone(completion.requestContext())) {
                requests.inspect(lane.oldestSlot());
                if (pacer.isOpenLoop()) {
                    recorder.latency(System.nanoTime() - lane.oldestIntendedNs());
                }
                lane.release();
                done++;
            }
        }
        return done;
    }
}
