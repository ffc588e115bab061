// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocationMeterTest {
    private static final int LENGTH = 100_000;

    private final AllocationMeter meter = new AllocationMeter();

    @Test
    void countsWhatThisThreadAllocates() {
        meter.start();

        byte[] array = new byte[LENGTH];

        assertThat(meter.stop()).isGreaterThan(array.length / 2).isLessThan(2 * LENGTH);
    }

    @Test
    void leavesPausesOut() {
        meter.start();
        AllocationMeter.pauseCurrent();

        byte[] array = new byte[LENGTH];

        AllocationMeter.resumeCurrent();
        assertThat(meter.stop()).isLessThan(array.length);
    }

    @Test
    void leavesOutWhatIsReadOfTheKernel() {
        ThreadCpu first = ThreadCpu.ofAll();
        meter.start();

        long usedNs = ThreadCpu.ofAll().since(first);

        assertThat(meter.stop()).isZero();
        assertThat(usedNs).isNotNegative();
    }

    @Test
    void leavesOutWhatIsAllocatedOnceAndNoMore() {
        meter.start();
        byte[] once = new byte[1000];
        assertThat(meter.stop()).isZero();

        meter.start();
        for (int operation = 0; operation < LENGTH; operation++) {
            once = new byte[1];
        }
        assertThat(meter.stop()).isGreaterThan(LENGTH);
        assertThat(once).hasSize(1);
    }
}
