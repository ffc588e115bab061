// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.DirectLinks;
import io.oriel.engine.direct.PeerReceives;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.testing.CountingMemory;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.MappedMemory;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final int LENGTH = 100_000;
    private static final long USER = DirectLayout.user(3, 1);

    private final FakeMemory fake = new FakeMemory();
    private final CountingMemory memory = new CountingMemory(fake);
    private final DirectLink link = DirectLinks.create(memory);
    private final FakePort peerPort = new FakePort();
    private final ReceiveRing ring = Objects.requireNonNull(ReceiveRing.create(peerPort, 1, 0, USER));
    private final MappedMemory target = new MappedMemory(LENGTH, () -> {});

    PlacementTest() {
        fake.addPeerRegion(peerPort.allocated().get(0));
        fake.addPeerRegion(target);
        ring.show(0, target.id(), 0, LENGTH);
    }

    @Test
    void placesNothingForAClosedEndpoint() {
        Placement placement = new Placement(0, new ManualLoop());
        placement.into(open());
        assertThat(placement.takes(LENGTH)).isTrue();

        placement.release();
        assertThat(placement.takes(LENGTH)).isFalse();
        placement.into(open()); // by a worker that comes too late

        assertThat(placement.takes(LENGTH)).isFalse();
        do {
            System.gc();
        } while (memory.alive(target.id()) > 0);
    }

    private PeerReceives open() {
        return Objects.requireNonNull(PeerReceives.open(link, ring.id(), USER, Runnable::run));
    }
}
