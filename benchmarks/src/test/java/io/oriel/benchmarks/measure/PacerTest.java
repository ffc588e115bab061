// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacerTest {
    @Test
    void spacesIntendedTimesEvenlyAndForever() {
        Pacer pacer = new Pacer(3);
        pacer.start();
        long first = pacer.intendedNs(0);

        assertThat(pacer.intendedNs(1) - first).isEqualTo(333_333_333);
        assertThat(pacer.intendedNs(3) - first).isEqualTo(1_000_000_000);
        assertThat(pacer.intendedNs(3_000_000_000L) - first).isEqualTo(1_000_000_000L * 1_000_000_000L);
    }

    @Test
    void isAClosedLoopWithoutARate() {
        assertThat(new Pacer(0).isOpenLoop()).isFalse();
        assertThat(new Pacer(1).isOpenLoop()).isTrue();
    }
}
