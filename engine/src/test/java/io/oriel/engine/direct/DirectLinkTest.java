// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.Revocation;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FileMemory;
import io.oriel.engine.testing.SeededRandom;
import io.oriel.engine.testing.Statuses;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.RegionMemory;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectLinkTest {
    private static final int SLOT_OFFSET = 40;
    private static final int RIGHTS_OFFSET = 44;
    private static final int STAMP_OFFSET = 48;
    private static final int REGION_ID_OFFSET = 56;
    private static final int LENGTH = 1000;
    private static final int START = 64;
    private static final int PAGE = 4096;

    private final TwoEnds ends = new TwoEnds(Guards.ALL);
    private final WindowHolder endpoint = new WindowHolder();
    private final Revocation taken = new Revocation();
    private final Region region = new RegionTable(0).add(regionMemory(), AccessFlags.ALLOW_LOCAL_WRITE);
    private final WindowTable windows = new WindowTable();
    private final Window window = windows.create(0);
    private final UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);

    @AfterEach
    void close() {
        ends.close();
    }

    private RegionMemory regionMemory() {
        return new RegionMemory() {
            @Override
            public UnsafeBuffer buffer() {
                return ends.region;
            }

            @Override
            public long id() {
                return FileMemory.REGION_ID;
            }

            @Override
            public void release() {}
        };
    }

    private void bind(int flags) {
        bind(START, flags);
    }

    private void bind(long start, int flags) {
        bind(window, start, flags);
    }

    private void bind(Window bound, long start, int flags) {
        WindowSlot slot = ends.reserve();
        long generation = bound.assignGeneration();
        DescriptorLayout.write(descriptor, 0, bound.id(), generation, bound.tokenOf(generation), LENGTH);
        DescriptorLayout.writeExposure(descriptor, 0, slot, flags, FileMemory.REGION_ID, start);
        assertThat(bound.bind(endpoint, region, start, LENGTH, flags, generation, slot))
                .isTrue();
    }

    private PeerBinding open() {
        DescriptorLayout.check(descriptor, 0);
        PeerBinding binding = new PeerBinding();
        DescriptorLayout.read(descriptor, 0, binding);
        ends.peer.open(binding);
        return binding;
    }

    private static boolean isReadOnly(PeerBinding target) {
        return Objects.requireNonNull(target.confirmedMemory().byteBuffer()).isReadOnly();
    }

    private boolean enters(PeerBinding target, int right) {
        boolean entered = ends.enters(target, right, 0, LENGTH);
        ends.peer.access().leave();
        return entered;
    }

    @Test
    void isNotThereOnALinkWithoutMemory() {
        assertThat(DirectLink.of(new FakeLink(64))).isNull();
    }

    @Test
    void leadsFromADescriptorToTheMemory() {
        bind(TwoEnds.READ_WRITE);

        PeerBinding target = open();

        assertThat(enters(target, OpFlags.ALLOW_READ)).isTrue();
        assertThat(enters(target, OpFlags.ALLOW_WRITE)).isTrue();
        assertThat(target.start).isEqualTo(START);
        assertThat(target.length).isEqualTo(LENGTH);
    }

    @Test
    void mapsOnlyForReadingWhenOnlyReadsAreGranted() {
        bind(OpFlags.ALLOW_READ);

        PeerBinding target = open();

        assertThat(isReadOnly(target)).isTrue();
        assertThat(enters(target, OpFlags.ALLOW_READ)).isTrue();
        assertThat(enters(target, OpFlags.ALLOW_WRITE)).isFalse();
    }

    @Test
    void readsByItselfAndAsksForWritesWhereMemoryCannotBeWritten() {
        ends.peerMemory.refuseWrites();
        bind(TwoEnds.READ_WRITE);

        PeerBinding target = open();

        assertThat(target.isDirect()).isTrue();
        assertThat(isReadOnly(target)).isTrue();
        assertThat(enters(target, OpFlags.ALLOW_READ)).isTrue();
        assertThat(enters(target, OpFlags.ALLOW_WRITE)).isFalse();
        assertThat(target.reaches(OpFlags.ALLOW_READ)).isTrue();
        assertThat(target.reaches(OpFlags.ALLOW_WRITE)).isFalse();
        assertThat(target.reaches(OpFlags.ALLOW_ATOMIC)).isFalse();
    }

    @Test
    void mapsThePagesOfTheWindowAndNoOthers() {
        long start = 7 * PAGE + START;
        bind(start, TwoEnds.READ_WRITE);
        ends.region.putLong((int) start, 42);

        PeerBinding target = open();

        assertThat(ends.peerMemory.lastMapped())
                .isEqualTo(new LinkMemory.Part(7 * PAGE, 8 * PAGE, start, start + LENGTH));
        assertThat(target.confirmedMemory().capacity()).isEqualTo(PAGE);
        assertThat(enters(target, OpFlags.ALLOW_READ)).isTrue();
        assertThat(target.confirmedMemory().getLong((int) target.start)).isEqualTo(42);
    }

    @Test
    void mapsWindowsOfOneRegionThatAreOpenedInTurnOnlyOnceMore() {
        long far = 100 * PAGE;
        bind(START, TwoEnds.READ_WRITE);
        PeerBinding first = open();
        UnsafeBuffer firstMemory = first.confirmedMemory();
        UnsafeBuffer firstDescriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        firstDescriptor.putBytes(0, descriptor, 0, WindowDescriptor.LENGTH);
        bind(windows.create(0), far, OpFlags.ALLOW_READ);

        PeerBinding second = open();

        assertThat(ends.peerMemory.lastMapped()).isEqualTo(new LinkMemory.Part(0, 101 * PAGE, far, far + LENGTH));
        assertThat(enters(second, OpFlags.ALLOW_READ)).isTrue();
        assertThat(second.start).isEqualTo(far);
        DescriptorLayout.read(firstDescriptor, 0, first);
        ends.peer.open(first);
        assertThat(first.confirmedMemory()).isSameAs(second.confirmedMemory()).isNotSameAs(firstMemory);
        assertThat(ends.peerMemory.mappings()).isEqualTo(2);
    }

    /** What is mapped there is not what the window is of. */
    @ParameterizedTest
    @ValueSource(
            longs = {0, 6 * PAGE, 8 * PAGE, TwoEnds.REGION_LENGTH, 1L << 40, Long.MAX_VALUE, -1, -PAGE, Long.MIN_VALUE})
    void grantsNothingToADescriptorThatSaysAnotherStart(long start) {
        bind(7 * PAGE, TwoEnds.READ_WRITE);
        descriptor.putLong(0, start, ByteOrder.BIG_ENDIAN);

        PeerBinding target = open();

        assertThat(enters(target, OpFlags.ALLOW_READ)).isFalse();
        assertThat(enters(target, OpFlags.ALLOW_WRITE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {LENGTH + 1, TwoEnds.REGION_LENGTH, 1L << 40, Long.MAX_VALUE, Long.MAX_VALUE - 7 * PAGE})
    void grantsNoMoreThanTheWindowToADescriptorThatSaysAnotherLength(long length) {
        bind(7 * PAGE, TwoEnds.READ_WRITE);
        descriptor.putLong(Long.BYTES, length, ByteOrder.BIG_ENDIAN);

        PeerBinding target = open();

        assertThat(ends.enters(target, OpFlags.ALLOW_READ, 0, LENGTH + 1)).isFalse();
        assertThat(ends.enters(target, OpFlags.ALLOW_READ, LENGTH, 1)).isFalse();
    }

    @Test
    void mapsNothingForAWindowThatGrantsNoReadWhereMemoryCannotBeWritten() {
        ends.peerMemory.refuseWrites();
        bind(OpFlags.ALLOW_WRITE);

        PeerBinding target = open();

        assertThat(target.isDirect()).isFalse();
        assertThat(ends.peerMemory.mappings()).isZero();
    }

    @Test
    void grantsNoWriteToADescriptorThatWasForgedToSayRead() {
        bind(TwoEnds.READ_WRITE);
        descriptor.putInt(RIGHTS_OFFSET, OpFlags.ALLOW_READ, ByteOrder.BIG_ENDIAN);

        PeerBinding target = open();

        assertThat(enters(target, OpFlags.ALLOW_WRITE))
                .as("it is mapped for reading")
                .isFalse();
        assertThat(enters(target, OpFlags.ALLOW_READ)).isTrue();
    }

    @Test
    void grantsNoWriteToADescriptorThatWasForgedToSayWrite() {
        bind(OpFlags.ALLOW_READ);
        descriptor.putInt(RIGHTS_OFFSET, TwoEnds.READ_WRITE, ByteOrder.BIG_ENDIAN);

        PeerBinding target = open();

        assertThat(enters(target, OpFlags.ALLOW_WRITE)).isFalse();
        assertThat(enters(target, OpFlags.ALLOW_READ)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, DirectLayout.SLOTS, DirectLayout.SLOTS + 1, Integer.MAX_VALUE, 1 << 26})
    void refusesEveryUseOfADescriptorWithASlotThatIsNone(int slot) {
        bind(TwoEnds.READ_WRITE);
        descriptor.putInt(SLOT_OFFSET, slot, ByteOrder.BIG_ENDIAN);

        PeerBinding target = open();

        assertThat(target.isDirect()).isTrue();
        assertThat(enters(target, OpFlags.ALLOW_READ)).isFalse();
        assertThat(enters(target, OpFlags.ALLOW_WRITE)).isFalse();
        assertThat(ends.peerMemory.mappings()).isZero();
    }

    @Test
    void opensADescriptorOfARegionThatIsNotThereAndRefusesItsUse() {
        bind(TwoEnds.READ_WRITE);
        descriptor.putLong(REGION_ID_OFFSET, FileMemory.REGION_ID + 1, ByteOrder.BIG_ENDIAN);

        assertThat(enters(open(), OpFlags.ALLOW_READ)).isFalse();
    }

    @Test
    void mapsNothingForADescriptorWithoutAStamp() {
        bind(TwoEnds.READ_WRITE);
        descriptor.putLong(STAMP_OFFSET, 0, ByteOrder.BIG_ENDIAN);

        assertThat(open().isDirect()).isFalse();
        assertThat(ends.peerMemory.mappings()).isZero();
    }

    @Test
    void refusesTheUseOfAnyDescriptorWithOneBitChangedInWhatLeadsToTheMemory() {
        bind(TwoEnds.READ_WRITE);
        for (int bit = 0; bit < Byte.SIZE * WindowDescriptor.LENGTH; bit++) {
            int at = bit / Byte.SIZE;
            boolean leads = (at >= 16 && at < 24) || (at >= SLOT_OFFSET && at < RIGHTS_OFFSET) || at >= STAMP_OFFSET;
            if (!leads) {
                continue;
            }
            byte before = descriptor.getByte(at);
            descriptor.putByte(at, (byte) (before ^ (1 << (bit % Byte.SIZE))));
            PeerBinding target = open();

            assertThat(target.isDirect() && enters(target, OpFlags.ALLOW_READ))
                    .as("bit %d of byte %d", bit % 8, at)
                    .isFalse();
            descriptor.putByte(at, before);
        }
        assertThat(enters(open(), OpFlags.ALLOW_READ)).isTrue();
    }

    @Test
    void entersNothingByRandomDescriptors() {
        bind(TwoEnds.READ_WRITE);
        Random random = SeededRandom.create(DirectLinkTest.class);
        byte[] good = new byte[WindowDescriptor.LENGTH];
        descriptor.getBytes(0, good);
        byte[] noise = new byte[WindowDescriptor.LENGTH - SLOT_OFFSET];
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(noise);
            descriptor.putBytes(SLOT_OFFSET, noise);
            if (random.nextBoolean()) {
                descriptor.putInt(SLOT_OFFSET, random.nextInt(DirectLayout.SLOTS), ByteOrder.BIG_ENDIAN);
                descriptor.putLong(REGION_ID_OFFSET, FileMemory.REGION_ID, ByteOrder.BIG_ENDIAN);
            }
            PeerBinding target = open();

            assertThat(target.isDirect() && enters(target, OpFlags.ALLOW_READ)).isFalse();
            assertThat(ends.isHazardSet()).isFalse();
        }
    }

    @Test
    void endsWithTheWindowsInvalidation() {
        bind(TwoEnds.READ_WRITE);
        PeerBinding target = open();
        assertThat(enters(target, OpFlags.ALLOW_READ)).isTrue();

        assertThat(window.invalidate(endpoint, taken)).isTrue();

        assertThat(taken.isOver()).isTrue();
        assertThat(enters(target, OpFlags.ALLOW_READ)).isFalse();
    }

    @Test
    void keepsTheWindowAndTheRegionBusyWhileThePeerIsInside() {
        bind(TwoEnds.READ_WRITE);
        PeerBinding target = open();
        assertThat(ends.enters(target)).isTrue();

        assertThat(window.invalidate(endpoint, taken)).isTrue();

        assertThat(taken.isOver()).isFalse();
        Statuses.assertFails(NdStatus.DEVICE_BUSY, region::deregister);
        assertThat(region.isRegistered()).isTrue();
        ends.peer.access().leave();
        assertThat(taken.isOver()).isTrue();
        region.deregister();
        assertThat(region.isRegistered()).isFalse();
    }

    @Test
    void aWindowThatIsBoundAgainWaitsForTheNewBindingOnly() {
        bind(TwoEnds.READ_WRITE);
        PeerBinding first = open();
        assertThat(ends.enters(first)).isTrue();
        assertThat(window.invalidate(endpoint, taken)).isTrue();
        assertThat(taken.isOver()).isFalse();
        bind(TwoEnds.READ_WRITE);

        assertThat(window.invalidate(endpoint, taken)).isTrue();

        assertThat(taken.isOver()).as("nobody is inside the second binding").isTrue();
        Statuses.assertFails(NdStatus.DEVICE_BUSY, region::deregister);
    }

    @Test
    void theRegionIsFreeOnceThePeerIsGoneInsideIt() {
        bind(TwoEnds.READ_WRITE);
        assertThat(ends.enters(open())).isTrue();
        window.close();
        Statuses.assertFails(NdStatus.DEVICE_BUSY, region::deregister);

        ends.ownerMemory.peerGone();

        region.deregister();
        assertThat(region.isRegistered()).isFalse();
    }

    /** Its descriptor would name a file of which all can be read. */
    @Test
    void doesNotExposeAWindowWithoutReadToAPeerThatMapsMemoryToReadIt() {
        FakeMemory bytes = new FakeMemory();
        DirectLink readOnly = DirectLink.over(new LinkMemory() {
            @Override
            public UnsafeBuffer own() {
                return bytes.own();
            }

            @Override
            public UnsafeBuffer peer() {
                return bytes.peer();
            }

            @Override
            public boolean isWritable() {
                return false;
            }

            @Override
            public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
                return null;
            }

            @Override
            public boolean isPeerGone() {
                return false;
            }
        });

        assertThat(readOnly.isReached(OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC))
                .isFalse();
        assertThat(readOnly.isReached(OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE)).isTrue();
        assertThat(DirectLink.over(new FakeMemory()).isReached(OpFlags.ALLOW_WRITE))
                .isTrue();
    }
}
