// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HostClockTest {
    @Test
    void takesZeroForLongAgo() {
        long patienceMs = HostClock.PATIENCE.toMillis();

        assertThat(HostClock.INSTANCE.time()).isGreaterThan(2 * patienceMs);
    }

    @Test
    void neverGoesBack() {
        long before = HostClock.INSTANCE.time();

        assertThat(HostClock.INSTANCE.time()).isGreaterThanOrEqualTo(before);
    }
}
