// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static io.oriel.engine.testing.Statuses.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.testing.MappedMemory;
import io.oriel.engine.testing.SeededRandom;
import io.oriel.engine.transport.RegionMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegionTest {
    private static final int LENGTH = 100;

    private final RegionTable table = new RegionTable(0);
    private final WindowHolder endpoint = new WindowHolder();

    @Nested
    class Contains {
        private final Region region = register(AccessFlags.NONE);

        @ParameterizedTest
        @CsvSource({"0, 100", "0, 0", "100, 0", "99, 1", "1, 99", "50, 7"})
        void acceptsWhatLiesInside(long offset, long size) {
            assertThat(region.contains(offset, size)).isTrue();
        }

        @ParameterizedTest
        @CsvSource({
            "0, 101",
            "1, 100",
            "100, 1",
            "101, 0",
            "-1, 1",
            "-1, 0",
            "0, -1",
            "50, -50",
            "9223372036854775807, 0",
            "9223372036854775807, 1",
            "1, 9223372036854775807",
            "9223372036854775807, 9223372036854775807",
            "-9223372036854775808, 1",
            "-9223372036854775808, -9223372036854775808",
            "0, -9223372036854775808",
            "4294967296, 1",
            "0, 4294967297"
        })
        void rejectsWhatDoesNot(long offset, long size) {
            assertThat(region.contains(offset, size)).isFalse();
        }
    }

    @Nested
    class Registration {
        @Test
        void givesMemoryBackThatCannotBeRegistered() {
            int[] released = {0};
            RegionMemory memory = new RegionMemory() {
                @Override
                public UnsafeBuffer buffer() {
                    throw new OutOfMemoryError("no memory for a region");
                }

                @Override
                public long id() {
                    return 1;
                }

                @Override
                public void release() {
                    released[0]++;
                }
            };

            assertThatThrownBy(() -> new RegionTable(0).add(memory, AccessFlags.NONE))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessageStartingWith("no memory for");

            assertThat(released[0]).isOne();
        }

        @Test
        void releasesTheSpaceOfARegionThatIsDeregistered() {
            CountedMemory memory = new CountedMemory();
            RegionTable regions = new RegionTable(0);
            Region region = regions.add(memory, AccessFlags.NONE);

            region.deregister();

            assertThat(memory.releases).isZero();
            assertThat(memory.spaceReleases).isOne();
        }

        @Test
        void keepsTheSpaceOfAClosedRegionWithAStoppedPeerInside() {
            CountedMemory memory = new CountedMemory();
            RegionTable regions = new RegionTable(0);
            regions.add(memory, AccessFlags.NONE).linger(() -> false);

            regions.close();

            assertThat(memory.releases).isOne();
            assertThat(memory.spaceReleases).isZero();
        }

        private static final class CountedMemory implements RegionMemory {
            private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
            private int releases;
            private int spaceReleases;

            @Override
            public UnsafeBuffer buffer() {
                return buffer;
            }

            @Override
            public long id() {
                return 1;
            }

            @Override
            public void release() {
                releases++;
            }

            @Override
            public void releaseSpace() {
                spaceReleases++;
            }
        }

        @Test
        void keepsTheRangeThatTheBufferHadAtTheCall() {
            byte[] bytes = new byte[LENGTH];
            UnsafeBuffer buffer = new UnsafeBuffer(bytes, 10, 20);
            Region region = table.add(buffer, AccessFlags.NONE);

            buffer.wrap(new byte[5]);
            region.memory().putByte(0, (byte) 42);

            assertThat(region.length()).isEqualTo(20);
            assertThat(bytes[10]).isEqualTo((byte) 42);
        }

        @Test
        void tellsRightsAsTheyWereGiven() {
            assertThat(register(AccessFlags.NONE).isWritable()).isFalse();
            assertThat(register(AccessFlags.ALLOW_REMOTE_READ).isWritable()).isFalse();
            assertThat(register(AccessFlags.ALLOW_LOCAL_WRITE).isWritable()).isTrue();
            assertThat(register(AccessFlags.ALLOW_REMOTE_WRITE).isWritable())
                    .as("contains the local right")
                    .isTrue();
            assertThat(register(AccessFlags.RDMA_READ_SINK).access()).isEqualTo(AccessFlags.RDMA_READ_SINK);
        }

        @ParameterizedTest
        @ValueSource(longs = {-1, Long.MIN_VALUE, 1001, Long.MAX_VALUE})
        void refusesALengthOutOfItsRangeAndNamesBoth(long length) {
            assertThat(assertFails(NdStatus.INVALID_PARAMETER, () -> RegionTable.check(length, 1000, AccessFlags.NONE)))
                    .contains("1..1000", Long.toString(length));
        }

        @Test
        void refusesNoLengthAtAll() {
            assertFails(NdStatus.INVALID_BUFFER_SIZE, () -> RegionTable.check(0, 1000, AccessFlags.NONE));
        }

        @ParameterizedTest
        @ValueSource(ints = {0x10, 0x40, Integer.MIN_VALUE, -1})
        void refusesUnknownRights(int access) {
            assertThat(assertFails(NdStatus.INVALID_PARAMETER, () -> RegionTable.check(1, 1000, access)))
                    .contains("0x" + Integer.toHexString(access));
        }

        @Test
        void acceptsEveryCombinationOfKnownRights() {
            for (int access = 0; access <= 0xF; access++) {
                RegionTable.check(1000, 1000, access);
            }
        }
    }

    @Nested
    class Deregister {
        @Test
        void endsTheUseOfTheRegionAndGivesItsMemoryBackOnce() {
            List<String> released = new ArrayList<>();
            Region region = table.add(new MappedMemory(LENGTH, () -> released.add("once")), 0);
            assertThat(region.isUsableIn(table)).isTrue();

            region.deregister();

            assertThat(region.isRegistered()).isFalse();
            assertThat(region.isUsableIn(table)).isFalse();
            assertThat(released).containsExactly("once");
        }

        @Test
        void answersInvalidHandleTheSecondTime() {
            Region region = register(AccessFlags.NONE);
            region.deregister();

            assertFails(NdStatus.INVALID_HANDLE, region::deregister);
        }

        @Test
        void answersDeviceBusyUntilTheLastWindowIsInvalidated() {
            Region region = register(AccessFlags.ALLOW_LOCAL_WRITE);
            WindowTable windows = new WindowTable();
            Window first = bound(windows.create(0), region);
            Window second = bound(windows.create(0), region);

            assertFails(NdStatus.DEVICE_BUSY, region::deregister);
            assertThat(first.invalidate(endpoint, new Revocation())).isTrue();
            assertFails(NdStatus.DEVICE_BUSY, region::deregister);
            assertThat(region.isRegistered()).as("unchanged by the refusal").isTrue();
            second.close();

            region.deregister();
            assertThat(region.isRegistered()).isFalse();
        }

        @Test
        void isFreeWhenTheConnectionOfItsWindowsEnds() {
            Region region = register(AccessFlags.ALLOW_LOCAL_WRITE);
            WindowTable windows = new WindowTable();
            bound(windows.create(0), region);
            bound(windows.create(0), region);

            assertThat(endpoint.unbindAll()).isEqualTo(2);

            region.deregister();
            assertThat(region.isRegistered()).isFalse();
        }
    }

    @Test
    void keepsItsMemoryWhateverIsWrappedInTheBufferThatItHandsOut() {
        byte[] elsewhere = new byte[10];
        for (Region region : List.of(
                register(AccessFlags.ALLOW_LOCAL_WRITE),
                table.add(new MappedMemory(LENGTH, () -> {}), AccessFlags.ALLOW_LOCAL_WRITE))) {
            region.buffer().putByte(7, (byte) 42);
            region.buffer().wrap(elsewhere);

            assertThat(region.memory().capacity()).isEqualTo(LENGTH);
            assertThat(region.memory().getByte(7)).isEqualTo((byte) 42);
            region.memory().setMemory(0, LENGTH, (byte) 1);
            assertThat(elsewhere).containsOnly(0);
        }
    }

    @Test
    void asksOnlyThoseWhoShowItWhenItIsDeregistered() {
        List<String> asked = new ArrayList<>();
        Region one = register(AccessFlags.ALLOW_LOCAL_WRITE);
        Region other = register(AccessFlags.ALLOW_LOCAL_WRITE);
        for (int count = 0; count < 1000; count++) {
            one.shownBy(new Noting("one", asked));
        }
        Region.Shower ended = new Noting("ended", asked);
        other.shownBy(ended);
        other.shownBy(new Noting("other", asked));
        other.hiddenBy(ended);

        other.deregister();

        assertThat(asked).containsExactly("other hides", "other forgets");
    }

    /** Shows nothing that anybody is in. */
    private static final class Noting implements Region.Shower {
        private final String name;
        private final List<String> asked;

        Noting(String name, List<String> asked) {
            this.name = name;
            this.asked = asked;
        }

        @Override
        public Region.Hidden hide(Region region) {
            asked.add(name + " hides");
            return new Region.Hidden() {
                @Override
                public boolean isOver() {
                    return true;
                }

                @Override
                public void showAgain() {
                    throw new AssertionError("nothing keeps the region busy");
                }
            };
        }

        @Override
        public void forget(Region region) {
            asked.add(name + " forgets");
        }
    }

    @Test
    void leavesTheOthersInTheTableInWhateverOrderRegionsAreDeregistered() {
        Random random = SeededRandom.create(RegionTest.class);
        List<Region> regions = new ArrayList<>();
        for (int count = 0; count < 1000; count++) {
            regions.add(register(AccessFlags.NONE));
        }
        Collections.shuffle(regions, random);
        List<Region> left = regions.subList(0, 300);

        regions.subList(300, 1000).forEach(Region::deregister);
        assertThat(left).allMatch(Region::isRegistered);
        table.close();

        assertThat(regions).noneMatch(Region::isRegistered);
    }

    @Test
    void belongsToOneAdapterOnly() {
        assertThat(register(AccessFlags.NONE).isUsableIn(new RegionTable(0))).isFalse();
    }

    @Test
    void closingTheTableDeregistersWhatIsLeft() {
        Region former = register(AccessFlags.NONE);
        Region left = register(AccessFlags.NONE);
        former.deregister();

        table.close();

        assertThat(left.isRegistered()).isFalse();
    }

    private Region register(int access) {
        return table.add(new UnsafeBuffer(new byte[LENGTH]), access);
    }

    private Window bound(Window window, Region region) {
        long generation = window.assignGeneration();
        assertThat(window.bind(endpoint, region, 0, 1, OpFlags.ALLOW_READ, generation, null))
                .isTrue();
        return window;
    }
}
