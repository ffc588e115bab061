// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.benchmarks.contender.SideMain;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Posts;
import io.oriel.benchmarks.session.Slots;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;

/**
 * One endpoint to each of several processes, which it starts, and which sleep: polls that find nothing, or Writes to one after the
 * other, each awaited. It also tells how long connecting took, and what memory each link has.
 */
final class PeerGroup implements Initiator {
    private final Tally tally = new Tally();
    private final List<PeerProcess> peers = new ArrayList<>();
    private final OrielSession session;
    private final Completions completions;
    private final SpinGuard guard;
    private final Slots source;
    private final RemoteWindow[] windows;
    private final boolean polls;
    private final double bytesEach;
    private final double setUpNs;
    private int next;

    PeerGroup(ScenarioConfig config, ControlChannel channel) {
        int count = config.load().peers();
        polls = config.shape().pattern() == Pattern.POLL;
        long bytesBefore = IdlePolls.memoryInUse();
        session = new OrielSession(channel, config.withLoad(config.load().withEndpoints(count)), 1, 1);
        completions = new Completions(session.queue());
        guard = new SpinGuard(channel);
        int size = config.shape().sizeBytes();
        source = Slots.source(session.adapter(), 1, size);
        source.fillAll(new Payload(size), 0);
        windows = new RemoteWindow[count];
        Shape shape = new Shape(Operation.WRITE, Pattern.RATE, size);
        ScenarioConfig each =
                config.withShape(shape).withLoad(config.load().withEndpoints(1).withPeers(1));
        for (int i = 0; i < count; i++) {
            PeerProcess peer = PeerProcess.start(SideMain.class, List.of());
            peers.add(peer);
            peer.channel().send("open " + Subjects.ORIEL + " " + each.toLine());
        }
        long elapsedNs = 0;
        for (int i = 0; i < count; i++) {
            elapsedNs += open(i);
        }
        setUpNs = elapsedNs;
        bytesEach = (double) (IdlePolls.memoryInUse() - bytesBefore) / count;
    }

    private long open(int index) {
        ControlChannel channel = peers.get(index).channel();
        long elapsedNs = session.connect(index, channel);
        windows[index] = session.openWindow(index, channel);
        channel.expect("opened");
        return elapsedNs;
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        recorder.figure(RunResult.SET_UP_NS, setUpNs);
        recorder.figure(RunResult.BYTES_EACH, bytesEach);
        for (long i = 0; i < operations; i++) {
            if (polls) {
                completions.requireNone();
            } else {
                writeOnce(i);
            }
        }
        recorder.finish();
    }

    private void writeOnce(long context) {
        Posts.require(session.endpoint(next).write(context, source.list(0), windows[next], 0, OpFlags.NONE));
        while (completions.poll() == 0) {
            guard.spin();
        }
        completions.get(0);
        guard.progressed();
        next = next + 1 == windows.length ? 0 : next + 1;
    }

    /** What a Write brings about is verified where there is one peer. */
    @Override
    public void verify(long operations) {}

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
        peers.forEach(peer -> peer.channel().send("exit"));
        CloseHelper.quietCloseAll(peers);
    }
}
