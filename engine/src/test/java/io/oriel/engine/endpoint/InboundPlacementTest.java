// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static io.oriel.engine.testing.Statuses.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.memory.Region;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.SendChunkEncoder;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.MappedMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Messages that the peer places into Receives by itself, and the end of that. */
class InboundPlacementTest {
    private static final int LENGTH = 10_000;
    private static final int THRESHOLD = 1000;

    private final FakeMemory memory = new FakeMemory();
    private final EndpointFixture fixture = new EndpointFixture(memory, THRESHOLD);
    private final EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
    private final MappedMemory bytes = new MappedMemory(LENGTH, () -> {});
    private final Region region = fixture.regions.add(bytes, AccessFlags.ALLOW_LOCAL_WRITE);
    private final long tag =
            DirectLayout.user(endpoint.connection().id(), endpoint.connection().generation()) << 1 | 1;

    InboundPlacementTest() {
        fixture.attach(endpoint, true);
    }

    @Test
    void takesAMessageThatIsInItsReceiveAlready() {
        receive(1, LENGTH);

        arrivePlaced(9000);

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 1");
        assertThat(endpoint.isConnected()).isTrue();
    }

    @Test
    void endsTheConnectionOfAPeerThatClaimsToHavePlacedWhereNothingIsShown() {
        receive(1, THRESHOLD); // not longer than what always travels in frames

        arrivePlaced(THRESHOLD);

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
        assertThat(endpoint.isConnected()).isFalse();
    }

    @Test
    void failsAReceiveThatIsShorterThanWhatThePeerClaimsToHavePlaced() {
        receive(1, 5000);
        receive(2, LENGTH);

        arrivePlaced(5001);

        assertThat(fixture.completions()).containsExactly("RECEIVE DATA_OVERRUN 1", "RECEIVE CANCELED 2");
    }

    @Test
    void endsTheConnectionOfAPeerThatPlacesWithoutAReceive() {
        arrivePlaced(5000);

        assertThat(endpoint.isConnected()).isFalse();
    }

    @Test
    void endsTheConnectionOfAPeerThatClaimsToHavePlacedLessThanNothing() {
        receive(1, LENGTH);

        arrivePlaced(-1);

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
    }

    @Test
    void doesNotShowMemoryOfTheCallers() {
        Region own = fixture.regions.add(new UnsafeBuffer(new byte[LENGTH]), AccessFlags.ALLOW_LOCAL_WRITE);
        assertThat(endpoint.receive(1, ScatterGatherList.of(own, 0, LENGTH))).isEqualTo(NdStatus.SUCCESS);

        arrivePlaced(5000);

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
    }

    @Test
    void doesNotShowAReceiveOfSeveralEntries() {
        ScatterGatherList two = new ScatterGatherList(2).add(region, 0, 4000).add(region, 4000, 4000);
        assertThat(endpoint.receive(1, two)).isEqualTo(NdStatus.SUCCESS);

        arrivePlaced(5000);

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
    }

    @Test
    void doesNotShowMemoryThatIsNotToBeWritten() {
        Region readOnly = fixture.regions.add(new MappedMemory(LENGTH, () -> {}), AccessFlags.NONE);
        assertThat(endpoint.receive(1, ScatterGatherList.of(readOnly, 0, LENGTH)))
                .isEqualTo(NdStatus.SUCCESS);

        arrivePlaced(5000);

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
    }

    @Test
    void cancelsReceivesOnlyWhenThePeerHasLeftThem() {
        receive(1, LENGTH);
        memory.peerHazard(tag);

        endpoint.connection().disconnect();
        fixture.progress();
        assertThat(fixture.completions()).as("the peer is still inside").isEmpty();

        memory.peerHazard(0);
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
    }

    @Test
    void saysThatAReceiveIsNotSafeWhenThePeerDoesNotLeaveIt() {
        receive(1, LENGTH);
        memory.peerHazard(tag);
        endpoint.connection().disconnect();
        fixture.progress();

        fixture.loop.advance(EndpointFixture.REVOKE_NS + 1);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE IO_TIMEOUT 1");
        assertFails(NdStatus.DEVICE_BUSY, region::deregister);
        memory.peerHazard(0);
        region.deregister();
    }

    @Test
    void cancelsReceivesOfADeadPeerWhateverItsHazardSays() {
        receive(1, LENGTH);
        memory.peerHazard(tag);
        memory.endPeer();

        endpoint.connection().disconnect();
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
        region.deregister();
    }

    @Test
    void flushesOnlyWhenThePeerHasLeftOrTheTimeIsOver() {
        receive(1, LENGTH);
        memory.peerHazard(tag);

        assertThat(endpoint.flush()).isEqualTo(NdStatus.SUCCESS);

        assertThat(fixture.completions()).containsExactly("RECEIVE IO_TIMEOUT 1");
    }

    @Test
    void doesNotWaitForAPlacementInAnotherEndpoint() {
        receive(1, LENGTH);
        memory.peerHazard(tag + 2);

        endpoint.flush();

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
    }

    @Test
    void deregistersOnlyWhenThePeerHasLeft() {
        receive(1, LENGTH);
        memory.peerHazard(tag);

        assertFails(NdStatus.DEVICE_BUSY, region::deregister);
        assertThat(region.isRegistered()).isTrue();

        memory.peerHazard(0);
        region.deregister();
        assertThat(region.isRegistered()).isFalse();
    }

    @Test
    void showsAReceiveAgainWhoseRegionCannotBeDeregistered() {
        receive(1, LENGTH);
        memory.peerHazard(tag);
        assertFails(NdStatus.DEVICE_BUSY, region::deregister);
        memory.peerHazard(0);

        arrivePlaced(9000);

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 1");
        region.deregister();
    }

    @Test
    void failsAMessageThatWasPlacedBeforeItsRegionWasDeregisteredLikeOneInFrames() {
        receive(1, LENGTH);
        receive(2, LENGTH);
        region.deregister();

        arrivePlaced(5000);

        assertThat(fixture.completions()).containsExactly("RECEIVE ACCESS_VIOLATION 1", "RECEIVE CANCELED 2");
        assertThat(endpoint.isConnected()).isFalse();
    }

    private void receive(long context, int length) {
        assertThat(endpoint.receive(context, ScatterGatherList.of(region, 0, length)))
                .isEqualTo(NdStatus.SUCCESS);
    }

    private void arrivePlaced(long length) {
        byte[] payload = new byte[SendChunkEncoder.BLOCK_LENGTH];
        new SendChunkEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .totalLength(length)
                .messageOffset(length);
        int id = endpoint.connection().id();
        int flags = FrameWord.FLAG_LAST | FrameWord.FLAG_PLACED;
        fixture.link.arrive(
                FrameWord.of(
                        FrameWord.TYPE_SEND_CHUNK,
                        flags,
                        id,
                        endpoint.connection().generation()),
                payload);
        fixture.progress();
        fixture.progress(); // a failure is told, and ends the connection
    }
}
