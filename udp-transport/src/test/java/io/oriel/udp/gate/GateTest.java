// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.frame.FrameLayout;
import io.oriel.udp.frame.FrameSum;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final int SESSION = 4711;
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int MTU = 1408;
    private static final int INITIAL_TERM_ID = Integer.MAX_VALUE;
    private static final int TERM_ID = INITIAL_TERM_ID + 77; // overflows
    private static final long FIRST_SEQUENCE = (long) INITIAL_TERM_ID << Integer.SIZE;
    private static final int MUTATIONS = 500_000;
    private static final InetSocketAddress PEER = address(1);
    private static final InetSocketAddress STRANGER = address(2);

    private final Gate gate = new Gate();
    private final UnsafeBuffer datagram = new UnsafeBuffer(ByteBuffer.allocateDirect(2 * MTU));
    private final DataHeaderFlyweight header = new DataHeaderFlyweight();
    private final FrameSum sum = new FrameSum();

    private static InetSocketAddress address(int host) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), 40000);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @BeforeEach
    void admitThePeer() {
        LinkOffer.Stream stream = new LinkOffer.Stream(SESSION, FIRST_SEQUENCE, TERM_LENGTH, MTU);
        assertThat(gate.admit(PEER.getAddress(), stream, null)).isTrue();
    }

    /** Writes a frame into the datagram; returns where the next one would begin. */
    private int frame(int offset, int termOffset, int payloadLength) {
        int length = FrameLayout.PAYLOAD_OFFSET + payloadLength;
        header(offset, length, HeaderFlyweight.HDR_TYPE_DATA, termOffset);
        for (int i = FrameLayout.PAYLOAD_OFFSET; i < length; i++) {
            datagram.putByte(offset + i, (byte) i);
        }
        datagram.putLong(offset + FrameLayout.SEQUENCE_OFFSET, termOffset, ByteOrder.LITTLE_ENDIAN);
        seal(offset, length);
        return offset + BitUtil.align(length, 32);
    }

    private void seal(int offset, int length) {
        datagram.putInt(offset + FrameLayout.CRC_OFFSET, sum.of(datagram, offset, length), ByteOrder.LITTLE_ENDIAN);
    }

    private void header(int offset, int length, int type, int termOffset) {
        header.wrap(datagram, offset, DataHeaderFlyweight.HEADER_LENGTH);
        header.sessionId(SESSION)
                .streamId(FrameLayout.STREAM_ID)
                .termId(TERM_ID)
                .termOffset(termOffset);
        header.frameLength(length).headerType(type).flags((short) 0xC0).version((short) 0);
        header.reservedValue(42);
    }

    private boolean admits(int length) {
        return gate.admitsFrames(datagram, length, PEER);
    }

    @Test
    void admitsNoOtherStreamOfASession() {
        LinkOffer.Stream other = new LinkOffer.Stream(SESSION, FIRST_SEQUENCE, 2 * TERM_LENGTH, MTU);

        assertThat(gate.admit(STRANGER.getAddress(), other, null)).isFalse();
        assertThat(admits(frame(0, 0, 32))).isTrue();

        gate.dismiss(SESSION);
        assertThat(gate.admit(STRANGER.getAddress(), other, null)).isTrue();
        assertThat(admits(frame(0, 0, 32))).isFalse();
    }

    @Test
    void admitsOneFrameAndMany() {
        assertThat(admits(frame(0, 0, 32))).isTrue();
        int next = frame(0, 96, 0);
        next = frame(next, 96 + next, 100);
        assertThat(admits(frame(next, 96 + next, 1))).isTrue();
        assertThat(gate.dropped()).isZero();
    }

    @Test
    void admitsASignOfLifeAndTheEndOfATerm() {
        header(0, 0, HeaderFlyweight.HDR_TYPE_DATA, 64);
        assertThat(admits(DataHeaderFlyweight.HEADER_LENGTH)).isTrue();
        header(0, 64, HeaderFlyweight.HDR_TYPE_PAD, TERM_LENGTH - 64);
        assertThat(admits(DataHeaderFlyweight.HEADER_LENGTH)).isTrue();
        int padding = frame(0, TERM_LENGTH - 192, 0);
        header(padding, 192 - padding, HeaderFlyweight.HDR_TYPE_PAD, TERM_LENGTH - 192 + padding);
        assertThat(admits(padding + DataHeaderFlyweight.HEADER_LENGTH)).isTrue();
    }

    @Test
    void dropsASignThatAStreamEndsBecauseThePeerSaysSoOtherwise() {
        header(0, 0, HeaderFlyweight.HDR_TYPE_DATA, 64);
        header.flags((short) (0xC0 | DataHeaderFlyweight.EOS_FLAG));
        assertThat(admits(DataHeaderFlyweight.HEADER_LENGTH)).isFalse();
        header.flags((short) (0xC0 | DataHeaderFlyweight.REVOKED_FLAG));
        assertThat(admits(DataHeaderFlyweight.HEADER_LENGTH)).isFalse();
    }

    @Test
    void dropsWhatIsOfATermBeforeTheFirst() {
        int length = frame(0, 0, 32);
        header.termId(INITIAL_TERM_ID - 1);
        assertThat(admits(length)).isFalse();
    }

    @Test
    void dropsWhatComesFromElsewhereOrIsOfAnotherStream() {
        int length = frame(0, 0, 32);
        assertThat(gate.admitsFrames(datagram, length, STRANGER)).isFalse();
        gate.dismiss(SESSION);
        assertThat(admits(length)).isFalse();
        assertThat(gate.dropped()).isEqualTo(2);
    }

    @Test
    void dropsPaddingThatDoesNotEndItsTerm() {
        header(0, 64, HeaderFlyweight.HDR_TYPE_PAD, 64);
        assertThat(admits(DataHeaderFlyweight.HEADER_LENGTH)).isFalse();
    }

    @Test
    void dropsLengthsThatAForgerMadeUp() {
        for (int forged :
                new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1, 31, 47, 49, 1_048_544, 2_147_483_615}) {
            int length = frame(0, 0, 0);
            datagram.putInt(0, forged, ByteOrder.LITTLE_ENDIAN);
            assertThat(admits(length)).as("length %s", forged).isFalse();
        }
    }

    @Test
    void dropsFramesBeyondTheirTerm() {
        int length = frame(0, TERM_LENGTH - 32, 32);
        assertThat(admits(length)).isFalse();
        assertThat(admits(frame(0, 16, 32))).as("not aligned").isFalse();
        assertThat(admits(frame(0, -32, 32))).isFalse();
    }

    @Test
    void dropsEveryDamagedDatagram() {
        Random random = SeededRandom.create(GateTest.class);
        int next = frame(0, 1024, 80);
        int length = frame(next, 1024 + next, 80); // both without alignment bytes, which nothing covers
        UnsafeBuffer original = new UnsafeBuffer(new byte[length]);
        original.putBytes(0, datagram, 0, length);
        assertThat(admits(length)).isTrue();

        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            datagram.putBytes(0, original, 0, length);
            int changes = 1 + random.nextInt(4);
            for (int change = 0; change < changes; change++) {
                int at = random.nextInt(length);
                datagram.putByte(at, (byte) (datagram.getByte(at) ^ (1 << random.nextInt(8))));
            }
            int cut = random.nextInt(8) == 0 ? random.nextInt(length + 1) : length;
            boolean isSame = cut == length && original.equals(new UnsafeBuffer(datagram, 0, length));
            if (!isSignOfLife(cut)) {
                assertThat(admits(cut))
                        .as("mutation %s", mutation)
                        .isEqualTo(isSame || isFirstFrame(original, cut, next));
            }
        }
    }

    /** What says only that its sender is there carries no sum. */
    private boolean isSignOfLife(int cut) {
        return cut == DataHeaderFlyweight.HEADER_LENGTH && datagram.getInt(0) == 0;
    }

    /** A datagram cut between two frames is whole. */
    private boolean isFirstFrame(UnsafeBuffer original, int cut, int first) {
        return cut == first && new UnsafeBuffer(original, 0, first).equals(new UnsafeBuffer(datagram, 0, first));
    }

    @Test
    void survivesRandomDatagrams() {
        Random random = SeededRandom.create(GateTest.class);
        byte[] bytes = new byte[256];
        for (int count = 0; count < MUTATIONS; count++) {
            random.nextBytes(bytes);
            datagram.putBytes(0, bytes);
            if (random.nextBoolean()) {
                datagram.putInt(DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET, SESSION, ByteOrder.LITTLE_ENDIAN);
                datagram.putInt(
                        DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, FrameLayout.STREAM_ID, ByteOrder.LITTLE_ENDIAN);
                datagram.putInt(
                        DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, 32 * random.nextInt(64), ByteOrder.LITTLE_ENDIAN);
            }
            assertThat(admits(random.nextInt(bytes.length))).isFalse();
        }
        assertThat(gate.dropped()).isEqualTo(MUTATIONS);
    }

    @Test
    void admitsOnlyTheSetupThatWasAnnounced() {
        SetupFlyweight setup = new SetupFlyweight(datagram);
        setup.sessionId(SESSION)
                .streamId(FrameLayout.STREAM_ID)
                .initialTermId(INITIAL_TERM_ID)
                .activeTermId(TERM_ID)
                .termLength(TERM_LENGTH)
                .mtuLength(MTU)
                .termOffset(0);
        assertThat(gate.admitsSetup(setup, SetupFlyweight.HEADER_LENGTH, PEER)).isTrue();
        assertThat(gate.admitsSetup(setup, SetupFlyweight.HEADER_LENGTH - 1, PEER))
                .isFalse();
        assertThat(gate.admitsSetup(setup, SetupFlyweight.HEADER_LENGTH, STRANGER))
                .isFalse();
        setup.activeTermId(INITIAL_TERM_ID - 1);
        assertThat(gate.admitsSetup(setup, SetupFlyweight.HEADER_LENGTH, PEER)).isFalse();
        setup.activeTermId(TERM_ID).initialTermId(INITIAL_TERM_ID + 1);
        assertThat(gate.admitsSetup(setup, SetupFlyweight.HEADER_LENGTH, PEER)).isFalse();
        setup.initialTermId(INITIAL_TERM_ID).termLength(1 << 30);
        assertThat(gate.admitsSetup(setup, SetupFlyweight.HEADER_LENGTH, PEER)).isFalse();
    }
}
