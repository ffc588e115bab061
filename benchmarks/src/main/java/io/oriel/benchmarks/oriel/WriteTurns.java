// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.AccessFlags;
import io.oriel.api.Endpoint;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Posts;
import io.oriel.benchmarks.session.Slots;

/**
 * One-sided Writes into each other's memory, in turns: the initiator writes first. The endpoints take turns, too.
 *
 * <p>A turn has come when the load of the last byte of the own window sees the peer's Write. The completion queue is
 * polled between two loads, so that the adapter makes progress.
 */
final class WriteTurns implements Initiator, Responder {
    private final Tally tally = new Tally();
    private final OrielSession session;
    private final boolean isFirst;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final Slots target;
    private final Slots source;
    private final Completions completions;
    private final Posts posts;
    private final SpinGuard guard;
    private final RemoteWindow[] windows;
    private final long[] sequences;
    private long unconfirmed;
    private int next;

    /**
     * Connects, and exchanges the windows.
     *
     * @param session        the endpoints, not connected
     * @param config         what to do
     * @param channel        to the peer
     * @param isFirst true for the side that connects and writes first
     */
    WriteTurns(OrielSession session, ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        this.session = session;
        this.isFirst = isFirst;
        int size = config.shape().sizeBytes();
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        target = new Slots(session.adapter(), session.endpointCount(), size, AccessFlags.ALLOW_LOCAL_WRITE);
        // One for each endpoint: the peer's answer says that the Write before has been executed.
        source = Slots.source(session.adapter(), session.endpointCount(), size);
        source.fillAll(payload, 0);
        completions = new Completions(session.queue());
        posts = new Posts(config.load().signalEvery());
        guard = new SpinGuard(channel);
        if (isFirst) {
            session.connect(channel);
        } else {
            session.accept(channel);
        }
        session.grant(target, channel);
        windows = session.openWindows(channel);
        sequences = new long[session.endpointCount()];
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        do {
            roundTrip();
        } while (recorder.roundTripEnded());
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            int endpoint = turn();
            long sequence = ++sequences[endpoint];
            await(endpoint, sequence);
            write(endpoint, sequence, i == operations - 1);
        }
        drain();
    }

    @Override
    public void verify(long operations) {
        thorough(true);
        if (isFirst) {
            for (long i = 0; i < operations; i++) {
                roundTrip();
            }
        } else {
            run(operations);
        }
        thorough(false);
    }

    private void roundTrip() {
        int endpoint = turn();
        long sequence = ++sequences[endpoint];
        write(endpoint, sequence, false);
        await(endpoint, sequence);
    }

    private int turn() {
        int endpoint = next;
        next = next + 1 == sequences.length ? 0 : next + 1;
        return endpoint;
    }

    /** Writes the payload of a sequence into the peer's memory; signalled if it is its turn or that is asked for. */
    private void write(int index, long sequence, boolean signalled) {
        inspector.write(source.buffer(), source.offset(index), sequence);
        Endpoint endpoint = session.endpoint(index);
        int flags = posts.nextFlags() & (signalled ? ~OpFlags.SILENT_SUCCESS : -1);
        unconfirmed += flags == OpFlags.NONE ? 1 : 0;
        if (Posts.accepted(endpoint.write(sequence, source.list(index), windows[index], 0, flags))) {
            return;
        }
        tally.backPressure();
        do {
            poll();
            guard.spin();
        } while (!Posts.accepted(endpoint.write(sequence, source.list(index), windows[index], 0, flags)));
    }

    /** Waits until the payload of a sequence has come into the own memory. */
    private void await(int index, long sequence) {
        int offset = target.offset(index);
        byte expected = Payload.lastByteOf(sequence);
        while (target.buffer().getByteVolatile(offset + payload.lastByte()) != expected) {
            poll();
            guard.spin();
        }
        guard.progressed();
        inspector.check(target.buffer(), offset, sequence);
    }

    /** Waits until every signalled Write has completed. */
    private void drain() {
        while (unconfirmed > 0) {
            poll();
            guard.spin();
        }
        guard.progressed();
    }

    private void thorough(boolean value) {
        inspector.thorough(value);
        if (!value) {
            source.fillAll(payload, 0);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public String explanation() {
        return session.explanation();
    }

    @Override
    public void close() {
        session.close();
    }

    private void poll() {
        int count = completions.poll();
        for (int i = 0; i < count; i++) {
            completions.get(i);
        }
        unconfirmed -= count;
    }
}
