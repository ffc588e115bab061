// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FileMemory;
import io.oriel.engine.transport.LinkMemory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeerRegionsTest {
    private static final long REGION = FileMemory.REGION_ID;

    private final TwoEnds ends = new TwoEnds(Guards.ALL);
    private final PeerRegions regions = ends.peer.regions();

    @AfterEach
    void close() {
        ends.close();
    }

    @Test
    void mapsARegionOnce() {
        UnsafeBuffer mapped = regions.open(REGION, true);

        assertThat(mapped).isNotNull();
        assertThat(regions.open(REGION, true)).isSameAs(mapped);
        assertThat(regions.open(REGION, false)).isSameAs(mapped);
        assertThat(ends.peerMemory.mappings()).isOne();
    }

    @Test
    void mapsItAgainWhenAWriteIsGranted() {
        UnsafeBuffer readOnly = regions.open(REGION, false);
        assertThat(regions.find(REGION, true)).isNull();

        UnsafeBuffer writable = regions.open(REGION, true);

        assertThat(writable).isNotNull().isNotSameAs(readOnly);
        assertThat(regions.open(REGION, false)).isSameAs(writable);
        assertThat(ends.peerMemory.mappings()).isEqualTo(2);
    }

    @Test
    void mapsOnlyForReadingWhatIsOnlyRead() {
        UnsafeBuffer readOnly = Objects.requireNonNull(regions.open(REGION, false));

        ByteBuffer bytes = readOnly.byteBuffer();
        assertThat(bytes).isNotNull();
        assertThat(bytes.isReadOnly()).isTrue();
    }

    @Test
    void seesWhatTheOwnerWrites() {
        UnsafeBuffer mapped = Objects.requireNonNull(regions.open(REGION, false));
        ends.region.putLong(64, 42);

        assertThat(mapped.getLong(64)).isEqualTo(42);
    }

    @Test
    void knowsOnlyWhatWasOpened() {
        assertThat(regions.find(REGION, false)).isNull();
        assertThat(regions.open(REGION + 1, false)).isNull();
        assertThat(regions.find(REGION + 1, false)).isNull();
    }

    @Test
    void asksAgainForARegionThatWasNotThere() {
        assertThat(regions.open(REGION + 1, true)).isNull();
        assertThat(regions.open(REGION + 1, true)).isNull();

        assertThat(ends.peerMemory.mappings()).isEqualTo(2);
    }

    @Test
    void keepsAMappingOnlyAsLongAsItIsUsed() {
        Small memory = new Small();
        PeerRegions small = new PeerRegions(memory);
        for (int id = 0; id < 10_000; id++) {
            small.open(id, true);
        }

        // The collector is asked, until it has let go of some of what nobody uses any more.
        do {
            System.gc();
        } while (memory.alive() == memory.made.size());

        assertThat(small.open(10_000, true)).isNotNull();
    }

    @Test
    void keepsAMappingThatIsUsed() {
        Small memory = new Small();
        PeerRegions small = new PeerRegions(memory);
        UnsafeBuffer used = small.open(-1, true);
        for (int id = 0; id < 1_000; id++) {
            small.open(id, true);
        }
        do {
            System.gc();
        } while (memory.alive() == memory.made.size());

        assertThat(small.find(-1, true)).isSameAs(used);
    }

    /** Memory of a peer with any number of regions. */
    private static final class Small implements LinkMemory {
        private final List<WeakReference<UnsafeBuffer>> made = new ArrayList<>();

        private int alive() {
            return (int) made.stream().filter(each -> !each.refersTo(null)).count();
        }

        @Override
        public UnsafeBuffer own() {
            throw new UnsupportedOperationException();
        }

        @Override
        public UnsafeBuffer peer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable) {
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
            made.add(new WeakReference<>(buffer));
            return buffer;
        }

        @Override
        public boolean isPeerGone() {
            return false;
        }
    }
}
