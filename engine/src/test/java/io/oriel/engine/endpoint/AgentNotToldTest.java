// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.ManualLoop.Want;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The agent takes no task, or no thread can be made, when an endpoint or a link has something for it. */
class AgentNotToldTest {
    private static final int THRESHOLD = 100;
    private static final long A_SECOND_NS = 1_000_000_000;
    private static final long PEER_USER = DirectLayout.user(EndpointFixture.PEER_ID, EndpointFixture.PEER_GENERATION);

    private final FakeMemory memory = new FakeMemory();
    private final EndpointFixture fixture = new EndpointFixture(memory, THRESHOLD);
    private final EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());

    @Test
    void tellsOfTheLinksEndWhenThatOfAConnectionCouldNotBeTold() {
        fixture.attach(endpoint, true);
        receive(1);
        fixture.loop.failAt(Want.TASK, 1);

        assertThatThrownBy(endpoint::flush).isInstanceOf(OutOfMemoryError.class);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
        assertThat(fixture.ended).containsExactly("link");
    }

    @Test
    void tellsOfTheLinksEndInALaterProgressWhenItCouldNotBeTold() {
        fixture.attach(endpoint, true);
        receive(1);
        fixture.end.peerDied();
        fixture.loop.fail(Want.TASK, 1, 3);

        assertThatThrownBy(fixture::progress).isInstanceOf(OutOfMemoryError.class);
        while (fixture.loop.failures(Want.TASK) < 3) {
            assertThatThrownBy(fixture::progress).isInstanceOf(OutOfMemoryError.class);
        }
        fixture.progress();
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
        assertThat(fixture.ended).containsExactly("link");
    }

    @Test
    void mapsThePeersReceivesLaterWhenNoThreadCouldBeMade() {
        ReceiveRing ring = showReceives();
        fixture.loop.fail(Want.THREAD, 1, 2);

        fixture.attach(endpoint, true, ring.id());
        fixture.loop.runTasks();
        assertThat(memory.mapped()).isEmpty();
        fixture.loop.advance(A_SECOND_NS);
        fixture.loop.advance(A_SECOND_NS);

        assertThat(memory.mapped()).containsExactly(ring.id());
        assertThat(fixture.loop.waitingTimers()).isZero();
    }

    @Test
    void mapsThePeersReceivesLaterWhenThereWasNoRoom() {
        ReceiveRing ring = showReceives();
        memory.outOfRoom(true);
        fixture.attach(endpoint, true, ring.id());
        fixture.loop.runTasks();
        assertThatThrownBy(() -> fixture.loop.advance(A_SECOND_NS))
                .as("told once, when it fails again")
                .hasMessageContaining("no room");

        memory.outOfRoom(false);
        fixture.loop.advance(A_SECOND_NS);

        assertThat(memory.mapped()).containsExactly(ring.id(), ring.id(), ring.id());
        assertThat(fixture.loop.waitingTimers()).isZero();
    }

    @Test
    void doesNotGoOnToMapThePeersReceivesWhenTheConnectionIsOver() {
        ReceiveRing ring = showReceives();
        fixture.loop.failAt(Want.THREAD, 1);
        fixture.attach(endpoint, true, ring.id());

        endpoint.close();
        fixture.loop.advance(A_SECOND_NS);

        assertThat(memory.mapped()).isEmpty();
        assertThat(fixture.loop.waitingTimers()).isZero();
    }

    private ReceiveRing showReceives() {
        FakePort port = new FakePort();
        ReceiveRing ring = Objects.requireNonNull(ReceiveRing.create(port, 8, THRESHOLD, PEER_USER));
        memory.addPeerRegion(port.allocated().get(0));
        return ring;
    }

    private void receive(long context) {
        assertThat(endpoint.receive(context, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
    }
}
