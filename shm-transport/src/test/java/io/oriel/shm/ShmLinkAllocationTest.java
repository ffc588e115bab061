// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import java.lang.management.ManagementFactory;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

final class ShmLinkAllocationTest {
    private static final int ROUNDS = 50_000;

    private long received;

    @Test
    void allocatesNothingOnTheDataPlane() {
        try (ShmTestBed bed = new ShmTestBed()) {
            requireNoAllocation(bed.openPort(), bed.openPort());
        }
    }

    @Test
    void allocatesNothingBetweenTwoUsers() {
        try (ShmTestBed bed = new ShmTestBed()) {
            requireNoAllocation(bed.openPort(bed.openAfar()), bed.openPort(bed.openAfar()));
        }
    }

    private void requireNoAllocation(TestPort host, TestPort guest) {
        Link there = guest.dial(host.listen().address()).link();
        Link here = host.nextOpened().link();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();

        exchange(guest, there, here);
        long before = threads.getThreadAllocatedBytes(self);
        exchange(guest, there, here);
        long allocated = threads.getThreadAllocatedBytes(self) - before;

        // What the measurement itself allocates is less than a byte a frame.
        assertThat(allocated).isLessThan(ROUNDS);
        assertThat(received).isPositive();
    }

    private void onFrame(long word, DirectBuffer buffer, int offset, int length) {
        received += buffer.getLong(offset);
    }

    private void exchange(TestPort port, Link there, Link here) {
        FrameHandler handler = this::onFrame;
        for (int i = 0; i < ROUNDS; i++) {
            while (!there.tryClaim(Long.BYTES)) {
                port.port().kick();
            }
            there.claimedBuffer().putLong(there.claimedOffset(), i);
            there.commit(i);
            here.poll(handler, 16);
            here.publishAcknowledgement(i);
            port.port().publishCredit(i & 0xFF, i);
            received += there.acknowledgement() + here.credit(i & 0xFF);
        }
    }
}
