// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTest {
    private static final long PATIENCE_NS = Usage.PATIENCE_NS;

    private final Usage usage = new Usage();
    private long arrived;

    @Test
    void isIdleAfterItsTimeWithoutAnyUse() {
        assertThat(usage.isIdle(5, arrived, 0)).isFalse();
        assertThat(usage.isIdle(5, arrived, PATIENCE_NS - 1)).isFalse();
        assertThat(usage.isIdle(5, arrived, PATIENCE_NS)).isTrue();
    }

    @Test
    void beginsItsTimeAnewWithEachUseAndEachGrant() {
        assertThat(usage.isIdle(5, arrived, 0)).isFalse();
        assertThat(usage.isIdle(6, arrived, PATIENCE_NS)).isFalse();
        usage.granted();
        assertThat(usage.isIdle(6, arrived, 2 * PATIENCE_NS)).isFalse();
        assertThat(usage.isIdle(6, arrived, 3 * PATIENCE_NS - 1)).isFalse();
        assertThat(usage.isIdle(6, arrived, 3 * PATIENCE_NS)).isTrue();
    }

    @Test
    void lastsLongerEachTimeUntilAMessageComes() {
        assertThat(idleAfter()).isEqualTo(1);
        assertThat(idleAfter()).isEqualTo(2);
        assertThat(idleAfter()).isEqualTo(4);

        arrived++;

        assertThat(idleAfter()).isEqualTo(1);
    }

    @Test
    void neverLastsForEver() {
        for (int i = 0; i < 100; i++) {
            idleAfter();
        }

        assertThat(idleAfter()).isEqualTo(256);
    }

    /** Returns after how many patiences it is idle. */
    private long idleAfter() {
        usage.granted();
        long nowNs = 0;
        while (!usage.isIdle(9, arrived, nowNs)) {
            nowNs += PATIENCE_NS;
        }
        return nowNs / PATIENCE_NS;
    }
}
