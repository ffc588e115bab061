// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import static io.oriel.engine.testing.Statuses.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.DirectLinks;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.testing.FakeMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorLayoutTest {
    private static final byte POISON = (byte) 0xDB;
    private static final int OFFSET = 13;
    private static final int SLOT = 5;
    private static final long STAMP = 12; // the sixth
    private static final long START = 0x2122232425262728L;
    private static final long GENERATION = 0x0102030405060708L;
    private static final long LENGTH = 0x1112131415161718L;

    private final WindowTable windows = new WindowTable();
    private final Window window = windowWithId(3);
    private final PeerWindow opened = new PeerWindow(new PeerWindow.Table());
    private final UnsafeBuffer buffer = poisoned(OFFSET + WindowDescriptor.LENGTH + OFFSET);

    @Test
    void writesEveryFieldInNetworkByteOrder() {
        write(GENERATION, LENGTH);

        ByteBuffer expected = ByteBuffer.allocate(WindowDescriptor.LENGTH).order(ByteOrder.BIG_ENDIAN);
        expected.putLong(0); // base
        expected.putLong(LENGTH);
        expected.putLong(window.tokenOf(GENERATION));
        expected.putLong(GENERATION);
        expected.putInt(3); // id
        expected.put(new byte[] {'O', 'R', 'I', '3'});
        assertThat(bytes(OFFSET, WindowDescriptor.LENGTH)).isEqualTo(expected.array());
    }

    @Test
    void addsHowThePeerReachesTheMemoryByItself() {
        write(GENERATION, LENGTH);
        DescriptorLayout.writeExposure(buffer, OFFSET, slot(), OpFlags.ALLOW_WRITE, 7, START);

        open(buffer, OFFSET);

        assertThat(opened.binding().isDirect()).isTrue();
        assertThat(opened.binding().slot).isEqualTo(SLOT);
        assertThat(opened.binding().stamp).isEqualTo(STAMP);
        assertThat(opened.binding().regionId).isEqualTo(7);
        assertThat(opened.binding().start).isEqualTo(START);
        assertThat(opened.binding().length).isEqualTo(LENGTH);
        assertThat(opened.binding().rights).isEqualTo(OpFlags.ALLOW_WRITE);
        assertThat(opened.binding().token).isEqualTo(window.tokenOf(GENERATION));
    }

    @Test
    void saysThatTheMemoryIsNotReachedWithoutThePeer() {
        opened.binding().stamp = 1; // of a former use
        write(GENERATION, LENGTH);

        open(buffer, OFFSET);

        assertThat(opened.binding().isDirect()).isFalse();
    }

    @Test
    void writesNothingAroundIt() {
        write(GENERATION, LENGTH);

        byte[] margin = new byte[OFFSET];
        Arrays.fill(margin, POISON);
        assertThat(bytes(0, OFFSET)).isEqualTo(margin);
        assertThat(bytes(OFFSET + WindowDescriptor.LENGTH, OFFSET)).isEqualTo(margin);
    }

    @Test
    void readsWhatWasWritten() {
        write(GENERATION, LENGTH);

        open(buffer, OFFSET);

        assertThat(opened.binding().windowId).isEqualTo(3);
        assertThat(opened.binding().generation).isEqualTo(GENERATION);
        assertThat(opened.binding().token).isEqualTo(window.tokenOf(GENERATION));
        assertThat(opened.length()).isEqualTo(LENGTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 1, 64, Integer.MAX_VALUE})
    void refusesADescriptorThatDoesNotFitItsBuffer(int offset) {
        UnsafeBuffer exact = poisoned(WindowDescriptor.LENGTH);

        assertFails(NdStatus.INVALID_BUFFER_SIZE, () -> open(exact, offset));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63})
    void refusesABufferThatIsTooShort(int capacity) {
        UnsafeBuffer shorter = poisoned(capacity);

        assertFails(NdStatus.INVALID_BUFFER_SIZE, () -> open(shorter, 0));
    }

    @Test
    void refusesBytesThatAreNoDescriptor() {
        assertFails(NdStatus.INVALID_PARAMETER, () -> open(buffer, OFFSET));
        assertFails(NdStatus.INVALID_PARAMETER, () -> open(new UnsafeBuffer(new byte[64]), 0));
    }

    @Test
    void refusesADescriptorReadFromTheWrongOffset() {
        write(GENERATION, LENGTH);

        assertFails(NdStatus.INVALID_PARAMETER, () -> open(buffer, OFFSET + 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void refusesANegativeLength(long length) {
        write(GENERATION, length);

        assertFails(NdStatus.INVALID_PARAMETER, () -> open(buffer, OFFSET));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void refusesAGenerationThatNoBindingHas(long generation) {
        write(generation, LENGTH);

        assertFails(NdStatus.INVALID_PARAMETER, () -> open(buffer, OFFSET));
    }

    @Test
    void leavesTheWindowAsItWasWhenItRefuses() {
        write(GENERATION, LENGTH);
        open(buffer, OFFSET);

        assertFails(NdStatus.INVALID_PARAMETER, () -> open(new UnsafeBuffer(new byte[64]), 0));

        assertThat(opened.binding().generation).isEqualTo(GENERATION);
        assertThat(opened.length()).isEqualTo(LENGTH);
    }

    private Window windowWithId(int id) {
        Window created = windows.create(0);
        while (created.id() != id) {
            created = windows.create(0);
        }
        return created;
    }

    private byte[] bytes(int offset, int length) {
        byte[] copy = new byte[length];
        buffer.getBytes(offset, copy);
        return copy;
    }

    private static UnsafeBuffer poisoned(int capacity) {
        byte[] bytes = new byte[capacity];
        Arrays.fill(bytes, POISON);
        return new UnsafeBuffer(bytes);
    }

    private void write(long generation, long length) {
        DescriptorLayout.write(buffer, OFFSET, window.id(), generation, window.tokenOf(generation), length);
    }

    private void open(DirectBuffer bytes, int offset) {
        DescriptorLayout.check(bytes, offset);
        opened.open(bytes, offset);
    }

    private static WindowSlot slot() {
        DirectLink link = DirectLinks.create(new FakeMemory());
        WindowSlot slot = Objects.requireNonNull(link.reserve(0));
        while (slot.slot() < SLOT) {
            slot = Objects.requireNonNull(link.reserve(0));
        }
        return slot;
    }
}
