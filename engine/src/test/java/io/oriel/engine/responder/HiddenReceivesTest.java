// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.AccessFlags;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.MappedMemory;
import io.oriel.engine.testing.Statuses;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A connection ends while the peer is inside a Receive that it was shown. */
class HiddenReceivesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int DEPTH = 8;
    private static final long USER = 5;
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 500;

    private final ManualLoop loop = new ManualLoop();
    private final CompletionQueues queues = new CompletionQueues();
    private final CompletionQueue completions = queues.create(new Domain(loop, false), loop, 16);
    private final RegionTable regions = new RegionTable(0);
    private final FakeMemory memory = new FakeMemory();
    private final ReceiveRing ring = Objects.requireNonNull(ReceiveRing.create(new FakePort(), DEPTH, 0, USER));

    HiddenReceivesTest() {
        ring.attach(memory);
        memory.peerHazard(USER << 1 | 1); // a peer that was stopped while it was placing a message
    }

    @Test
    void holdTheirRegionsUntilThePeerHasLeftThoughTheQueueIsLetGo() {
        Region first = region();
        Region second = region();
        ReceiveQueue queue = queue();
        post(queue, first);
        post(queue, second);
        post(queue, first);

        assertThat(queue.hideAll()).isFalse();
        queue.cancelAll(NdStatus.IO_TIMEOUT);
        queue.release();

        Statuses.assertFails(NdStatus.DEVICE_BUSY, first::deregister);
        Statuses.assertFails(NdStatus.DEVICE_BUSY, second::deregister);
        memory.peerHazard(0);
        first.deregister();
        second.deregister();
    }

    @Test
    void doNotHoldARegionOfWhichNoneIsOutstanding() {
        Region used = region();
        Region other = region();
        ReceiveQueue queue = queue();
        post(queue, used);
        queue.complete(NdStatus.SUCCESS, false);
        post(queue, other);

        assertThat(queue.hideAll()).isFalse();

        used.deregister();
        Statuses.assertFails(NdStatus.DEVICE_BUSY, other::deregister);
    }

    /** What is needed for it is there before: without memory amid it, a peer inside would be forgotten. */
    @Test
    void needNoMemoryForIt() {
        long allocated = 0;
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            Region first = region();
            Region second = region();
            ReceiveQueue queue = queue();
            for (int count = 0; count < DEPTH; count += 2) {
                post(queue, first);
                post(queue, second);
            }
            long before = THREADS.getCurrentThreadAllocatedBytes();
            boolean isDone = queue.hideAll();
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertThat(isDone).isFalse();
            allocated += round < WARM_UP ? 0 : bytes;
        }

        assertThat(allocated).as("but what the compilers may cause").isLessThan(ROUNDS);
    }

    private Region region() {
        return regions.add(new MappedMemory(1, () -> {}), AccessFlags.ALLOW_LOCAL_WRITE);
    }

    private ReceiveQueue queue() {
        return new ReceiveQueue(DEPTH, 1, regions, queues.newSlots(completions, 0, DEPTH, DEPTH), ring, null);
    }

    private static void post(ReceiveQueue queue, Region region) {
        queue.post(0, ScatterGatherList.of(region));
    }
}
