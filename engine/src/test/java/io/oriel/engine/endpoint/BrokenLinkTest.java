// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.memory.Window;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadRequestEncoder;
import io.oriel.engine.protocol.WriteEncoder;
import io.oriel.engine.testing.ManualLoop.Want;
import io.oriel.engine.testing.Memory;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Something is thrown amid a frame; here because the memory that it names has shrunk. */
class BrokenLinkTest {
    private static final int LENGTH = 100;

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();
    private final Memory memory = new Memory(fixture.regions, LENGTH, AccessFlags.ALLOW_LOCAL_WRITE, (byte) 1);

    @Test
    void endsEverythingOnTheLinkWhenAFramesHandlerThrows() {
        Window window = bind();
        receive(1);
        receive(2);
        arriveSend();
        arriveWrite(window);
        arriveSend();
        shrink();

        assertThatThrownBy(fixture::progress).isInstanceOf(IndexOutOfBoundsException.class);
        fixture.progress();

        assertThat(fixture.completions())
                .as("what came behind it in the same poll is not executed")
                .containsExactly("RECEIVE SUCCESS 1", "RECEIVE CANCELED 2");
        assertThatTheLinkHasEnded(1);
    }

    @Test
    void takesNothingMoreOnceAFramesHandlerHasThrown() {
        Window window = bind();
        receive(1);
        arriveWrite(window);
        shrink();
        assertThatThrownBy(fixture::progress).isInstanceOf(IndexOutOfBoundsException.class);

        arriveSend();
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
        assertThatTheLinkHasEnded(0);
    }

    @Test
    void endsEverythingOnTheLinkWhenAnAnswerThrows() {
        Window window = bind();
        receive(1);
        byte[] payload = new byte[ReadRequestEncoder.BLOCK_LENGTH];
        new ReadRequestEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(window.tokenOf(1))
                .generation(1)
                .windowOffset(0)
                .length(LENGTH)
                .windowId(window.id())
                .requestId(0);
        fixture.link.arrive(wordTo(FrameWord.TYPE_READ_REQUEST), payload);
        shrink();

        assertThatThrownBy(fixture::progress).isInstanceOf(IndexOutOfBoundsException.class);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1");
        assertThatTheLinkHasEnded(0);
    }

    @Test
    void endsEverythingOnTheLinkWhenAPostThrowsAmidItsFrame() {
        receive(1);
        fixture.grantCredit(2);
        send(2);
        fixture.link.takeCommitted();
        shrink();

        assertThatThrownBy(() -> send(3)).isInstanceOf(IndexOutOfBoundsException.class);
        fixture.progress();
        fixture.progress();

        assertThat(fixture.completions()).contains("RECEIVE CANCELED 1", "SEND IO_TIMEOUT 2");
        assertThat(fixture.link.takeCommitted()).isEmpty();
        assertThatTheLinkHasEnded(0);
    }

    @Test
    void endsEverythingOnTheLinkThoughTheApplicationGoesOnPosting() {
        fixture.grantCredit(2);
        shrink();
        assertThatThrownBy(() -> send(1)).isInstanceOf(IndexOutOfBoundsException.class);

        assertThat(endpoint.send(2, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.CONNECTION_INVALID);

        assertThat(fixture.link.takeCommitted()).isEmpty();
        fixture.progress();
        assertThatTheLinkHasEnded(0);
    }

    @Test
    void endsEverythingOnTheLinkWhenTheLastOfItsFramesThrows() {
        Window window = bind();
        receive(1);
        fixture.grantCredit(1);
        send(2);
        arriveWrite(window);
        shrink();
        fixture.end.peerDied();

        assertThatThrownBy(fixture::progress).isInstanceOf(IndexOutOfBoundsException.class);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE CANCELED 1", "SEND IO_TIMEOUT 2");
        assertThatTheLinkHasEnded(0);
    }

    @Test
    void countsNoRequestAsDoneThatAFailureDeniesThoughSomethingIsThrownAmidIt() {
        fixture.grantCredit(2);
        send(1);
        send(2);
        CompletableFuture<Void> told = fixture.initiators.requestNotification(NotifyType.ANY);
        arriveFailure(2);
        fixture.link.acknowledgement(AcknowledgementWord.of(2, 1));
        fixture.loop.failAt(Want.TASK, 1);

        assertThatThrownBy(fixture.end::progress)
                .as("nobody can be told of the first Send, which the Failure acknowledges")
                .isInstanceOf(OutOfMemoryError.class);
        fixture.end.progress(); // reads the word, which counts the Failure
        fixture.progress();
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("SEND SUCCESS 1", "SEND IO_TIMEOUT 2");
        assertThat(told).isCompleted();
    }

    private void assertThatTheLinkHasEnded(long acknowledged) {
        assertThat(endpoint.isConnected()).isFalse();
        fixture.progress();
        assertThat(fixture.ended).containsExactlyInAnyOrder("endpoint", "link");
        assertThat(AcknowledgementWord.sequence(fixture.link.published(), 0))
                .as("of the peer's frames, only what was executed wholly is acknowledged")
                .isEqualTo(acknowledged);
    }

    private void shrink() {
        memory.region().memory().wrap(new byte[1]);
    }

    private Window bind() {
        Window window = fixture.windows.create(0);
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        assertThat(window.bind(
                        endpoint.connection().exchange().windows(),
                        memory.region(),
                        0,
                        LENGTH,
                        rights,
                        window.assignGeneration(),
                        null))
                .isTrue();
        return window;
    }

    private void receive(long context) {
        assertThat(endpoint.receive(context, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
    }

    private void send(long context) {
        ScatterGatherList list = ScatterGatherList.of(memory.region(), 0, LENGTH);
        assertThat(endpoint.send(context, list, OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
    }

    /** What came before the request that failed is acknowledged. */
    private void arriveFailure(long sequence) {
        byte[] payload = new byte[FailureEncoder.BLOCK_LENGTH];
        new FailureEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .sequence(sequence)
                .status(NdStatus.REMOTE_ERROR.value())
                .reserved(0);
        fixture.link.arrive(FrameWord.with(wordTo(FrameWord.TYPE_FAILURE), 0, sequence - 1), payload);
    }

    private void arriveSend() {
        fixture.link.arrive(wordTo(FrameWord.TYPE_SEND), new byte[0]);
    }

    private void arriveWrite(Window window) {
        byte[] payload = new byte[WriteEncoder.BLOCK_LENGTH + LENGTH];
        new WriteEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(window.tokenOf(1))
                .generation(1)
                .windowOffset(0)
                .remaining(LENGTH)
                .windowId(window.id())
                .reserved(0);
        fixture.link.arrive(wordTo(FrameWord.TYPE_WRITE), payload);
    }

    private long wordTo(int type) {
        ConnectionEnd connection = endpoint.connection();
        return FrameWord.of(type, 0, connection.id(), connection.generation());
    }
}
