// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompletionQueuesTest {
    private static final int MANY = 20_000;

    private final ManualLoop loop = new ManualLoop();
    private final Domain domain = new Domain(loop, false);
    private final CompletionQueues queues = new CompletionQueues();
    private final Completion[] completion = {new Completion()};

    @Test
    void keepsNoneThatIsClosed() {
        EngineCompletionQueue kept = create();
        for (int i = 0; i < MANY; i++) {
            EngineCompletionQueue queue = create();
            add(queue);
            queue.close();
            queue.close();
        }

        assertThat(queues.size()).isEqualTo(1);
        assertThat(queues.hasCompletions()).isFalse();
        add(kept);
        assertThat(queues.hasCompletions()).isTrue();
    }

    @Test
    void countsNothingThatComesAfterTheClose() {
        EngineCompletionQueue queue = create();
        queue.close();

        add(queue);

        assertThat(queues.hasCompletions()).isFalse();
    }

    @Test
    void closesAll() {
        EngineCompletionQueue one = create();
        EngineCompletionQueue other = create();
        add(other);

        queues.close();

        assertThat(queues.size()).isZero();
        assertThat(queues.hasCompletions()).isFalse();
        assertThat(queues.has(one)).isFalse();
        assertThat(queues.has(other)).isFalse();
    }

    @Test
    void knowsWhetherSomeQueueHoldsACompletionWhateverIsTakenAndClosed() {
        Random random = SeededRandom.create(CompletionQueuesTest.class);
        List<EngineCompletionQueue> open = new ArrayList<>();
        for (int step = 0; step < MANY; step++) {
            EngineCompletionQueue any = open.isEmpty() ? null : open.get(random.nextInt(open.size()));
            if (any == null || (open.size() < 8 && random.nextInt(4) == 0)) {
                open.add(create());
            } else if (random.nextInt(3) == 0) {
                add(any);
            } else if (random.nextInt(8) == 0) {
                any.close();
                open.remove(any);
            } else {
                any.poll(completion, 1);
            }
            if (random.nextBoolean()) {
                assertThat(queues.hasCompletions())
                        .isEqualTo(open.stream().anyMatch(EngineCompletionQueue::hasCompletions));
            }
        }
        assertThat(queues.size()).isEqualTo(open.size());
    }

    private EngineCompletionQueue create() {
        return (EngineCompletionQueue) queues.create(domain, loop, 1);
    }

    private static void add(EngineCompletionQueue queue) {
        Slots slots = new CountingSlots(queue, 1).slots;
        slots.register();
        slots.complete(RequestType.SEND, NdStatus.SUCCESS, 0, 1, false);
        slots.unregister();
    }
}
