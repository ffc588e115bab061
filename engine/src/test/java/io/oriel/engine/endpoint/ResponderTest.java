// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.memory.Revocation;
import io.oriel.engine.memory.Window;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FailureDecoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.protocol.ReadRequestEncoder;
import io.oriel.engine.protocol.ReadResponseDecoder;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.Memory;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ResponderTest {
    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();
    private final Memory memory = new Memory(fixture.regions, 1000, AccessFlags.ALLOW_LOCAL_WRITE, (byte) 1);
    private final Window readable = bind(OpFlags.ALLOW_READ);
    private final Window writeOnly = bind(OpFlags.ALLOW_WRITE);

    @Test
    void answersAReadInPartsThatFitTheLink() {
        arriveRead(readable, 10, 600);

        fixture.progress();

        List<FakeLink.Frame> responses = fixture.link.takeCommitted();
        assertThat(responses).hasSize(3);
        assertThat(responses)
                .extracting(frame -> FrameWord.type(frame.word()))
                .containsOnly(FrameWord.TYPE_READ_RESPONSE);
        assertThat(responses)
                .extracting(frame -> FrameWord.flags(frame.word()))
                .containsExactly(0, 0, FrameWord.FLAG_LAST);
        assertThat(responses.stream()
                        .mapToInt(frame -> frame.payload().length - ReadResponseDecoder.BLOCK_LENGTH)
                        .sum())
                .isEqualTo(600);
    }

    @Test
    void answersAReadOfNoBytes() {
        arriveRead(readable, 1000, 0);

        fixture.progress();

        assertThat(fixture.link.takeCommitted()).hasSize(1);
        assertThat(endpoint.isConnected()).isTrue();
    }

    @Test
    void endsTheConnectionWithAReadThatIsNotGranted() {
        arriveRead(writeOnly, 0, 10);

        fixture.progress();

        assertThatOneFailureTells(1);
    }

    @Test
    void answersNothingBehindAReadThatIsNotGranted() {
        arriveRead(writeOnly, 0, 10);
        arriveRead(readable, 0, 10);
        arriveRead(readable, 0, 10);

        fixture.progress();

        assertThatOneFailureTells(1);
    }

    @Test
    void answersWhatCameBeforeAReadThatIsNotGranted() {
        arriveRead(readable, 0, 10);
        arriveRead(readable, 0, 1001);
        arriveRead(readable, 0, 10);

        fixture.progress();

        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent)
                .extracting(frame -> FrameWord.type(frame.word()))
                .containsExactly(FrameWord.TYPE_READ_RESPONSE, FrameWord.TYPE_FAILURE);
        assertThat(new UnsafeBuffer(sent.get(1).payload()).getLong(0)).isEqualTo(2);
    }

    @Test
    void tellsAFailureOnceThereIsRoomAndCompletesReceivesMeanwhile() {
        endpoint.receive(77, ScatterGatherList.of(memory.region()));
        arriveRead(writeOnly, 0, 10);
        fixture.link.room(0);

        fixture.progress();
        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 77");
        assertThat(fixture.ended).as("nobody waits for room").containsExactly("endpoint");
        assertThat(endpoint.connection().failing()).isEqualTo(new PeerEnd(0, 0, 1, NdStatus.ACCESS_VIOLATION));

        fixture.link.room(1);
        fixture.progress();
        assertThatOneFailureTells(1);
    }

    @Test
    void stopsAnsweringAReadWhoseWindowIsTakenBack() {
        arriveRead(readable, 0, 600);
        fixture.link.room(1);
        fixture.progress();
        assertThat(fixture.link.takeCommitted()).hasSize(1);

        assertThat(readable.invalidate(endpoint.connection().exchange().windows(), new Revocation()))
                .isTrue();
        fixture.link.room(Long.MAX_VALUE);
        fixture.progress();

        assertThatOneFailureTells(1);
    }

    @Test
    void refusesMoreReadsThanTheConnectionAllows() {
        for (int count = 0; count <= EndpointFixture.READ_LIMIT; count++) {
            arriveRead(readable, 0, 10);
        }

        fixture.progress();

        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent)
                .as("those within the limit are answered, then the failure is told")
                .extracting(frame -> FrameWord.type(frame.word()))
                .containsExactly(
                        FrameWord.TYPE_READ_RESPONSE,
                        FrameWord.TYPE_READ_RESPONSE,
                        FrameWord.TYPE_READ_RESPONSE,
                        FrameWord.TYPE_READ_RESPONSE,
                        FrameWord.TYPE_FAILURE);
    }

    @Test
    void tellsAFailureEvenIfThePeerDisconnectsMeanwhile() {
        fixture.link.room(0);
        arriveRead(readable, 0, 10);
        fixture.link.arrive(wordTo(FrameWord.TYPE_SEND), new byte[1]); // without credit
        fixture.progress();

        endpoint.connection().peerDisconnected(new PeerEnd(2, 0, 0, NdStatus.SUCCESS));
        fixture.progress();
        fixture.link.room(1);
        fixture.progress();

        assertThat(fixture.link.takeCommitted())
                .extracting(frame -> FrameWord.type(frame.word()))
                .containsExactly(FrameWord.TYPE_FAILURE);
        assertThat(fixture.ended).containsExactly("endpoint");
        fixture.link.arrive(wordTo(FrameWord.TYPE_SEND), new byte[0]);
        fixture.progress();
        assertThat(AcknowledgementWord.sequence(fixture.link.published(), 0))
                .as("acknowledgements of the link go on")
                .isEqualTo(3);
    }

    private void assertThatOneFailureTells(long sequence) {
        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent).hasSize(1);
        assertThat(FrameWord.type(sent.get(0).word())).isEqualTo(FrameWord.TYPE_FAILURE);
        FailureDecoder failure = new FailureDecoder();
        failure.wrap(
                new UnsafeBuffer(sent.get(0).payload()), 0, FailureDecoder.BLOCK_LENGTH, FailureDecoder.SCHEMA_VERSION);
        assertThat(failure.sequence()).isEqualTo(sequence);
        assertThat(failure.status()).isEqualTo(NdStatus.ACCESS_VIOLATION.value());
        assertThat(endpoint.isConnected()).isFalse();
        assertThat(fixture.ended).containsExactly("endpoint");
    }

    private Window bind(int rights) {
        Window window = fixture.windows.create(0);
        assertThat(window.bind(
                        endpoint.connection().exchange().windows(),
                        memory.region(),
                        0,
                        1000,
                        rights,
                        window.assignGeneration(),
                        null))
                .isTrue();
        return window;
    }

    private void arriveRead(Window window, long offset, long length) {
        byte[] payload = new byte[ReadRequestEncoder.BLOCK_LENGTH];
        new ReadRequestEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(window.tokenOf(1))
                .generation(1)
                .windowOffset(offset)
                .length(length)
                .windowId(window.id())
                .requestId(0);
        fixture.link.arrive(wordTo(FrameWord.TYPE_READ_REQUEST), payload);
    }

    private long wordTo(int type) {
        ConnectionEnd connection = endpoint.connection();
        return FrameWord.of(type, 0, connection.id(), connection.generation());
    }
}
