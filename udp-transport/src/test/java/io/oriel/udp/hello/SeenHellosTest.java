// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeenHellosTest {
    private static final int ADDED = 10 * SeenHellos.CAPACITY;

    private final SeenHellos seen = new SeenHellos();

    @Test
    void remembersThoseThatWereTakenLast() {
        Random random = SeededRandom.create(SeenHellosTest.class);
        Deque<Long> expected = new ArrayDeque<>();
        for (int count = 0; count < ADDED; count++) {
            long key = random.nextInt(2 * SeenHellos.CAPACITY);
            boolean isKnown = expected.contains(key);
            assertThat(seen.contains(key)).isEqualTo(isKnown);
            seen.add(key);
            if (!isKnown) {
                expected.add(key);
            }
            if (expected.size() > SeenHellos.CAPACITY) {
                assertThat(seen.contains(expected.remove())).isFalse();
            }
        }
        assertThat(expected).hasSize(SeenHellos.CAPACITY).allMatch(seen::contains);
    }
}
