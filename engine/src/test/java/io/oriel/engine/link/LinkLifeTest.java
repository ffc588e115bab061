// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkLifeTest {
    private static final int ROUNDS = 2_000;

    private final LinkLife life = new LinkLife(() -> {});

    @Test
    void isLetGoOnceAndOnlyWhenItShallBe() {
        assertThat(life.letGo()).isFalse();

        life.beginClose();

        assertThat(life.letGo()).isTrue();
        assertThat(life.isGone()).isTrue();
        assertThat(life.letGo()).isFalse();
        life.die();
        assertThat(life.letGo()).isFalse();
    }

    @Test
    void canBeKeptUntilItIsLetGo() {
        life.beginClose();

        assertThat(life.keep()).isTrue();
        assertThat(life.letGo()).isFalse();
        life.beginClose();
        assertThat(life.letGo()).isTrue();
        assertThat(life.keep()).isFalse();
    }

    @Test
    void isNeverKeptOnceItHasDied() {
        life.beginClose();
        life.die();

        assertThat(life.keep()).isFalse();
        assertThat(life.letGo()).isTrue();
        assertThat(life.hasDied()).isTrue();
    }

    @Test
    void isEitherKeptOrLetGo() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            LinkLife each = new LinkLife(() -> {});
            each.beginClose();
            boolean[] gone = {false};
            Thread owner = new Thread(() -> gone[0] = each.letGo());
            owner.start();

            boolean kept = each.keep();
            owner.join();

            assertThat(kept).isNotEqualTo(gone[0]);
        }
    }
}
