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

        assertThat(meter.stop()).isGreaterThanOrEqualTo(array.length).isLessThan(2 * LENGTH);
    }

    @Test
    void leavesPausesOut() {
        meter.start();
        meter.pause();

        byte[] array = new byte[LENGTH];

        meter.resume();
        assertThat(meter.stop()).isLessThan(array.length);
    }
}
