// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.OpFlags;
import io.oriel.engine.testing.FileMemory;
import io.oriel.engine.testing.SeededRandom;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DirectAccessTest {
    private static final int LENGTH = 1000;

    private final TwoEnds ends = new TwoEnds(Guards.ALL);
    private final WindowSlot slot = ends.show(64, LENGTH, TwoEnds.READ_WRITE);
    private final PeerBinding target = ends.target(slot);
    private final DirectAccess access = ends.peer.access();

    @AfterEach
    void close() {
        ends.close();
    }

    @Test
    void namesTheBindingInItsHazardFromEnterToLeave() {
        assertThat(ends.enters(target)).isTrue();
        assertThat(ends.ownerMemory.peer().getLongVolatile(DirectLayout.HAZARD_OFFSET))
                .isEqualTo(slot.stamp());

        access.leave();

        assertThat(ends.isHazardSet()).isFalse();
    }

    @Test
    void leavesNoHazardWhenItIsRefused() {
        assertThat(slot.revoke()).isTrue();

        assertThat(ends.enters(target)).isFalse();
        assertThat(ends.isHazardSet()).isFalse();
        assertThat(access.enterAgain(target)).isFalse();
        assertThat(ends.isHazardSet()).isFalse();
    }

    /** The mappings stay in this test: elsewhere what is reached by them may be gone. */
    @Test
    void entersNothingWhenItWasLetGoOf() {
        assertThat(ends.enters(target)).isTrue();
        access.leave();

        access.letGo();

        assertThat(ends.enters(target)).isFalse();
        assertThat(access.enterAgain(target)).isFalse();
        assertThat(ends.isHazardSet()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {DirectLayout.SLOTS + 7, -1, Integer.MAX_VALUE, Integer.MIN_VALUE + 7})
    void looksAtNothingOutsideOfTheTableWhateverTheSlot(int number) {
        target.slot = number;

        assertThat(ends.enters(target)).isFalse();
        assertThat(access.enterAgain(target)).isFalse();
        assertThat(ends.isHazardSet()).isFalse();
    }

    @Test
    void goesOnUntilTheBindingIsTakenBack() {
        assertThat(ends.enters(target)).isTrue();
        access.leave();
        assertThat(access.enterAgain(target)).isTrue();
        access.leave();

        assertThat(slot.revoke()).isTrue();

        assertThat(access.enterAgain(target)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1000, true",
        "0, 1001, false",
        "999, 1, true",
        "1000, 0, true",
        "1000, 1, false",
        "1001, 0, false",
        "-1, 1, false",
        "0, -1, false",
        "-1, -1, false",
        "9223372036854775807, 1, false",
        "1, 9223372036854775807, false",
        "9223372036854775807, 9223372036854775807, false",
        "-9223372036854775808, 9223372036854775807, false",
        "-9223372036854775808, -9223372036854775808, false"
    })
    void entersOnlyForWhatLiesInTheBinding(long at, long size, boolean expected) {
        for (int right : new int[] {OpFlags.ALLOW_READ, OpFlags.ALLOW_WRITE}) {
            assertThat(ends.enters(target, right, at, size)).isEqualTo(expected);
            assertThat(ends.isHazardSet()).isEqualTo(expected);
            access.leave();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, false, false",
        "READ, READ, true, false",
        "WRITE, WRITE, false, true",
        "READ, BOTH, true, false",
        "WRITE, BOTH, false, true",
        "BOTH, READ, true, false",
        "BOTH, 0, false, false",
        "0, BOTH, false, false"
    })
    void entersForWhatBothTheTableAndTheDescriptorGrant(
            String table, String descriptor, boolean reads, boolean writes) {
        WindowSlot bound = ends.show(0, LENGTH, rights(table));
        PeerBinding opened = ends.target(bound);
        opened.rights = rights(descriptor);

        assertThat(ends.enters(opened, OpFlags.ALLOW_READ, 0, 1)).isEqualTo(reads);
        access.leave();
        assertThat(ends.enters(opened, OpFlags.ALLOW_WRITE, 0, 1)).isEqualTo(writes);
        access.leave();
    }

    private static int rights(String name) {
        return switch (name) {
            case "READ" -> OpFlags.ALLOW_READ;
            case "WRITE" -> OpFlags.ALLOW_WRITE;
            case "BOTH" -> TwoEnds.READ_WRITE;
            default -> OpFlags.NONE;
        };
    }

    @Test
    void refusesATokenThatDiffersInAnyBit() {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            target.token = TwoEnds.TOKEN ^ (1L << bit);
            assertThat(ends.enters(target)).as("bit " + bit).isFalse();
        }
        target.token = TwoEnds.TOKEN;
        assertThat(ends.enters(target)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"5, 4", "5, 2", "6, 3", "4, 3", "0, 3", "5, 0", "3, 5", "-1, -1"})
    void refusesAnEndpointForWhichTheWindowIsNotBound(int id, int generation) {
        assertThat(access.enter(target, DirectLayout.user(id, generation), OpFlags.ALLOW_READ, 0, 1))
                .isFalse();
        assertThat(ends.isHazardSet()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1, 2, Long.MIN_VALUE})
    void refusesAStampThatIsNotThePresentOne(long off) {
        target.stamp += off;

        assertThat(ends.enters(target)).isFalse();
    }

    @Test
    void refusesTheSlotOfAnotherBinding() {
        WindowSlot other = ends.show(TwoEnds.READ_WRITE);
        target.slot = other.slot();

        assertThat(ends.enters(target)).isFalse();
    }

    @Test
    void refusesARegionThatIsNotTheOneInTheTable() {
        target.regionId++;

        assertThat(ends.enters(target)).isFalse();
    }

    @Test
    void refusesARegionThatIsNotThereAnyMore() {
        target.memory = null;

        assertThat(ends.enters(target)).isFalse();
        assertThat(ends.isHazardSet()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1048576, true",
        "0, 1048577, false",
        "1, 1048576, false",
        "1048576, 0, false", // a byte is asked for
        "1048577, 0, false",
        "-1, 100, false",
        "0, -1, false",
        "9223372036854775807, 1, false",
        "9223372036854775807, 9223372036854775807, false",
        "-9223372036854775808, 100, false",
        "100, -9223372036854775808, false",
        "-9223372036854775808, -9223372036854775808, false"
    })
    void refusesATableThatPointsOutsideOfTheMemory(long start, long length, boolean expected) {
        WindowSlot forged = ends.show(start, length, TwoEnds.READ_WRITE);

        assertThat(ends.enters(ends.target(forged))).isEqualTo(expected);
    }

    @Test
    void refusesARegionThatIsSmallerThanTheTableSays() {
        target.memory = new UnsafeBuffer(ByteBuffer.allocateDirect(64 + LENGTH - 1));
        assertThat(ends.enters(target)).isFalse();

        target.memory = new UnsafeBuffer(ByteBuffer.allocateDirect(64 + LENGTH));
        assertThat(ends.enters(target)).isTrue();
    }

    /** What is granted is copied once; a table that changes under the same stamp, as only a forger's does, changes nothing. */
    @Test
    void keepsToWhatItHasCheckedWhenTheTableChangesUnderIt() {
        assertThat(ends.enters(target)).isTrue();
        access.leave();

        int offset = DirectLayout.slotOffset(slot.slot());
        ends.ownerMemory.own().putLong(offset + DirectLayout.START, Long.MAX_VALUE);
        ends.ownerMemory.own().putLong(offset + DirectLayout.WINDOW_LENGTH, Long.MAX_VALUE);

        assertThat(ends.enters(target, OpFlags.ALLOW_WRITE, 0, LENGTH)).isTrue();
        access.leave();
        assertThat(ends.enters(target, OpFlags.ALLOW_WRITE, 0, LENGTH + 1)).isFalse();
        assertThat(target.start).isEqualTo(64);
    }

    @Test
    void touchesNothingOutsideOfTheMemoryWhateverTheTableHolds() {
        Random random = SeededRandom.create(DirectAccessTest.class);
        byte[] noise = new byte[DirectLayout.SLOT_LENGTH];
        int entered = 0;
        for (int i = 0; i < 200_000; i++) {
            int index = random.nextInt(DirectLayout.SLOTS);
            forge(random, noise, index);
            PeerBinding aimed = new PeerBinding();
            aimed.memory = target.memory;
            aimed.slot = index;
            UnsafeBuffer table = ends.ownerMemory.own();
            int offset = DirectLayout.slotOffset(index);
            aimed.stamp = table.getLong(offset);
            aimed.regionId = table.getLong(offset + DirectLayout.REGION_ID);
            aimed.token = table.getLong(offset + DirectLayout.TOKEN);
            aimed.rights = random.nextInt();
            long at = edge(random);
            long size = edge(random);
            long user = table.getLong(offset + DirectLayout.ENDPOINT);
            if (access.enter(aimed, user, OpFlags.ALLOW_WRITE, at, size)) {
                entered++;
                assertThat(aimed.start + at).isBetween(0L, (long) TwoEnds.REGION_LENGTH);
                assertThat(aimed.start + at + size).isBetween(aimed.start + at, (long) TwoEnds.REGION_LENGTH);
            } else {
                assertThat(ends.isHazardSet()).isFalse();
            }
            access.leave();
        }
        assertThat(entered).as("forgeries that ask for nothing wrong").isPositive();
    }

    private void forge(Random random, byte[] noise, int index) {
        random.nextBytes(noise);
        int offset = DirectLayout.slotOffset(index);
        UnsafeBuffer table = ends.ownerMemory.own();
        table.putBytes(offset, noise);
        if (random.nextInt(4) != 0) {
            table.putLong(offset + DirectLayout.START, edge(random));
            table.putLong(offset + DirectLayout.WINDOW_LENGTH, edge(random));
            table.putLong(offset + DirectLayout.REGION_ID, FileMemory.REGION_ID);
        }
    }

    /** Numbers around which sums overflow and ranges end. */
    private static long edge(Random random) {
        long[] edges = {0, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, TwoEnds.REGION_LENGTH};
        return random.nextInt(4) == 0
                ? random.nextInt(TwoEnds.REGION_LENGTH)
                : edges[random.nextInt(edges.length)] + random.nextInt(5) - 2;
    }
}
