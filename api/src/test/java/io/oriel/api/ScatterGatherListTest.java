// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ScatterGatherListTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100]);
    private final MemoryRegion region = new BufferRegion(buffer);

    /** A region that is nothing but its buffer. */
    private record BufferRegion(UnsafeBuffer memory) implements MemoryRegion {
        @Override
        public MutableDirectBuffer buffer() {
            return memory;
        }

        @Override
        public long length() {
            return memory.capacity();
        }

        @Override
        public int access() {
            return AccessFlags.NONE;
        }

        @Override
        public boolean isRegistered() {
            return true;
        }

        @Override
        public void getRemoteToken(MutableDirectBuffer descriptor, int offset) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void deregister() {}
    }

    @Test
    void returnsItsEntriesInOrder() {
        ScatterGatherList list =
                new ScatterGatherList(3).add(region, 1, 2).add(buffer, 3, 4).add(region, 5, 0);

        assertThat(list.size()).isEqualTo(3);
        assertThat(list.totalLength()).isEqualTo(6);
        assertThat(list.region(0)).isSameAs(region);
        assertThat(list.buffer(0)).isNull();
        assertThat(list.offset(0)).isEqualTo(1);
        assertThat(list.length(0)).isEqualTo(2);
        assertThat(list.region(1)).isNull();
        assertThat(list.buffer(1)).isSameAs(buffer);
        assertThat(list.offset(1)).isEqualTo(3);
        assertThat(list.length(2)).isZero();
    }

    @Test
    void namesAWholeRegion() {
        ScatterGatherList list = ScatterGatherList.of(region);

        assertThat(list.size()).isEqualTo(1);
        assertThat(list.offset(0)).isZero();
        assertThat(list.totalLength()).isEqualTo(100);
    }

    @Test
    void isEmptyWhenItHasNoEntries() {
        assertThat(ScatterGatherList.empty().size()).isZero();
        assertThat(ScatterGatherList.empty().totalLength()).isZero();
    }

    @Test
    void isUsedAgainAfterItWasCleared() {
        ScatterGatherList list = ScatterGatherList.of(region, 1, 2);

        list.clear().add(buffer, 3, 4);

        assertThat(list.size()).isEqualTo(1);
        assertThat(list.totalLength()).isEqualTo(4);
        assertThat(list.region(0)).as("no trace of the former entry").isNull();
        assertThat(list.clear().add(region, 0, 1).buffer(0)).isNull();
    }

    @Test
    void refusesMoreEntriesThanItsCapacityAndNamesIt() {
        ScatterGatherList list = ScatterGatherList.of(region, 0, 1);

        assertThatIllegalStateException()
                .isThrownBy(() -> list.add(region, 0, 1))
                .withMessageContaining("capacity 1");
        assertThat(list.size()).isEqualTo(1);
        assertThat(list.totalLength()).isEqualTo(1);
    }

    @Test
    void refusesANegativeLengthAndNamesIt() {
        ScatterGatherList list = new ScatterGatherList(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> list.add(region, 0, -1))
                .withMessageContaining("length")
                .withMessageContaining("-1");
        assertThat(list.size()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> list.add(buffer, 0, Long.MIN_VALUE))
                .withMessageContaining(Long.toString(Long.MIN_VALUE));
    }

    @Test
    void refusesANegativeCapacityAndNamesIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ScatterGatherList(-3))
                .withMessageContaining("capacity")
                .withMessageContaining("-3");
    }

    @Test
    void leavesRangesToThePost() {
        ScatterGatherList list = new ScatterGatherList(2).add(region, -1, 5).add(region, Long.MAX_VALUE, 5);

        assertThat(list.offset(0)).isEqualTo(-1);
        assertThat(list.offset(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void doesNotWrapItsTotalLengthAround() {
        ScatterGatherList list = new ScatterGatherList(4)
                .add(region, 0, Long.MAX_VALUE)
                .add(region, 0, 1)
                .add(region, 0, Long.MAX_VALUE)
                .add(region, 0, 0);

        assertThat(list.totalLength()).isEqualTo(Long.MAX_VALUE);
        assertThat(list.clear().add(region, 0, 7).totalLength()).isEqualTo(7);
    }
}
