// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.completion.CompletionOwner;
import io.oriel.engine.completion.EngineCompletionQueue;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.Statuses;
import java.lang.management.ManagementFactory;
import java.util.BitSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A connection ends while the peer is inside a Receive that it was shown. */
class HiddenReceivesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int DEPTH = 8;
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 500;

    private final ManualLoop loop = new ManualLoop();
    private final EngineCompletionQueue completions = new EngineCompletionQueue(new Domain(loop, false), loop, 16);
    private final RegionTable regions = new RegionTable(0);
    private final Stopped stopped = new Stopped();

    /** A peer that was stopped while it was placing a message. */
    private static final class Stopped implements ShownReceives {
        private final BitSet shown = new BitSet();
        private boolean isInside = true;

        @Override
        public boolean isWorthShowing(Region region, long length) {
            return true;
        }

        @Override
        public void show(long index, Region region, long offset, long length) {
            showAgain(index);
        }

        @Override
        public boolean isShown(long index) {
            return shown.get((int) index);
        }

        @Override
        public void hide(long index) {
            shown.clear((int) index);
        }

        @Override
        public void showAgain(long index) {
            shown.set((int) index);
        }

        @Override
        public boolean settle() {
            return isQuiet();
        }

        @Override
        public boolean isQuiet() {
            return !isInside;
        }
    }

    /** Of which nothing is reaped. */
    private static final class Owner implements CompletionOwner {
        @Override
        public long context() {
            return 0;
        }

        @Override
        public void initiatorReaped() {}

        @Override
        public void receiveReaped() {}

        @Override
        public void closeHeld() {}
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
        stopped.isInside = false;
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
        return regions.add(new UnsafeBuffer(new byte[1]), AccessFlags.ALLOW_LOCAL_WRITE);
    }

    private ReceiveQueue queue() {
        return new ReceiveQueue(DEPTH, 1, regions, completions, new Owner(), stopped, null);
    }

    private static void post(ReceiveQueue queue, Region region) {
        queue.post(0, ScatterGatherList.of(region));
    }
}
