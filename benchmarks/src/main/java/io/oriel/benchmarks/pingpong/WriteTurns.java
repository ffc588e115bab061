// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.pingpong;

import io.oriel.api.AccessFlags;
import io.oriel.api.Endpoint;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.benchmarks.oriel.Completions;
import io.oriel.benchmarks.oriel.OrielSession;
import io.oriel.benchmarks.oriel.Posts;
import io.oriel.benchmarks.oriel.Slots;
import io.oriel.benchmarks.oriel.Windows;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/**
 * One-sided Writes into each other's memory, in turns: both sides of the ping-pong have one.
 *
 * <p>A turn has come when the load of the last byte of the own window sees the peer's Write. The completion queue is
 * polled between two loads, so that the adapter makes progress.
 */
public final class WriteTurns {
    private final Tally tally = new Tally();
    private final OrielSession session;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final Slots target;
    private final Slots source;
    private final Completions completions;
    private final Posts posts;
    private final SpinGuard guard;
    private final RemoteWindow[] windows;
    private long unconfirmed;

    /**
     * Connects, and exchanges the windows.
     *
     * @param session        the endpoints, not connected
     * @param config         what to do
     * @param channel        to the peer
     * @param first          true for the side that connects and writes first
     */
    public WriteTurns(OrielSession session, ScenarioConfig config, ControlChannel channel, boolean first) {
        this.session = session;
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
        if (first) {
            session.connect(channel);
        } else {
            session.accept(channel);
        }
        Windows.grant(session, target, channel);
        windows = Windows.open(session, channel);
    }

    /** Writes the payload of a sequence into the peer's memory; signalled if it is its turn or that is asked for. */
    void write(int index, long sequence, boolean signalled) {
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
    void await(int index, long sequence) {
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
    void drain() {
        while (unconfirmed > 0) {
            poll();
            guard.spin();
        }
        guard.progressed();
    }

    void thorough(boolean value) {
        inspector.thorough(value);
        if (!value) {
            source.fillAll(payload, 0);
        }
    }

    int endpointCount() {
        return session.endpointCount();
    }

    Tally tally() {
        return tally;
    }

    String explanation() {
        return session.explanation();
    }

    void close() {
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
