// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent's workers, as those see them who give them tasks. */
class WorkersTest {
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);

    /** Starts as many threads as told, then none. */
    private static final class Starter {
        private final AtomicInteger left;
        private final List<Thread> started = new ArrayList<>();

        Starter(int left) {
            this.left = new AtomicInteger(left);
        }

        synchronized void start(Thread thread) {
            if (left.getAndDecrement() <= 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            thread.start();
            started.add(thread);
        }

        synchronized List<Thread> started() {
            return List.copyOf(started);
        }
    }

    @Test
    void runsNoMoreTasksBesideEachOtherThanItsLimitAndAllOfThemInTheEnd() throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        int count = 10 * Workers.LIMIT;
        try (SelectorLoop loop = SelectorLoop.start(errors::add)) {
            for (int i = 0; i < count; i++) {
                loop.executeBlocking(() -> {
                    threads.add(Thread.currentThread());
                    events.add("begun");
                    awaitQuietly(release);
                    events.add("done");
                });
            }
            for (int i = 0; i < Workers.LIMIT; i++) {
                assertThat(events.take()).isEqualTo("begun");
            }
            release.countDown();
            int done = 0;
            while (done < count) {
                done += events.take().equals("done") ? 1 : 0;
            }
        }
        assertThat(threads).hasSizeLessThanOrEqualTo(Workers.LIMIT);
        assertThat(errors).isEmpty();
    }

    @Test
    void carriesOutATaskForWhichNoThreadCanBeMade() throws InterruptedException {
        Starter starter = new Starter(2); // the agent and its first worker
        try (SelectorLoop loop = SelectorLoop.start(errors::add, starter::start)) {
            loop.executeBlocking(() -> awaitQuietly(release));
            loop.executeBlocking(() -> events.add("first"));
            loop.executeBlocking(() -> events.add("second"));

            assertThat(errors.take()).hasMessage("unable to create native thread");
            assertThat(errors).as("told once").isEmpty();
            release.countDown();
            assertThat(events.take()).isEqualTo("first");
            assertThat(events.take()).isEqualTo("second");
        }
    }

    @Test
    void makesThreadsAgainOnceTheyCanBeMade() throws InterruptedException {
        Starter starter = new Starter(2);
        try (SelectorLoop loop = SelectorLoop.start(errors::add, starter::start)) {
            loop.executeBlocking(() -> awaitQuietly(release));
            loop.executeBlocking(() -> events.add("waited"));
            assertThat(errors.take()).isInstanceOf(OutOfMemoryError.class);

            starter.left.set(1);
            loop.executeBlocking(() -> events.add("new"));

            assertThat(List.of(events.take(), events.take())).containsExactlyInAnyOrder("waited", "new");
            release.countDown();
        }
    }

    @Test
    void keepsAWorkerThoughAnotherIsLongInStartingAndThenFails() throws InterruptedException {
        List<Thread> started = new ArrayList<>();
        Consumer<Thread> starter = thread -> {
            if (started.isEmpty()) {
                thread.start();
                started.add(thread);
                return;
            }
            if (release.getCount() > 0) {
                release.countDown();
                while (!events.contains("second")) {
                    Thread.onSpinWait();
                }
                awaitRest(started.get(0));
            }
            throw new OutOfMemoryError("unable to create native thread");
        };
        try (Workers workers = new Workers(errors::add, () -> false, starter, 0)) {
            awaitRest(started.get(0));
            workers.execute(() -> awaitQuietly(release));
            workers.execute(() -> events.add("second"));
            assertThat(errors.take()).hasMessage("unable to create native thread");
            assertThat(events.take()).isEqualTo("second");

            workers.execute(() -> events.add("third"));

            assertThat(events.take()).isEqualTo("third");
        }
    }

    /** Until a worker has nothing to do: it has ended, or waits. */
    private static void awaitRest(Thread worker) {
        while (worker.isAlive() && worker.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void refusesToBeginWithoutThreadsAndLeavesNone(int threads) throws InterruptedException {
        Starter starter = new Starter(threads);

        assertThatThrownBy(() -> SelectorLoop.start(errors::add, starter::start))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES));

        for (Thread thread : starter.started()) {
            thread.join();
        }
    }

    @Test
    void callsATaskOfAWorkerOnThatWorker() throws InterruptedException {
        int count = 4 * Workers.LIMIT;
        try (SelectorLoop loop = SelectorLoop.start(errors::add)) {
            for (int i = 0; i < count; i++) {
                loop.executeBlocking(() -> {
                    Thread own = Thread.currentThread();
                    events.add(Uninterruptibly.call(loop, () -> Thread.currentThread() == own));
                });
            }
            for (int i = 0; i < count; i++) {
                assertThat(events.take()).isEqualTo(true);
            }
        }
    }

    @Test
    void answersWithAStatusWhenATaskHasNoMemory() {
        Supplier<Object> task = () -> {
            throw new OutOfMemoryError("Cannot reserve 1 bytes of direct buffer memory");
        };
        try (SelectorLoop loop = SelectorLoop.start(errors::add)) {
            assertThatThrownBy(() -> Uninterruptibly.call(loop, task))
                    .hasMessageContaining("direct buffer memory")
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES));
        }
    }

    @Test
    void carriesOutWhatWasGivenBeforeItIsClosedAndThenHasNoThreads() throws InterruptedException {
        Starter starter = new Starter(Integer.MAX_VALUE);
        SelectorLoop loop = SelectorLoop.start(errors::add, starter::start);
        int count = 2 * Workers.LIMIT;
        for (int i = 0; i < count; i++) {
            loop.executeBlocking(() -> {
                awaitQuietly(release);
                events.add("done");
            });
        }

        loop.close();
        release.countDown();

        for (Thread thread : starter.started()) {
            thread.join();
        }
        assertThat(events).hasSize(count);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
