// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.Revocation;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.testing.Statuses;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is needed to take a binding back is there before: without memory amid it, a peer inside would be forgotten. */
class RevocationAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 500;

    private final TwoEnds ends = new TwoEnds(Guards.ALL);
    private final WindowHolder endpoint = new WindowHolder();
    private final Region region = new RegionTable(0).add(ends.region, AccessFlags.ALLOW_LOCAL_WRITE);
    private final Window window = new WindowTable().create(0);
    private final Revocation taken = new Revocation();

    @AfterEach
    void close() {
        ends.close();
    }

    @Test
    void allocatesNothingThoughThePeerIsInside() {
        int allocating = 0;
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            bindWithThePeerInside();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            boolean invalidated = window.invalidate(endpoint, taken);
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertThat(invalidated).isTrue();
            allocating += round >= WARM_UP && bytes > 0 ? 1 : 0;
        }

        // The virtual machine itself allocates once, when it links a call or leaves compiled code.
        assertThat(allocating).isLessThan(ROUNDS / 100);
        assertThat(taken.isOver()).isFalse();
        Statuses.assertFails(NdStatus.DEVICE_BUSY, region::deregister);
    }

    private void bindWithThePeerInside() {
        WindowSlot slot = ends.reserve();
        boolean isBound = window.bind(endpoint, region, 0, 1, TwoEnds.READ_WRITE, window.assignGeneration(), slot);
        assertThat(isBound).isTrue();
        ends.peerMemory.own().putLongVolatile(DirectLayout.HAZARD_OFFSET, slot.stamp());
    }
}
