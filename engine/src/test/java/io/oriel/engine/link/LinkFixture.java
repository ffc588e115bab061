// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.api.NdStatus;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** The end of a link whose peer is the test, with lanes that nobody uses but the test. */
final class LinkFixture {
    static final int MAX_PAYLOAD = 256;
    static final int PEER_GENERATION = 7;

    final ManualLoop loop = new ManualLoop();
    final Domain domain = new Domain(loop, false);
    final FakePort port = new FakePort();
    final Lanes lanes = new Lanes(port);
    final FakeLink link = new FakeLink(MAX_PAYLOAD);
    final LinkEnd end = newEnd(link);
    final List<Lane> signalled = new ArrayList<>();
    final List<Lane> detached = new ArrayList<>();

    LinkFixture() {
        domain.onSignal(lanes::takeAttached);
    }

    /** An endpoint that has nothing to do, and notes what it hears. */
    private final class User implements LaneUser {
        private final Lane lane;

        private User(Lane lane) {
            this.lane = lane;
        }

        @Override
        public void onFrame(long word, long sequence, DirectBuffer buffer, int offset, int length) {}

        @Override
        public void onFailure(long sequence, NdStatus status) {}

        @Override
        public void onExecuted() {}

        @Override
        public void onPeerMissing() {}

        @Override
        public boolean attend() {
            return false;
        }

        @Override
        public long idleNs() {
            return Long.MAX_VALUE;
        }

        @Override
        public void onSignal() {
            signalled.add(lane);
        }

        @Override
        public void onDetached(boolean died) {
            detached.add(lane);
        }
    }

    /** Makes one more end. */
    LinkEnd newEnd(FakeLink of) {
        LinkEnd made = new LinkEnd(of, port, domain, lanes, loop::execute, () -> {});
        domain.add(made);
        return made;
    }

    /** Opens a lane that leads nowhere. */
    Lane open() {
        Lane lane = lanes.newLane();
        lane.use(new User(lane));
        lanes.put(lane);
        return lane;
    }

    /** Lets a lane lead to an endpoint of the peer's. */
    Lane attach(Lane lane, int peerId) {
        end.attach(lane, peerId, PEER_GENERATION);
        end.attached(lane);
        return lane;
    }

    /** What the application's next poll and the agent do. */
    void progress() {
        domain.enter();
        try {
            domain.progress();
        } finally {
            domain.exit();
        }
        loop.runTasks();
    }
}
