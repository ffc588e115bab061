// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.testing.SeededRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SgeListTest {
    private static final int MAX_ENTRIES = 8;
    private static final int INLINE_SIZE = 64;
    private static final int REGION_LENGTH = 256;

    private final Random random = SeededRandom.create(SgeListTest.class);
    private final RegionTable regions = new RegionTable(0);
    private final byte[] bytes = randomBytes(REGION_LENGTH);
    private final Region region = regions.add(new UnsafeBuffer(bytes, 0, REGION_LENGTH), AccessFlags.ALLOW_LOCAL_WRITE);
    private final SgeList sges = new SgeList(regions, MAX_ENTRIES, INLINE_SIZE);

    @Nested
    class Copies {
        @Test
        void gathersAnySplitOfAnyListAsTheModelDoes() {
            for (int step = 0; step < 2000; step++) {
                ScatterGatherList list = randomList();
                sges.capture(list);
                byte[] model = model(list);
                byte[] gathered = new byte[model.length + 2];
                UnsafeBuffer target = new UnsafeBuffer(gathered);

                for (int at = 0; at < model.length; ) {
                    int part = 1 + random.nextInt(model.length - at);
                    sges.gather(at, target, 1 + at, part);
                    at += part;
                }

                assertThat(Arrays.copyOfRange(gathered, 1, 1 + model.length)).isEqualTo(model);
                assertThat(gathered[0]).isZero();
                assertThat(gathered[gathered.length - 1]).isZero();
            }
        }

        @Test
        void scattersAnySplitToAnyListAsTheModelDoes() {
            for (int step = 0; step < 2000; step++) {
                ScatterGatherList list = randomList();
                sges.capture(list);
                byte[] message = randomBytes((int) list.totalLength());
                byte[] expected = bytes.clone();
                scatterToModel(list, message, expected);
                UnsafeBuffer source = new UnsafeBuffer(message);

                for (int at = 0; at < message.length; ) {
                    int part = 1 + random.nextInt(message.length - at);
                    sges.scatter(at, source, at, part);
                    at += part;
                }

                assertThat(bytes).isEqualTo(expected);
            }
        }

        @Test
        void copiesNothingOfAnEmptyList() {
            sges.capture(ScatterGatherList.empty());
            byte[] before = bytes.clone();

            sges.gather(0, new UnsafeBuffer(new byte[0]), 0, 0);
            sges.scatter(0, new UnsafeBuffer(new byte[0]), 0, 0);

            assertThat(sges.totalLength()).isZero();
            assertThat(bytes).isEqualTo(before);
        }

        @Test
        void stepsOverEntriesOfNoLengthWhereverTheyStand() {
            ScatterGatherList list = new ScatterGatherList(MAX_ENTRIES)
                    .add(region, REGION_LENGTH, 0)
                    .add(region, 10, 2)
                    .add(region, 0, 0)
                    .add(region, 5, 0)
                    .add(region, 20, 1)
                    .add(region, REGION_LENGTH, 0);
            sges.capture(list);
            byte[] gathered = new byte[3];

            sges.gather(0, new UnsafeBuffer(gathered), 0, 3);

            assertThat(gathered).containsExactly(bytes[10], bytes[11], bytes[20]);
            assertThat(sges.isReadable()).isTrue();
        }

        @Test
        void forgetsTheListBefore() {
            sges.capture(new ScatterGatherList(2).add(region, 0, 100).add(region, 100, 100));

            sges.capture(ScatterGatherList.of(region, 7, 1));

            assertThat(sges.totalLength()).isEqualTo(1);
            byte[] gathered = new byte[1];
            sges.gather(0, new UnsafeBuffer(gathered), 0, 1);
            assertThat(gathered).containsExactly(bytes[7]);
        }

        @Test
        void keepsTheListWhenTheCallerChangesIts() {
            ScatterGatherList list = ScatterGatherList.of(region, 7, 1);
            sges.capture(list);

            list.clear().add(region, 50, 1);

            byte[] gathered = new byte[1];
            sges.gather(0, new UnsafeBuffer(gathered), 0, 1);
            assertThat(gathered).containsExactly(bytes[7]);
        }
    }

    @Nested
    class Checks {
        @ParameterizedTest
        @CsvSource({
            "0, 257",
            "256, 1",
            "257, 0",
            "-1, 1",
            "9223372036854775807, 1",
            "9223372036854775807, 9223372036854775807",
            "-9223372036854775808, 0",
            "4294967296, 1"
        })
        void refusesAnEntryOutsideItsRegion(long offset, long length) {
            sges.capture(new ScatterGatherList(2).add(region, 0, 1).add(region, offset, length));

            assertThat(sges.isReadable()).isFalse();
            assertThat(sges.isWritable()).isFalse();
        }

        @Test
        void refusesARegionThatWasDeregisteredSince() {
            sges.capture(ScatterGatherList.of(region));
            assertThat(sges.isWritable()).isTrue();

            region.deregister();

            assertThat(sges.isReadable()).isFalse();
            assertThat(sges.isWritable()).isFalse();
        }

        @Test
        void refusesToWriteARegionWithoutTheRight() {
            Region readOnly = regions.add(new UnsafeBuffer(new byte[10]), AccessFlags.ALLOW_REMOTE_READ);
            sges.capture(new ScatterGatherList(2).add(region, 0, 1).add(readOnly, 0, 1));

            assertThat(sges.isReadable()).isTrue();
            assertThat(sges.isWritable()).isFalse();
        }

        @Test
        void refusesARegionOfAnotherAdapter() {
            Region foreign = new RegionTable(0).add(new UnsafeBuffer(new byte[10]), AccessFlags.ALLOW_LOCAL_WRITE);
            sges.capture(ScatterGatherList.of(foreign));

            assertThat(sges.isReadable()).isFalse();
        }
    }

    @Nested
    class Inline {
        @Test
        void copiesTheDataOfRegionsAndBuffersAtOnce() {
            UnsafeBuffer buffer = new UnsafeBuffer(randomBytes(20));
            ScatterGatherList list = new ScatterGatherList(20)
                    .add(region, 200, 5)
                    .add(buffer, 15, 5)
                    .add(buffer, 20, 0);
            byte[] expected = new byte[10];
            System.arraycopy(bytes, 200, expected, 0, 5);
            buffer.getBytes(15, expected, 5, 5);

            assertThat(sges.captureInline(list)).isTrue();
            Arrays.fill(bytes, (byte) 0);
            buffer.setMemory(0, 20, (byte) 0);

            byte[] gathered = new byte[10];
            UnsafeBuffer target = new UnsafeBuffer(gathered);
            sges.gather(0, target, 0, 3);
            sges.gather(3, target, 3, 7);
            assertThat(gathered).isEqualTo(expected);
            assertThat(sges.totalLength()).isEqualTo(10);
        }

        @Test
        void needsItsRegionNoLonger() {
            assertThat(sges.captureInline(ScatterGatherList.of(region, 0, INLINE_SIZE)))
                    .isTrue();

            region.deregister();

            assertThat(sges.isReadable()).isTrue();
        }

        @ParameterizedTest
        @CsvSource({
            "0, 21",
            "20, 1",
            "21, 0",
            "-1, 1",
            "9223372036854775807, 1",
            "-9223372036854775808, 0",
            "4294967296, 1"
        })
        void refusesAnEntryOutsideItsBuffer(long offset, long length) {
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[20]);

            assertThat(sges.captureInline(new ScatterGatherList(1).add(buffer, offset, length)))
                    .isFalse();
        }

        @ParameterizedTest
        @CsvSource({"256, 1", "257, 0", "-1, 1", "9223372036854775807, 1"})
        void refusesAnEntryOutsideItsRegion(long offset, long length) {
            assertThat(sges.captureInline(ScatterGatherList.of(region, offset, length)))
                    .isFalse();
        }

        @Test
        void takesNoBytesFromAnEmptyList() {
            assertThat(sges.captureInline(ScatterGatherList.empty())).isTrue();
            assertThat(sges.totalLength()).isZero();
        }
    }

    /** A list of up to eight disjoint ranges in random order, some of no length. */
    private ScatterGatherList randomList() {
        int count = random.nextInt(MAX_ENTRIES + 1);
        int share = REGION_LENGTH / MAX_ENTRIES;
        Integer[] places = {0, 1, 2, 3, 4, 5, 6, 7};
        Collections.shuffle(Arrays.asList(places), random);
        ScatterGatherList list = new ScatterGatherList(MAX_ENTRIES);
        for (int index = 0; index < count; index++) {
            int length = random.nextInt(4) == 0 ? 0 : random.nextInt(share + 1);
            list.add(region, (long) places[index] * share + random.nextInt(share - length + 1), length);
        }
        return list;
    }

    private byte[] model(ScatterGatherList list) {
        byte[] whole = new byte[(int) list.totalLength()];
        int at = 0;
        for (int index = 0; index < list.size(); index++) {
            System.arraycopy(bytes, (int) list.offset(index), whole, at, (int) list.length(index));
            at += (int) list.length(index);
        }
        return whole;
    }

    private static void scatterToModel(ScatterGatherList list, byte[] message, byte[] memory) {
        int at = 0;
        for (int index = 0; index < list.size(); index++) {
            System.arraycopy(message, at, memory, (int) list.offset(index), (int) list.length(index));
            at += (int) list.length(index);
        }
    }

    private byte[] randomBytes(int length) {
        byte[] made = new byte[length];
        random.nextBytes(made);
        return made;
    }
}
