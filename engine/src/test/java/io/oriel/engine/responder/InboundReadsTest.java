// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InboundReadsTest {
    private final InboundReads reads = new InboundReads();

    @Test
    void holdsNoneBeforeThereIsALimit() {
        assertThat(reads.isEmpty()).isTrue();
        assertThat(reads.isFull()).isTrue();
        reads.clear();
        assertThat(reads.isEmpty()).isTrue();
    }

    @Test
    void holdsNoneWithALimitOfNone() {
        reads.limit(0);

        assertThat(reads.isFull()).isTrue();
    }

    @Test
    void givesThemBackInOrderAroundTheRing() {
        reads.limit(3);
        long added = 0;
        long removed = 0;

        for (int round = 0; round < 10; round++) {
            while (!reads.isFull()) {
                reads.add().sequence = added++;
            }
            assertThat(added - removed).isEqualTo(3);
            for (int count = 0; count <= round % 3; count++) {
                assertThat(reads.first().sequence).isEqualTo(removed++);
                reads.remove();
            }
        }
    }

    @Test
    void beginsEachAnew() {
        reads.limit(1);
        reads.add().answered = 77;
        reads.remove();

        assertThat(reads.add().answered).isZero();
    }

    @Test
    void forgetsAllAtOnce() {
        reads.limit(2);
        reads.add();
        reads.add();

        reads.clear();

        assertThat(reads.isEmpty()).isTrue();
        reads.add().sequence = 9;
        assertThat(reads.first().sequence).isEqualTo(9);
    }
}
