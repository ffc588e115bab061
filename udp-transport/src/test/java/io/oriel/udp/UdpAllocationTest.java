// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.udp.aeron.LoneDriver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The path of a request between hosts allocates nothing, the media driver's share included. */
class UdpAllocationTest {
    private static final int WARM_UP = 30_000;
    private static final int ROUNDS = 10_000;
    private static final int ATTEMPTS = 5;
    /** Less than a byte for each round: what the timers of a media driver take now and then. */
    private static final long SPARE_BYTES = ROUNDS;

    private static final long TIMEOUT_SECONDS = 120;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Completion[] completions = {new Completion(), new Completion(), new Completion(), new Completion()};

    /** As a service that has started long before its clients: the compiler sees a driver that has nothing to poll. */
    @BeforeAll
    static void turnDriverWithoutLinks() throws IOException {
        try (LoneDriver lone = new LoneDriver()) {
            for (int i = 0; i < WARM_UP; i++) {
                lone.driver().turn(false);
            }
        }
    }

    /** Runs a round many times; returns the least that was allocated for as many rounds. */
    private long leastAllocated(LongSupplier round) {
        long sum = 0;
        for (int i = 0; i < WARM_UP; i++) {
            sum += round.getAsLong();
        }
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < ROUNDS; i++) {
                sum += round.getAsLong();
            }
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(sum).isPositive();
        return least;
    }

    /** Unlike an assertion, this allocates nothing. */
    private static void posted(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new AssertionError(status);
        }
    }

    private int completed(UdpPair.Side side) {
        int count = side.queue.poll(completions, completions.length);
        for (int i = 0; i < count; i++) {
            if (completions[i].status() != NdStatus.SUCCESS) {
                throw new AssertionError(completions[i].status());
            }
        }
        return count;
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void sendsAndReceivesWithoutAllocation() {
        try (UdpPair pair = UdpPair.open(config -> config).connect()) {
            ScatterGatherList from = ScatterGatherList.of(pair.one.memory, 0, 32);
            ScatterGatherList into = ScatterGatherList.of(pair.two.memory, 0, 32);

            long allocated = leastAllocated(() -> {
                posted(pair.two.endpoint.receive(1, into));
                posted(pair.one.endpoint.send(2, from, 0));
                int done = 0;
                while (done < 2) {
                    done += completed(pair.one) + completed(pair.two);
                }
                return done;
            });

            assertThat(allocated).isLessThan(SPARE_BYTES);
        }
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void writesAndReadsWithoutAllocation() {
        try (UdpPair pair = UdpPair.open(config -> config).connect()) {
            RemoteWindow window = grant(pair);
            ScatterGatherList local = ScatterGatherList.of(pair.one.memory, 0, 1024);

            long allocated = leastAllocated(() -> {
                posted(pair.one.endpoint.write(1, local, window, 0, 0));
                posted(pair.one.endpoint.read(2, local, window, 0, 0));
                int done = 0;
                while (done < 2) {
                    done += completed(pair.one) + completed(pair.two);
                }
                return done;
            });

            assertThat(allocated).isLessThan(SPARE_BYTES);
        }
    }

    private static RemoteWindow grant(UdpPair pair) {
        MemoryWindow window = pair.two.adapter.createMemoryWindow(0);
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        var descriptor = pair.two.adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        posted(pair.two.endpoint.bind(
                0, pair.two.memory, window, 0, UdpPair.REGION_LENGTH, rights, descriptor.buffer(), 0));
        assertThat(pair.two.nextSuccess().requestContext()).isZero();
        return pair.one.endpoint.openWindow(descriptor.buffer(), 0);
    }
}
