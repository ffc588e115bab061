// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.socket;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.wakeup.WakeMessage;
import io.oriel.benchmarks.wakeup.WakeupLoop;

/** Wakes the other side by a message through a socket. */
public final class SocketPing implements Initiator, WakeupLoop.Sleeper {
    private final WakeupLoop loop = new WakeupLoop(this);
    private final MessageSocket socket;
    private final SpinGuard guard;
    private long sequence;

    /**
     * Connects.
     *
     * @param config  of what it stands beside
     * @param channel to the other side
     */
    public SocketPing(ScenarioConfig config, ControlChannel channel) {
        socket = MessageSocket.accept(config.shape().sizeBytes(), channel);
        guard = new SpinGuard(channel);
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        loop.run(operations, recorder);
    }

    @Override
    public void verify(long operations) {
        socket.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
        socket.thorough(false);
    }

    @Override
    public void roundTrip() {
        sequence++;
        socket.next(sequence);
        socket.send();
        while (!socket.receive()) {
            guard.spin();
        }
        guard.progressed();
        socket.check(sequence);
    }

    @Override
    public long wokenNs() {
        return WakeMessage.wokenNs(socket.received(), 0);
    }

    @Override
    public long cpuNs() {
        return WakeMessage.cpuNs(socket.received(), 0);
    }

    @Override
    public Tally tally() {
        return socket.tally();
    }

    @Override
    public void close() {
        socket.close();
    }
}
