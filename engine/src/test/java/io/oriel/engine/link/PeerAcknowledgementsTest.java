// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.SeededRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PeerAcknowledgementsTest {
    private final Object[] endpoints = {new Object(), new Object(), new Object()};
    private final PeerAcknowledgements.PendingFrames<Object> pending = new PeerAcknowledgements.PendingFrames<>();

    @Test
    void isEmptyAtFirst() {
        assertThat(pending.take(Long.MAX_VALUE)).isNull();
    }

    @Test
    void givesOutWhatIsNotBeyondTheAcknowledgement() {
        pending.add(3, endpoints[0]);
        pending.add(5, endpoints[1]);

        assertThat(pending.take(2)).isNull();
        assertThat(pending.take(4)).isSameAs(endpoints[0]);
        assertThat(pending.take(4)).isNull();
        assertThat(pending.take(5)).isSameAs(endpoints[1]);
        assertThat(pending.take(Long.MAX_VALUE)).isNull();
    }

    @Test
    void keepsTheOrderWhateverItHolds() {
        Random random = SeededRandom.create(PeerAcknowledgementsTest.class);
        Deque<Long> model = new ArrayDeque<>();
        long sequence = 0;

        for (int step = 0; step < 50_000; step++) {
            if (random.nextInt(100) < (step / 5000 % 2 == 0 ? 60 : 40)) { // grows, then shrinks, again and again
                sequence += 1 + random.nextInt(3);
                pending.add(sequence, endpoints[(int) (sequence % 3)]);
                model.add(sequence);
            } else {
                long acknowledged = model.isEmpty() ? sequence : model.getFirst() - 1 + random.nextInt(2);
                Object taken = pending.take(acknowledged);
                if (model.isEmpty() || model.getFirst() > acknowledged) {
                    assertThat(taken).isNull();
                } else {
                    assertThat(taken).isSameAs(endpoints[(int) (model.removeFirst() % 3)]);
                }
            }
        }
    }
}
