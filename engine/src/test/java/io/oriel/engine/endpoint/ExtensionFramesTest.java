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
import io.oriel.engine.protocol.AtomicEncoder;
import io.oriel.engine.protocol.FailureDecoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadResponseDecoder;
import io.oriel.engine.protocol.WriteWithImmediateEncoder;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.Memory;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of atomics and of Writes with an immediate value, as no honest peer sends them. */
class ExtensionFramesTest {
    private static final int ADD = 1;
    private static final int LENGTH = 1000;

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();
    private final Memory memory = new Memory(fixture.regions, LENGTH, AccessFlags.ALLOW_LOCAL_WRITE, (byte) 1);
    private final Window window = bind();

    @Test
    void carriesAnAtomicOutAtOnceAndAnswersWhenThereIsRoom() {
        fixture.link.room(0);
        arriveAtomic(8, ADD, AtomicEncoder.BLOCK_LENGTH);
        fixture.progress();
        assertThat(memory.region().memory().getLong(8)).isEqualTo(0x0101010101010102L);
        assertThat(fixture.link.takeCommitted()).isEmpty();

        fixture.link.room(1);
        fixture.progress();

        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent)
                .extracting(frame -> FrameWord.type(frame.word()))
                .containsExactly(FrameWord.TYPE_READ_RESPONSE);
        UnsafeBuffer answer = new UnsafeBuffer(sent.get(0).payload());
        assertThat(answer.getLong(ReadResponseDecoder.BLOCK_LENGTH)).isEqualTo(0x0101010101010101L);
    }

    @Test
    void answersAnAtomicThoughTheWindowIsTakenBackMeanwhile() {
        fixture.link.room(0);
        arriveAtomic(0, ADD, AtomicEncoder.BLOCK_LENGTH);
        fixture.progress();
        assertThat(window.invalidate(endpoint.connection().exchange().windows(), new Revocation()))
                .isTrue();
        fixture.link.room(1);

        fixture.progress();

        assertThat(fixture.link.takeCommitted())
                .extracting(frame -> FrameWord.type(frame.word()))
                .containsExactly(FrameWord.TYPE_READ_RESPONSE);
        assertThat(endpoint.isConnected()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4, 7, -8, 993, 1000, Long.MAX_VALUE, Long.MIN_VALUE})
    void refusesAnAtomicOutsideOrNotAligned(long offset) {
        arriveAtomic(offset, ADD, AtomicEncoder.BLOCK_LENGTH);

        fixture.progress();

        assertThatFailureTells(NdStatus.ACCESS_VIOLATION);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, -1, Integer.MAX_VALUE})
    void refusesAnOperationThatThereIsNot(int operation) {
        arriveAtomic(0, operation, AtomicEncoder.BLOCK_LENGTH);

        fixture.progress();

        assertThatFailureTells(NdStatus.INTERNAL_ERROR);
    }

    @Test
    void refusesAnAtomicThatIsCutShort() {
        for (int length = 0; length < AtomicEncoder.BLOCK_LENGTH; length += 7) {
            ExtensionFramesTest fresh = new ExtensionFramesTest();
            fresh.arriveAtomic(0, ADD, length);
            fresh.fixture.progress();
            fresh.assertThatFailureTells(NdStatus.INTERNAL_ERROR);
        }
    }

    @Test
    void refusesMoreAtomicsThanTheConnectionAllows() {
        fixture.link.room(0);
        for (int count = 0; count <= EndpointFixture.READ_LIMIT; count++) {
            arriveAtomic(0, ADD, AtomicEncoder.BLOCK_LENGTH);
        }
        fixture.progress();
        fixture.link.room(Long.MAX_VALUE);
        fixture.progress();

        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent).hasSize(EndpointFixture.READ_LIMIT + 1);
        assertThat(FrameWord.type(sent.get(EndpointFixture.READ_LIMIT).word())).isEqualTo(FrameWord.TYPE_FAILURE);
        assertThat(memory.region().memory().getByte(0)).isEqualTo((byte) (1 + EndpointFixture.READ_LIMIT));
    }

    @Test
    void putsTheEndOfAWriteWhereItEndsAndTellsOfAllOfIt() {
        endpoint.receive(77, ScatterGatherList.empty());
        arriveWrite(100, 50, 10, WriteWithImmediateEncoder.BLOCK_LENGTH + 10);

        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE_WITH_IMMEDIATE SUCCESS 77");
        UnsafeBuffer bytes = memory.region().memory();
        for (int i = 0; i < LENGTH; i++) {
            assertThat(bytes.getByte(i)).isEqualTo((byte) (i >= 140 && i < 150 ? 9 : 1));
        }
    }

    @Test
    void refusesAWriteThatTellsWithoutAReceive() {
        arriveWrite(0, 10, 10, WriteWithImmediateEncoder.BLOCK_LENGTH + 10);

        fixture.progress();

        assertThatFailureTells(NdStatus.INTERNAL_ERROR);
    }

    @Test
    void refusesAWriteWhosePayloadIsLongerThanItSays() {
        for (long total : new long[] {9, 0, -1, Long.MIN_VALUE}) {
            ExtensionFramesTest fresh = new ExtensionFramesTest();
            fresh.endpoint.receive(77, ScatterGatherList.empty());
            fresh.arriveWrite(500, total, 10, WriteWithImmediateEncoder.BLOCK_LENGTH + 10);
            fresh.fixture.progress();
            assertThat(fresh.fixture.completions()).containsExactly("RECEIVE CANCELED 77");
            fresh.assertThatFailureTells(NdStatus.ACCESS_VIOLATION);
        }
    }

    @Test
    void refusesAWriteOutsideTheWindowOrCutShort() {
        for (long[] range :
                new long[][] {{991, 10}, {-1, 10}, {Long.MAX_VALUE, 10}, {0, Long.MAX_VALUE}, {990, 1000}}) {
            ExtensionFramesTest fresh = new ExtensionFramesTest();
            fresh.endpoint.receive(77, ScatterGatherList.empty());
            fresh.arriveWrite(range[0], range[1], 10, WriteWithImmediateEncoder.BLOCK_LENGTH + 10);
            fresh.fixture.progress();
            fresh.assertThatFailureTells(NdStatus.ACCESS_VIOLATION);
        }
        endpoint.receive(77, ScatterGatherList.empty());
        arriveWrite(0, 10, 10, WriteWithImmediateEncoder.BLOCK_LENGTH - 1);
        fixture.progress();
        assertThatFailureTells(NdStatus.INTERNAL_ERROR);
    }

    private void assertThatFailureTells(NdStatus status) {
        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent).extracting(frame -> FrameWord.type(frame.word())).containsExactly(FrameWord.TYPE_FAILURE);
        FailureDecoder failure = new FailureDecoder();
        failure.wrap(
                new UnsafeBuffer(sent.get(0).payload()), 0, FailureDecoder.BLOCK_LENGTH, FailureDecoder.SCHEMA_VERSION);
        assertThat(failure.status()).isEqualTo(status.value());
        assertThat(endpoint.isConnected()).isFalse();
        assertThat(memory.firstChange()).isEqualTo(Memory.NO_CHANGE);
    }

    private Window bind() {
        Window made = fixture.windows.create(0);
        int rights = OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;
        long generation = made.assignGeneration();
        assertThat(made.bind(
                        endpoint.connection().exchange().windows(),
                        memory.region(),
                        0,
                        LENGTH,
                        rights,
                        generation,
                        null))
                .isTrue();
        return made;
    }

    private void arriveAtomic(long offset, int operation, int length) {
        byte[] payload = new byte[AtomicEncoder.BLOCK_LENGTH];
        new AtomicEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(window.tokenOf(1))
                .generation(1)
                .windowOffset(offset)
                .operand(1)
                .expected(0)
                .windowId(window.id())
                .requestId(0)
                .operation(operation)
                .reserved(0);
        fixture.link.arrive(wordTo(FrameWord.TYPE_ATOMIC), Arrays.copyOf(payload, length));
    }

    private void arriveWrite(long offset, long total, int bytes, int length) {
        byte[] payload = new byte[WriteWithImmediateEncoder.BLOCK_LENGTH + bytes];
        Arrays.fill(payload, (byte) 9);
        new WriteWithImmediateEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(window.tokenOf(1))
                .generation(1)
                .windowOffset(offset)
                .totalLength(total)
                .windowId(window.id())
                .immediate(5);
        fixture.link.arrive(wordTo(FrameWord.TYPE_WRITE_WITH_IMMEDIATE), Arrays.copyOf(payload, length));
    }

    private long wordTo(int type) {
        ConnectionEnd connection = endpoint.connection();
        return FrameWord.of(type, 0, connection.id(), connection.generation());
    }
}
