// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.memory.Region;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.MappedMemory;
import io.oriel.engine.testing.Memory;
import org.junit.jupiter.api.Test;

/** A request of this side fails while the peer is inside a Receive. */
class WithdrawalTest {
    private static final int LENGTH = 10_000;
    private static final int THRESHOLD = 1024;

    private final FakeMemory memory = new FakeMemory();
    private final EndpointFixture fixture = new EndpointFixture(memory, THRESHOLD);
    private final EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
    private final Region region =
            fixture.regions.add(new MappedMemory(LENGTH, () -> {}), AccessFlags.ALLOW_LOCAL_WRITE);

    WithdrawalTest() {
        fixture.attach(endpoint, true);
        assertThat(endpoint.receive(1, ScatterGatherList.of(region, 0, LENGTH))).isEqualTo(NdStatus.SUCCESS);
        memory.peerHazard(DirectLayout.user(
                                endpoint.connection().id(),
                                endpoint.connection().generation())
                        << 1
                | 1);
    }

    @Test
    void completesReceivesThoughASendFailsForWantOfCredit() {
        send(2, ScatterGatherList.empty());
        fixture.loop.advance(EndpointFixture.RECEIVER_NOT_READY_NS + 1);

        fixture.progress();

        assertThat(fixture.completions()).as("the peer is inside").containsExactly("SEND IO_TIMEOUT 2");
        assertThatReceivesCompleteWhenThePeerHasLeft();
    }

    @Test
    void completesReceivesThoughASendFailsWhoseMemoryIsGone() {
        Memory gone = new Memory(fixture.regions, 10, AccessFlags.NONE, (byte) 1);
        fixture.link.room(0);
        fixture.grantCredit(1);
        send(2, ScatterGatherList.of(gone.region()));
        gone.region().deregister();
        fixture.link.room(Long.MAX_VALUE);

        fixture.progress();

        assertThat(fixture.completions()).as("the peer is inside").containsExactly("SEND ACCESS_VIOLATION 2");
        assertThatReceivesCompleteWhenThePeerHasLeft();
    }

    @Test
    void saysThatAReceiveIsNotSafeThoughASendHasFailed() {
        send(2, ScatterGatherList.empty());
        fixture.loop.advance(EndpointFixture.RECEIVER_NOT_READY_NS + 1);
        fixture.progress();

        fixture.loop.advance(EndpointFixture.REVOKE_NS + 1);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE IO_TIMEOUT 1", "SEND IO_TIMEOUT 2");
    }

    private void assertThatReceivesCompleteWhenThePeerHasLeft() {
        memory.peerHazard(0);
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
    }

    private void send(long context, ScatterGatherList list) {
        assertThat(endpoint.send(context, list, OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
    }
}
