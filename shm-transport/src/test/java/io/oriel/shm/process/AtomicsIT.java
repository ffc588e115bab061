// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import java.net.InetSocketAddress;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes count in the same eight bytes at the same time: the owner by itself, the other by atomics. */
@Timeout(120)
class AtomicsIT {
    private static final int ROUNDS = 200;
    private static final int ADDED_PER_ROUND = 64;
    private static final int SWAPPED_PER_ROUND = 50;
    private static final int POLLS_BETWEEN_SWAPS = 1000; // a count that never rests cannot be swapped

    @RegisterExtension
    final Stage stage = new Stage();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noCountIsLost(boolean direct) {
        OrielConfig config = direct ? stage.config() : Stage.byResponder(stage.config());
        Party party = new Party(stage.newProvider(config));
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        InetSocketAddress listener = party.listen();
        child.connectTo(party, listener);
        child.openWindow(party.bind());
        AtomicBuffer counter = new UnsafeBuffer(party.memory().buffer(), 0, Long.BYTES);
        long own = 0;

        for (int round = 0; round < ROUNDS; round++) {
            boolean adds = round % 2 == 0;
            child.tell(adds ? "add " + ADDED_PER_ROUND : "swap " + SWAPPED_PER_ROUND);
            for (int polls = 0; !child.hasAnswered(); polls++) {
                if (adds || polls % POLLS_BETWEEN_SWAPS == 0) {
                    long unused = counter.getAndAddLong(0, 1);
                    own++;
                }
                int unused = party.pollOnce();
            }
            assertThat(child.answer()).isEqualTo("done");
            if (adds) {
                child.tell("settle");
                party.progressUntil("the child has settled", child::hasAnswered);
                assertThat(child.answer()).isEqualTo("done");
            }
        }

        assertThat(counter.getLongVolatile(0)).isEqualTo(own + ROUNDS / 2 * (ADDED_PER_ROUND + SWAPPED_PER_ROUND));
    }
}
