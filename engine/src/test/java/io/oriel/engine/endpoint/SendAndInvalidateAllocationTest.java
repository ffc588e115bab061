// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowTable;
import java.lang.management.ManagementFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SendAndInvalidateAllocationTest {
    private static final int WINDOWS = 4096;
    private static final int WARM_UP = 16;

    private final ScatterGatherList empty = ScatterGatherList.empty();
    private final EndpointFixture fixture = new EndpointFixture();
    private final WindowTable peerWindows = new WindowTable();

    @Test
    void allocatesNothingHoweverManyWindowsAreTakenBack() {
        EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults().withQueueDepth(WINDOWS));
        fixture.attach(endpoint, true);
        RemoteWindow[] windows = new RemoteWindow[WINDOWS];
        for (int index = 0; index < WINDOWS; index++) {
            windows[index] = endpoint.openWindow(nextDescriptor(), 0);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();

        takeBack(endpoint, windows, 0, WARM_UP);
        long before = threads.getThreadAllocatedBytes(self);
        takeBack(endpoint, windows, WARM_UP, WINDOWS);
        long allocated = threads.getThreadAllocatedBytes(self) - before;

        // What the measurement itself allocates is less than a byte a window.
        assertThat(allocated).isLessThan(WINDOWS);
    }

    private UnsafeBuffer nextDescriptor() {
        UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        Window window = peerWindows.create(0);
        DescriptorLayout.write(descriptor, 0, window.id(), 1, window.tokenOf(1), 64);
        return descriptor;
    }

    /** The messages wait for credit, so that the fake link takes no part. */
    private void takeBack(EngineEndpoint endpoint, RemoteWindow[] windows, int from, int to) {
        for (int index = from; index < to; index++) {
            NdStatus status = endpoint.sendAndInvalidate(index, empty, windows[index], OpFlags.NONE);
            if (status != NdStatus.SUCCESS) {
                throw new AssertionError("window " + index + ": " + status);
            }
        }
    }
}
