// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadResponseEncoder;
import io.oriel.engine.testing.Memory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A peer that answers a request with what there is not. */
class NonsenseAnswerTest {
    private static final int LENGTH = 100;

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();

    @ParameterizedTest
    @EnumSource(
            value = NdStatus.class,
            names = {"SUCCESS", "PENDING", "IO_TIMEOUT", "DEVICE_REMOVED"})
    void failsTheRequestAndEndsTheConnection(NdStatus nonsense) {
        assertThat(endpoint.receive(9, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        arrive(FrameWord.TYPE_SEND, 1, new byte[0]); // brings credit
        fixture.progress();
        assertThat(endpoint.send(1, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(fixture.link.takeCommitted()).hasSize(1);
        byte[] answer = new byte[FailureEncoder.BLOCK_LENGTH];
        new FailureEncoder()
                .wrap(new UnsafeBuffer(answer), 0)
                .sequence(1)
                .status(nonsense.value())
                .reserved(0);

        arrive(FrameWord.TYPE_FAILURE, 1, answer);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 9", "SEND INTERNAL_ERROR 1");
        assertThat(fixture.ended).containsExactly("endpoint");
    }

    @Test
    void endsTheConnectionOnAnEmptyPartOfAReadThatIsNotItsLast() {
        read(1, LENGTH);

        arriveEmptyPart(0);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("READ CANCELED 1");
        assertThat(fixture.ended).containsExactly("endpoint");
    }

    @Test
    void takesAnEmptyPartForTheAnswerToAReadOfNothing() {
        read(1, 0);

        arriveEmptyPart(FrameWord.FLAG_LAST);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("READ SUCCESS 1");
        assertThat(endpoint.isConnected()).isTrue();
    }

    private void read(long context, int length) {
        UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        Window peers = new WindowTable().create(0);
        DescriptorLayout.write(descriptor, 0, peers.id(), 1, peers.tokenOf(1), LENGTH);
        Memory memory = new Memory(fixture.regions, LENGTH, AccessFlags.ALLOW_LOCAL_WRITE, (byte) 1);
        RemoteWindow window = endpoint.openWindow(descriptor, 0);
        ScatterGatherList list =
                length == 0 ? ScatterGatherList.empty() : ScatterGatherList.of(memory.region(), 0, length);
        assertThat(endpoint.read(context, list, window, 0, OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(fixture.link.takeCommitted()).hasSize(1);
    }

    private void arriveEmptyPart(int flags) {
        byte[] answer = new byte[ReadResponseEncoder.BLOCK_LENGTH];
        new ReadResponseEncoder()
                .wrap(new UnsafeBuffer(answer), 0)
                .requestOffset(0)
                .requestId(0)
                .reserved(0);
        arrive(FrameWord.TYPE_READ_RESPONSE, flags, 0, answer);
    }

    private void arrive(int type, long posted, byte[] payload) {
        arrive(type, 0, posted, payload);
    }

    private void arrive(int type, int flags, long posted, byte[] payload) {
        long word = FrameWord.of(
                type, flags, endpoint.connection().id(), endpoint.connection().generation());
        fixture.link.arrive(FrameWord.with(word, posted, 0), payload);
    }
}
