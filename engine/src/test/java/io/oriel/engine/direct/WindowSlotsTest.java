// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FileMemory;
import io.oriel.engine.testing.SeededRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowSlotsTest {
    private final TwoEnds ends = new TwoEnds(Guards.ALL);

    @AfterEach
    void close() {
        ends.close();
    }

    @Test
    void showsNothingBeforeTheBind() {
        WindowSlot slot = ends.reserve();

        assertThat(slot.stamp()).isNotZero();
        assertThat(ends.enters(ends.target(slot))).isFalse();
    }

    @Test
    void showsAllThatABindingGrants() {
        WindowSlot slot = ends.show(100, 50, TwoEnds.READ_WRITE);
        PeerBinding target = ends.target(slot);

        assertThat(ends.enters(target)).isTrue();
        ends.peer.access().leave();

        assertThat(target.isConfirmed).isTrue();
        assertThat(target.start).isEqualTo(100);
        assertThat(target.length).isEqualTo(50);
        assertThat(target.rights).isEqualTo(TwoEnds.READ_WRITE);
    }

    @Test
    void takesABindingBackAtOnceIfNobodyIsInside() {
        WindowSlot slot = ends.show(TwoEnds.READ_WRITE);
        PeerBinding target = ends.target(slot);
        long stamp = slot.stamp();

        assertThat(slot.revoke()).isTrue();

        assertThat(slot.isQuiet(stamp)).isTrue();
        assertThat(ends.enters(target)).isFalse();
    }

    @Test
    void isNotQuietBeforeThePeerHasLeft() {
        WindowSlot slot = ends.show(TwoEnds.READ_WRITE);
        long stamp = slot.stamp();
        assertThat(ends.enters(ends.target(slot))).isTrue();

        assertThat(slot.revoke()).isFalse();
        assertThat(slot.isQuiet(stamp)).isFalse();
        ends.peer.access().leave();

        assertThat(slot.isQuiet(stamp)).isTrue();
    }

    @Test
    void isQuietWhileThePeerIsInsideAnotherBinding() {
        WindowSlot slot = ends.show(TwoEnds.READ_WRITE);
        WindowSlot other = ends.show(TwoEnds.READ_WRITE);
        assertThat(ends.enters(ends.target(other))).isTrue();

        assertThat(slot.revoke()).isTrue();
    }

    @Test
    void isQuietOnceThePeerIsGoneWhateverItsHazardSays() {
        WindowSlot slot = ends.show(TwoEnds.READ_WRITE);
        long stamp = slot.stamp();
        assertThat(ends.enters(ends.target(slot))).isTrue();
        assertThat(slot.revoke()).isFalse();

        ends.ownerMemory.peerGone();

        assertThat(slot.isQuiet(stamp)).isTrue();
    }

    @Test
    void givesEveryBindingAStampOfItsOwn() {
        Set<Long> stamps = new HashSet<>();
        Random random = SeededRandom.create(WindowSlotsTest.class);
        List<WindowSlot> bound = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (!bound.isEmpty() && (random.nextBoolean() || bound.size() == DirectLayout.SLOTS)) {
                WindowSlot slot = bound.remove(random.nextInt(bound.size()));
                if (random.nextInt(4) == 0) {
                    assertThat(ends.enters(ends.target(slot))).isTrue();
                    assertThat(slot.revoke()).isFalse();
                    ends.peer.access().leave();
                } else {
                    assertThat(slot.revoke()).isTrue();
                }
                continue;
            }
            WindowSlot slot = ends.reserve();
            assertThat(stamps.add(slot.stamp())).as("stamp " + slot.stamp()).isTrue();
            if (random.nextInt(8) == 0) {
                slot.forget();
            } else {
                slot.show(TwoEnds.TOKEN, FileMemory.REGION_ID, 0, 64, TwoEnds.READ_WRITE);
                bound.add(slot);
            }
        }
        assertThat(stamps).doesNotContain(0L);
    }

    @Test
    void usesAForgottenSlotAgain() {
        WindowSlot slot = ends.reserve();
        int index = slot.slot();
        long stamp = slot.stamp();

        slot.forget();
        WindowSlot next = ends.reserve();

        assertThat(next.slot()).isEqualTo(index);
        assertThat(next.stamp()).isNotEqualTo(stamp);
    }

    @Test
    void hasAsManySlotsAsTheTable() {
        Set<Integer> indexes = new HashSet<>();
        for (int i = 0; i < DirectLayout.SLOTS; i++) {
            indexes.add(ends.show(TwoEnds.READ_WRITE).slot());
        }

        assertThat(indexes).hasSize(DirectLayout.SLOTS).allMatch(DirectLayout::isSlot);
        assertThat(ends.owner.windows().reserve(TwoEnds.USER)).isNull();
    }

    @Test
    void usesASlotWherePeersWereInsideOnlyWhenTheyHaveLeft() {
        WindowSlot last = ends.show(TwoEnds.READ_WRITE);
        for (int i = 1; i < DirectLayout.SLOTS; i++) {
            last = ends.show(TwoEnds.READ_WRITE);
        }
        assertThat(ends.enters(ends.target(last))).isTrue();
        assertThat(last.revoke()).isFalse();

        assertThat(ends.owner.windows().reserve(TwoEnds.USER)).isNull();
        ends.peer.access().leave();

        assertThat(ends.reserve().slot()).isEqualTo(last.slot());
    }

    @Test
    void aDescriptorOfAnEarlierBindingDoesNotFitALaterOneInItsSlot() {
        WindowSlot slot = ends.show(TwoEnds.READ_WRITE);
        PeerBinding earlier = ends.target(slot);
        assertThat(slot.revoke()).isTrue();

        WindowSlot later = ends.show(TwoEnds.READ_WRITE);

        assertThat(later.slot()).isEqualTo(earlier.slot);
        assertThat(ends.enters(earlier)).isFalse();
        assertThat(ends.enters(ends.target(later))).isTrue();
    }

    @Test
    void believesNothingInThePeersMemoryButItsHazard() {
        Random random = SeededRandom.create(WindowSlotsTest.class);
        byte[] noise = new byte[DirectLayout.LENGTH];
        UnsafeBuffer peersPiece = ends.peerMemory.own();
        for (int i = 0; i < 200; i++) {
            random.nextBytes(noise);
            peersPiece.putBytes(0, noise);
            peersPiece.putLong(DirectLayout.HAZARD_OFFSET, 0);

            WindowSlot slot = ends.show(TwoEnds.READ_WRITE);

            assertThat(slot.revoke()).isTrue();
        }
    }

    @Test
    void waitsForAHazardThatIsAnyNumberOnlyIfItIsItsOwn() {
        UnsafeBuffer peersPiece = ends.peerMemory.own();
        for (long forged : new long[] {Long.MIN_VALUE, -1, 1, 3, Long.MAX_VALUE}) {
            WindowSlot slot = ends.show(TwoEnds.READ_WRITE);
            peersPiece.putLongVolatile(DirectLayout.HAZARD_OFFSET, forged);

            assertThat(slot.revoke()).as("hazard " + forged).isTrue();
        }
    }
}
