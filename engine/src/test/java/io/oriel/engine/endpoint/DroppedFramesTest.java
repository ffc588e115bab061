// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.testing.FakeLink;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A frame of a request is executed, or its request fails. */
class DroppedFramesTest {
    private static final long NOBODY = FrameWord.of(0, 0, 99, 3);
    private static final long PEER = FrameWord.of(0, 0, EndpointFixture.PEER_ID, EndpointFixture.PEER_GENERATION);

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();

    @Test
    void tellsThePeerOfAFrameThatNobodyTakes() {
        arrive(FrameWord.TYPE_SEND, NOBODY);

        fixture.progress();

        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent).hasSize(1);
        assertThat(FrameWord.type(sent.get(0).word())).isEqualTo(FrameWord.TYPE_FAILURE);
        assertThat(FrameWord.flags(sent.get(0).word())).isEqualTo(FrameWord.FLAG_NOBODY);
        assertThat(FrameWord.receiver(sent.get(0).word())).isEqualTo(NOBODY);
        assertThat(new UnsafeBuffer(sent.get(0).payload()).getLong(0)).isEqualTo(1);
        assertThat(endpoint.isConnected()).isTrue();
    }

    @Test
    void acknowledgesAFrameThatNobodyTakesOnlyWhenItsFailureIsTold() {
        arrive(FrameWord.TYPE_READ_RESPONSE, NOBODY);
        arrive(FrameWord.TYPE_WRITE, NOBODY);
        arrive(FrameWord.TYPE_SEND, FrameWord.of(0, 0, 98, 0));
        arrive(FrameWord.TYPE_WRITE, NOBODY);
        fixture.link.room(0);
        fixture.progress();
        assertThat(acknowledged()).as("no request depends on a Read's answer").isEqualTo(1);
        assertThat(fixture.end.idleNs()).isEqualTo(LinkEnd.RETRY_NS);

        for (int failures = 1; failures <= 3; failures++) {
            fixture.link.room(1);
            fixture.progress();
            List<FakeLink.Frame> told = fixture.link.takeCommitted();
            assertThat(told).hasSize(1);
            assertThat(FrameWord.acknowledgement(told.get(0).word(), 0)).isEqualTo(failures == 3 ? 4 : 1 + failures);
        }
        assertThat(fixture.end.idleNs()).isEqualTo(Long.MAX_VALUE);
        arrive(FrameWord.TYPE_READ_RESPONSE, NOBODY);
        fixture.progress();
        assertThat(acknowledged()).isEqualTo(5);
        assertThat(fixture.link.published() & 0xFFFF)
                .as("Failures that come before it")
                .isEqualTo(3);
    }

    @EnabledIfSystemProperty(named = "oriel.test.whole", matches = "true", disabledReason = "-Doriel.test.whole=true")
    @Test
    void keepsNoMoreThanAPeerMaySendUnacknowledged() {
        fixture.link.room(0);
        for (int sequence = 1; sequence <= FrameWord.MAX_UNACKNOWLEDGED; sequence++) {
            arrive(FrameWord.TYPE_SEND, FrameWord.of(0, 0, 90 + sequence % 2, 3));
        }
        while (fixture.end.executed() < FrameWord.MAX_UNACKNOWLEDGED) {
            fixture.progress();
        }
        assertThat(endpoint.isConnected()).isTrue();

        arrive(FrameWord.TYPE_SEND, NOBODY);
        fixture.progress();
        fixture.progress();

        assertThat(fixture.ended).contains("link");
    }

    @Test
    void failsARequestWhoseFrameThePeerHasDropped() {
        EngineEndpoint other = other();
        send(endpoint, 1);
        send(endpoint, 2);
        send(other, 3);

        arriveFailure(2, FrameWord.FLAG_NOBODY, PEER, 3);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("SEND SUCCESS 1", "SEND CANCELED 2", "SEND SUCCESS 3");
        assertThat(endpoint.isConnected()).isFalse();
        assertThat(other.isConnected()).isTrue();
    }

    @Test
    void endsNoConnectionForAFrameThatWasSentBeforeIt() {
        send(endpoint, 1);
        EngineEndpoint later = fixture.idle(EndpointConfig.defaults());
        fixture.attachTo(later, EndpointFixture.PEER_ID); // 256 endpoints later id and generation come again

        arriveFailure(1, FrameWord.FLAG_NOBODY, PEER, 0);
        fixture.progress();

        assertThat(endpoint.isConnected()).isFalse();
        assertThat(later.isConnected()).isTrue();
    }

    @Test
    void takesAFailureOfALaterFrameNotForASuccessOfEarlierOnes() {
        EngineEndpoint other = other();
        send(endpoint, 1);
        send(other, 2);

        long address =
                FrameWord.of(0, 0, other.connection().id(), other.connection().generation());
        arriveFailure(2, 0, address, 0);
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("SEND ACCESS_VIOLATION 2");

        address = FrameWord.of(
                0, 0, endpoint.connection().id(), endpoint.connection().generation());
        arriveFailure(1, 0, address, 2);
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("SEND ACCESS_VIOLATION 1");
    }

    @Test
    void holdsBackTheEarlierOfTwoFailuresWhenTheLaterIsToldFirst() {
        EngineEndpoint other = other();
        fixture.link.room(0);
        arriveSendTo(endpoint); // without credit
        arriveSendTo(other);
        fixture.progress();

        for (int count = 0; count < 2; count++) {
            fixture.link.room(1);
            fixture.progress();
            FakeLink.Frame told = fixture.link.takeCommitted().get(0);
            long failed = new UnsafeBuffer(told.payload()).getLong(0);
            long acknowledgement = FrameWord.acknowledgement(told.word(), 0);
            assertThat(acknowledgement).isEqualTo(count == 0 ? 2 - failed : 2);
        }
    }

    @Test
    void countsNoFailureThatNamesNobodyAsDropped() {
        arriveFailure(1, FrameWord.FLAG_NOBODY, NOBODY, 0);

        fixture.progress();

        assertThat(fixture.link.counters().get(LinkCounter.FRAMES_DROPPED)).isZero();
        assertThat(fixture.link.counters().get(LinkCounter.FAILURES_RECEIVED)).isOne();
    }

    @Test
    void breaksTheLinkOfAPeerWhoseFailureIsTooShortToSayOfWhat() {
        send(endpoint, 1);
        ConnectionEnd connection = endpoint.connection();
        long word = FrameWord.of(FrameWord.TYPE_FAILURE, 0, connection.id(), connection.generation());
        fixture.link.arrive(FrameWord.with(word, 0, 1), new byte[FailureEncoder.BLOCK_LENGTH - 1]);

        fixture.progress();
        fixture.progress();

        assertThat(fixture.completions()).as("what it denies is not known").containsExactly("SEND IO_TIMEOUT 1");
        assertThat(fixture.ended).contains("link");
    }

    private EngineEndpoint other() {
        EngineEndpoint other = fixture.idle(EndpointConfig.defaults());
        fixture.attachTo(other, EndpointFixture.PEER_ID + 1);
        return other;
    }

    private void send(EngineEndpoint from, long context) {
        fixture.grantCredit(2);
        assertThat(from.send(context, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
    }

    private void arriveSendTo(EngineEndpoint receiver) {
        arrive(
                FrameWord.TYPE_SEND,
                FrameWord.of(
                        0, 0, receiver.connection().id(), receiver.connection().generation()));
    }

    private void arrive(int type, long receiver) {
        fixture.link.arrive(FrameWord.of(type, 0, 0, 0) | receiver, new byte[0]);
    }

    private void arriveFailure(long sequence, int flags, long receiver, long acknowledgement) {
        byte[] payload = new byte[FailureEncoder.BLOCK_LENGTH];
        new FailureEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .sequence(sequence)
                .status(NdStatus.ACCESS_VIOLATION.value())
                .reserved(0);
        long word = FrameWord.of(FrameWord.TYPE_FAILURE, flags, 0, 0) | receiver;
        fixture.link.arrive(FrameWord.with(word, 0, acknowledgement), payload);
    }

    private long acknowledged() {
        return AcknowledgementWord.sequence(fixture.link.published(), 0);
    }
}
