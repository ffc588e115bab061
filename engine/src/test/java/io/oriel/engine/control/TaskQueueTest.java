// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TaskQueueTest {
    private final TaskQueue queue = new TaskQueue();

    @Test
    void returnsTasksInTheOrderGiven() {
        List<Integer> ran = new ArrayList<>();
        int count = 3 * TaskQueue.RING_CAPACITY;

        IntStream.range(0, count).forEach(i -> queue.add(() -> ran.add(i)));
        drain();

        assertThat(ran)
                .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void keepsTheOrderWhenTasksAreGivenWhileTheOverflowIsDrained() {
        List<Integer> ran = new ArrayList<>();
        int next = 0;

        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < TaskQueue.RING_CAPACITY; i++) {
                int number = next++;
                queue.add(() -> ran.add(number));
            }
            for (int i = 0; i < TaskQueue.RING_CAPACITY / 2; i++) {
                runOne();
            }
        }
        drain();

        assertThat(ran)
                .containsExactlyElementsOf(IntStream.range(0, next).boxed().toList());
    }

    @Test
    void keepsTheOrderOfEachOfManyThreads() throws InterruptedException {
        int threadCount = 4;
        int tasksEach = 20_000;
        int[] last = new int[threadCount];
        int[] outOfOrder = new int[1];
        List<Thread> threads = IntStream.range(0, threadCount)
                .mapToObj(t -> new Thread(() -> {
                    for (int i = 1; i <= tasksEach; i++) {
                        int number = i;
                        queue.add(() -> {
                            outOfOrder[0] += last[t] == number - 1 ? 0 : 1;
                            last[t] = number;
                        });
                    }
                }))
                .toList();

        threads.forEach(Thread::start);
        int ran = 0;
        while (ran < threadCount * tasksEach) {
            ran += runOne() ? 1 : 0;
        }

        assertThat(outOfOrder[0]).isZero();
        assertThat(last).containsOnly(tasksEach);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    private void drain() {
        while (runOne()) {
            // Each turn runs one.
        }
    }

    private boolean runOne() {
        @Nullable Runnable task = queue.poll();
        if (task != null) {
            task.run();
        }
        return task != null;
    }
}
