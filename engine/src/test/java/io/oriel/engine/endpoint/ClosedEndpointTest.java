// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.direct.WindowSlots;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.testing.CountingMemory;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.MappedMemory;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a closed endpoint keeps while its id is not free yet, because the peer may still send. */
class ClosedEndpointTest {
    private static final int LENGTH = 10_000;
    private static final int THRESHOLD = 100;
    private static final long PEER_USER = WindowSlots.user(EndpointFixture.PEER_ID, EndpointFixture.PEER_GENERATION);

    private final FakeMemory fake = new FakeMemory();
    private final CountingMemory memory = new CountingMemory(fake);
    private final EndpointFixture fixture = new EndpointFixture(memory, THRESHOLD);
    private final FakePort peerPort = new FakePort();
    private final ReceiveRing peerRing = Objects.requireNonNull(ReceiveRing.create(peerPort, 8, THRESHOLD, PEER_USER));
    private final MappedMemory target = new MappedMemory(LENGTH, () -> {});
    private EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
    private final Peering peering = endpoint.peering();

    ClosedEndpointTest() {
        fake.addPeerRegion(target);
        fake.addPeerRegion(peerPort.allocated().get(0));
        peerRing.show(0, new RegionTable(0).add(target, AccessFlags.ALLOW_LOCAL_WRITE), 0, LENGTH);
        fixture.attach(endpoint, true, peerRing.id());
        fixture.loop.runTasks();
    }

    @Test
    void letsGoOfThePeersMemory() {
        assertThat(memory.alive(target.id())).isOne();
        assertThat(memory.alive(peerRing.id())).isOne();

        endpoint.close();

        do {
            System.gc();
        } while (memory.alive(target.id()) + memory.alive(peerRing.id()) > 0);
        assertThat(peering.isOver()).as("the id stays taken").isFalse();
    }

    @Test
    void letsGoOfTheRegionsThatItsRequestsNamed() {
        WeakReference<Region> reference = postAndDeregister();

        endpoint.close();
        endpoint = fixture.idle(EndpointConfig.defaults());

        do {
            System.gc();
        } while (!reference.refersTo(null));
        assertThat(fixture.completions()).hasSize(2);
        assertThat(peering.isOver()).as("the id stays taken").isFalse();
    }

    private WeakReference<Region> postAndDeregister() {
        Region region = fixture.regions.add(new UnsafeBuffer(new byte[LENGTH]), AccessFlags.ALLOW_LOCAL_WRITE);
        ScatterGatherList list = ScatterGatherList.of(region, 0, 2 * THRESHOLD);
        fixture.grantCredit(10);
        assertThat(endpoint.send(1, list, OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(endpoint.receive(2, list)).isEqualTo(NdStatus.SUCCESS);
        region.deregister();
        return new WeakReference<>(region);
    }
}
