// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.memory.Window;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.testing.Memory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** From the peer's Disconnect to the end of a connection. */
class EndingTest {
    private static final long PATIENCE_NS = Math.max(EndpointFixture.RECEIVER_NOT_READY_NS, EndpointFixture.REVOKE_NS);

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();

    @Test
    void executesWhatThePeerHadSentBeforeAndEndsInTheNextCall() {
        receive(1);
        receive(2);
        arriveSend();

        disconnect(1, 0);
        assertThat(endpoint.receive(3, ScatterGatherList.empty())).isEqualTo(NdStatus.CONNECTION_INVALID);

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 1", "RECEIVE CANCELED 2");
    }

    @Test
    void executesWhatThePeerHadSentBeforeThoughThisSideDisconnectsAsWell() {
        receive(1);
        receive(2);
        arriveSend();

        disconnect(2, 0);
        endpoint.connection().disconnect();
        receiveRefused();

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 1", "RECEIVE CANCELED 2");
    }

    @Test
    void awaitsWhatThePeerHadSentBefore() {
        receive(1);
        disconnect(1, 0);
        fixture.progress();
        assertThat(fixture.completions()).isEmpty();

        arriveSend();
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 1");
    }

    @Test
    void awaitsWhatDoesNotComeForABoundedTime() {
        receive(1);
        disconnect(2, 0);
        fixture.progress();
        fixture.loop.advance(PATIENCE_NS);
        fixture.progress();
        arriveSend();
        fixture.progress();
        assertThat(fixture.completions()).as("it goes on coming").containsExactly("RECEIVE SUCCESS 1");
        receiveRefused();

        fixture.loop.advance(PATIENCE_NS + 1);
        fixture.progress();

        assertThat(fixture.ended).containsExactly("endpoint");
    }

    @Test
    void bindsNothingToAnEndpointThatEndsBecauseAnothersEndComesToLight() {
        EngineEndpoint other = fixture.connected();
        Memory memory = new Memory(fixture.regions, 100, AccessFlags.ALLOW_LOCAL_WRITE, (byte) 1);
        Window window = fixture.windows.create(0);
        UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        assertThat(endpoint.bind(1, memory.region(), window, 0, 100, OpFlags.ALLOW_READ, descriptor, 0))
                .isEqualTo(NdStatus.SUCCESS);
        fixture.grantCredit(2);
        assertThat(other.send(2, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
        send(3);
        ScatterGatherList nothing = new ScatterGatherList(1).add(new UnsafeBuffer(new byte[1]), 1, 1);
        assertThat(other.send(4, nothing, OpFlags.INLINE)).isEqualTo(NdStatus.SUCCESS);
        endpoint.connection().peerDisconnected(new PeerEnd(0, 1, 2, NdStatus.ACCESS_VIOLATION));

        assertThat(other.bind(5, memory.region(), window, 0, 100, OpFlags.ALLOW_READ, descriptor, 0))
                .isEqualTo(NdStatus.SUCCESS);

        assertThat(fixture.completions())
                .containsExactlyInAnyOrder(
                        "BIND SUCCESS 1",
                        "SEND ACCESS_VIOLATION 3",
                        "SEND SUCCESS 2",
                        "SEND ACCESS_VIOLATION 4",
                        "BIND CANCELED 5");
        memory.region().deregister();
    }

    @Test
    void breaksALinkWhosePeerNamesWhatItCannotHaveSent() {
        for (long last : new long[] {-1, Long.MIN_VALUE, FrameWord.MAX_UNACKNOWLEDGED + 1L, Long.MAX_VALUE}) {
            EndpointFixture each = new EndpointFixture();
            EngineEndpoint one = each.connected();
            EngineEndpoint other = each.connected();

            one.connection().peerDisconnected(new PeerEnd(last, 0, 0, NdStatus.SUCCESS));
            each.progress();
            each.progress();

            assertThat(each.ended).as("last %s", last).contains("link");
            assertThat(other.isConnected()).isFalse();
        }
    }

    @Test
    void breaksALinkWhosePeerAcknowledgesWhatWasNotSent() {
        disconnect(0, 1);
        fixture.progress();
        fixture.progress();

        assertThat(fixture.ended).contains("link");
    }

    @Test
    void takesAnAcknowledgementOnlyWithTheFramesBeforeIt() {
        send(1);
        disconnect(1, 1);
        fixture.progress();
        assertThat(fixture.completions()).as("a Failure may be on its way").isEmpty();

        arriveFailure(1);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("SEND ACCESS_VIOLATION 1");
    }

    @Test
    void awaitsTheFailureThatADisconnectNames() {
        receive(7);
        send(1);
        send(2);
        endpoint.connection().peerDisconnected(new PeerEnd(0, 0, 2, NdStatus.ACCESS_VIOLATION));
        fixture.progress();
        assertThat(fixture.completions()).isEmpty();

        arriveFailure(2);
        fixture.progress();

        assertThat(fixture.completions())
                .containsExactly("RECEIVE CANCELED 7", "SEND SUCCESS 1", "SEND ACCESS_VIOLATION 2");
    }

    @Test
    void failsAsADisconnectSaysThoughTheFailureItselfDoesNotCome() {
        send(1);
        endpoint.connection().peerDisconnected(new PeerEnd(0, 0, 1, NdStatus.ACCESS_VIOLATION));
        fixture.progress();

        fixture.loop.advance(PATIENCE_NS + 1);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("SEND ACCESS_VIOLATION 1");
    }

    @Test
    void awaitsAFailureForABoundedTimeThoughFramesOfOthersGoOnComing() {
        EngineEndpoint other = fixture.connected();
        send(1);
        endpoint.connection().peerDisconnected(new PeerEnd(0, 0, 1, NdStatus.ACCESS_VIOLATION));
        fixture.progress();

        for (int count = 0; count <= Ending.FAILURE_PATIENCE; count++) {
            assertThat(fixture.completions()).as("it goes on coming").isEmpty();
            fixture.loop.advance(PATIENCE_NS);
            ConnectionEnd connection = other.connection();
            fixture.link.arrive(
                    FrameWord.of(FrameWord.TYPE_DEMAND, 0, connection.id(), connection.generation()), new byte[0]);
            fixture.progress();
        }

        assertThat(fixture.completions()).containsExactly("SEND ACCESS_VIOLATION 1");
    }

    private void disconnect(long last, long executed) {
        endpoint.connection().peerDisconnected(new PeerEnd(last, executed, 0, NdStatus.SUCCESS));
    }

    private void receive(long context) {
        assertThat(endpoint.receive(context, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
    }

    private void receiveRefused() {
        assertThat(endpoint.receive(0, ScatterGatherList.empty())).isEqualTo(NdStatus.CONNECTION_INVALID);
    }

    private void send(long context) {
        fixture.grantCredit(2);
        assertThat(endpoint.send(context, ScatterGatherList.empty(), OpFlags.NONE))
                .isEqualTo(NdStatus.SUCCESS);
    }

    private void arriveSend() {
        fixture.link.arrive(wordTo(FrameWord.TYPE_SEND), new byte[0]);
    }

    private void arriveFailure(long sequence) {
        byte[] payload = new byte[FailureEncoder.BLOCK_LENGTH];
        new FailureEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .sequence(sequence)
                .status(NdStatus.ACCESS_VIOLATION.value())
                .reserved(0);
        fixture.link.arrive(FrameWord.with(wordTo(FrameWord.TYPE_FAILURE), 0, sequence), payload);
    }

    private long wordTo(int type) {
        ConnectionEnd connection = endpoint.connection();
        return FrameWord.of(type, 0, connection.id(), connection.generation());
    }
}
