// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.OpFlags;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.direct.TwoEnds;
import io.oriel.engine.direct.WindowSlot;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectTransferTest {
    private static final int CHUNK = DirectAccess.MAX_CHUNK;
    private static final int START = 4096;
    private static final int LENGTH = 5 * CHUNK;

    private final TwoEnds ends = new TwoEnds();
    private final WindowSlot slot = ends.show(START, LENGTH, TwoEnds.READ_WRITE);
    private final PeerBinding target = ends.target(slot);
    private final DirectTransfer transfer = new DirectTransfer(ends.peer, TwoEnds.USER_ID, TwoEnds.USER_GENERATION);

    @AfterEach
    void close() {
        ends.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 31, 32, 63, 64, 65, 1000, 4096, CHUNK - 1, CHUNK})
    void writesAndReadsExactlyTheBytesAskedFor(int bytes) {
        Transfers memory = newTransfers(CHUNK);
        memory.fill((byte) 7);

        assertThat(transfer.write(target, 100, memory.region(), 0, bytes)).isTrue();

        assertOnly((byte) 7, START + 100, bytes);
        memory.fill((byte) 9);
        assertThat(transfer.read(target, 99, memory.region(), 0, bytes)).isTrue();
        for (int i = 0; i < CHUNK; i++) {
            assertThat(memory.memory().getByte(i)).isEqualTo((byte) (i >= bytes ? 9 : i == 0 ? 0 : 7));
        }
        assertThat(ends.isHazardSet()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 100, CHUNK - 1, CHUNK, CHUNK + 1, CHUNK + 8, 3 * CHUNK, 3 * CHUNK + 5, LENGTH})
    void movesLargeRequestsChunkByChunk(int bytes) {
        Transfers memory = newTransfers(Math.max(bytes, 1));
        memory.fill((byte) 7);
        memory.beginWrite(target, 0);
        int chunks = 0;
        while (memory.moved() < Math.max(bytes, 1)) {
            long before = memory.moved();
            assertThat(memory.move()).isTrue();
            assertThat(memory.moved() - before).isBetween(1L, (long) CHUNK);
            assertThat(ends.isHazardSet()).as("between two chunks").isFalse();
            chunks++;
        }

        assertThat(chunks).isEqualTo((Math.max(bytes, 1) + CHUNK - 1) / CHUNK);
        assertOnly((byte) 7, START, Math.max(bytes, 1));
        memory.fill((byte) 9);
        memory.beginRead(target, 0);
        assertThat(memory.moveAll()).isTrue();
        assertThat(memory.memory().getByte(Math.max(bytes, 1) - 1)).isEqualTo((byte) 7);
    }

    @Test
    void addsInPlaceAndBringsBackWhatWasThere() {
        PeerBinding atomic = ends.target(ends.show(START, 16, OpFlags.ALLOW_ATOMIC));
        Transfers memory = newTransfers(Long.BYTES);
        ends.region.putLong(START + 8, 41);

        assertThat(memory.add(atomic, 8)).isTrue();

        assertThat(memory.memory().getLong(0)).isEqualTo(41);
        assertThat(ends.region.getLong(START + 8)).isEqualTo(42);
        assertThat(ends.isHazardSet()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, 1, 4, 7, 9, 16, Long.MAX_VALUE})
    void addsNothingOutsideOrWhereItIsNotAligned(long at) {
        PeerBinding atomic = ends.target(ends.show(START, 16, OpFlags.ALLOW_ATOMIC));

        assertAddsNothing(atomic, at);
    }

    @Test
    void addsNothingWithoutTheRightOrWhereTheBindingBeginsBesideAWord() {
        assertAddsNothing(target, 0);
        assertAddsNothing(ends.target(ends.show(START + 4, 16, OpFlags.ALLOW_ATOMIC)), 0);
    }

    private void assertAddsNothing(PeerBinding to, long at) {
        Transfers memory = newTransfers(Long.BYTES);
        memory.fill((byte) 7);

        assertThat(memory.add(to, at)).isFalse();

        assertThat(memory.memory().getLong(0)).isEqualTo(0x0707070707070707L);
        assertOnly((byte) 7, START, 0);
        assertThat(ends.isHazardSet()).isFalse();
    }

    @Test
    void checksTheWholeOfARequestBeforeItsFirstByte() {
        Transfers memory = newTransfers(LENGTH);
        memory.fill((byte) 7);

        memory.beginWrite(target, 1);

        assertThat(memory.move()).isFalse();
        assertOnly((byte) 7, START, 0);
        assertThat(ends.isHazardSet()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void stopsAtTheChunkBeforeWhichTheBindingIsTakenBack(int before) {
        Transfers memory = newTransfers(LENGTH);
        memory.fill((byte) 7);
        memory.beginWrite(target, 0);
        for (int i = 0; i < before; i++) {
            assertThat(memory.move()).isTrue();
        }

        assertThat(slot.revoke()).isTrue();

        assertThat(memory.move()).isFalse();
        assertOnly((byte) 7, START, before * CHUNK);
    }

    @Test
    void stopsAReadAtTheChunkBeforeWhichTheBindingIsTakenBack() {
        Transfers memory = newTransfers(LENGTH);
        memory.beginRead(target, 0);
        assertThat(memory.move()).isTrue();
        assertThat(slot.revoke()).isTrue();
        fillRegion((byte) 99);

        assertThat(memory.moveAll()).isFalse();
        for (int i = 0; i < LENGTH; i++) {
            assertThat(memory.memory().getByte(i)).isZero();
        }
    }

    /** Who polls the last eight bytes on another processor finds all others there. */
    @ParameterizedTest
    @ValueSource(ints = {9, 16, 32, 63, 64, 100, 200, 4096, CHUNK})
    void writesTheLastEightBytesAfterAllOthers(int bytes) throws InterruptedException {
        Transfers memory = newTransfers(bytes);
        Watcher watcher = new Watcher(ends.region, START, bytes);
        watcher.start();

        for (int round = 1; round <= Watcher.ROUNDS; round++) {
            memory.fill((byte) round);
            assertThat(transfer.write(target, 0, memory.region(), 0, bytes)).isTrue();
            watcher.awaitRound(round);
        }

        watcher.join();
        assertThat(watcher.torn).as("the last round that was torn").isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 64, CHUNK, CHUNK + 1, CHUNK + 8, CHUNK + 9, 3 * CHUNK, LENGTH})
    void writesTheLastEightBytesOfManyChunksAfterAllOthers(int bytes) {
        Recording recording = record();
        Transfers memory = newTransfers(bytes);
        memory.beginWrite(target, 0);

        assertThat(memory.moveAll()).isTrue();

        recording.assertLast(START + bytes - 8);
    }

    private Transfers newTransfers(int bytes) {
        return new Transfers(ends.peer, TwoEnds.USER_ID, TwoEnds.USER_GENERATION, bytes);
    }

    private Recording record() {
        UnsafeBuffer mapped = Objects.requireNonNull(target.memory);
        Recording recording = new Recording(mapped.byteBuffer());
        target.memory = recording;
        return recording;
    }

    private void fillRegion(byte value) {
        for (int i = 0; i < TwoEnds.REGION_LENGTH; i++) {
            ends.region.putByte(i, value);
        }
    }

    private void assertOnly(byte value, int from, int length) {
        for (int i = 0; i < TwoEnds.REGION_LENGTH; i++) {
            if (ends.region.getByte(i) != (i >= from && i < from + length ? value : 0)) {
                throw new AssertionError("byte " + i + " is " + ends.region.getByte(i));
            }
        }
    }

    /** Polls the last bytes of a Write, and looks at the others when they have come. */
    private static final class Watcher extends Thread {
        static final int ROUNDS = Boolean.getBoolean("oriel.test.whole") ? 5_000 : 1_000;
        private static final int PAUSE_TURNS = 1_000;

        private final UnsafeBuffer region;
        private final int start;
        private final int bytes;
        private volatile int seen;
        private volatile int torn;

        Watcher(UnsafeBuffer region, int start, int bytes) {
            this.region = region;
            this.start = start;
            this.bytes = bytes;
        }

        @Override
        public void run() {
            for (int round = 1; round <= ROUNDS; round++) {
                long last = (round & 0xFF) * 0x0101_0101_0101_0101L;
                for (int turn = 1; region.getLongVolatile(start + bytes - Long.BYTES) != last; turn++) {
                    pause(turn);
                }
                if (region.getByte(start) != (byte) round || region.getByte(start + bytes - 9) != (byte) round) {
                    torn = round;
                }
                seen = round;
            }
        }

        void awaitRound(int round) {
            for (int turn = 1; seen != round; turn++) {
                pause(turn);
            }
        }

        /** Now and then the other thread may need this one's processor. */
        private static void pause(int turn) {
            if (turn % PAUSE_TURNS == 0) {
                LockSupport.parkNanos(1);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Mapped memory that remembers in which order it is written. */
    private static final class Recording extends UnsafeBuffer {
        private final List<Integer> indexes = new ArrayList<>();
        private final List<Integer> lengths = new ArrayList<>();

        private Recording(ByteBuffer bytes) {
            super(bytes);
        }

        private void note(int index, int length) {
            indexes.add(index);
            lengths.add(length);
        }

        private void assertLast(int from) {
            int last = indexes.indexOf(from);
            assertThat(last).as("writes from %d", from).isNotNegative();
            for (int i = 0; i < indexes.size(); i++) {
                boolean isOfTheLast = indexes.get(i) >= from;
                assertThat(isOfTheLast).as("write %d of %d", i, indexes.size()).isEqualTo(i >= last);
                assertThat(isOfTheLast || indexes.get(i) + lengths.get(i) <= from)
                        .isTrue();
            }
        }

        @Override
        public void putLong(int index, long value) {
            note(index, Long.BYTES);
            super.putLong(index, value);
        }

        /** A few bytes are checked as a whole, then written. */
        @Override
        public void boundsCheck(int index, int length) {
            note(index, length);
            super.boundsCheck(index, length);
        }

        @Override
        public void putBytes(int index, DirectBuffer source, int sourceIndex, int length) {
            note(index, length);
            super.putBytes(index, source, sourceIndex, length);
        }
    }
}
