// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.agrona.LangUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SelectorLoopTest {
    private static final int CLOSING_ROUNDS = 500;

    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
    private final SelectorLoop loop = SelectorLoop.start(errors::add);

    @AfterEach
    void closeLoop() {
        loop.close();
    }

    @Test
    void runsTasksOnTheAgentInTheOrderGiven() throws InterruptedException {
        int count = 2 * TaskQueue.RING_CAPACITY;
        CountDownLatch blocked = new CountDownLatch(1);
        loop.execute(() -> awaitQuietly(blocked));

        IntStream.range(0, count).forEach(i -> loop.execute(() -> events.add(i)));
        loop.execute(() -> events.add(loop.isAgentThread()));
        blocked.countDown();

        for (int i = 0; i < count; i++) {
            assertThat(events.take()).isEqualTo(i);
        }
        assertThat(events.take()).isEqualTo(true);
        assertThat(loop.isAgentThread()).isFalse();
    }

    @Test
    @SuppressWarnings("try") // closing is what is tried
    void runsOrRefusesWhatIsGivenWhileItIsClosed() throws InterruptedException {
        for (int round = 0; round < CLOSING_ROUNDS; round++) {
            SelectorLoop closing = SelectorLoop.start(errors::add);
            CompletableFuture<Void> begun = new CompletableFuture<>();
            AtomicInteger ran = new AtomicInteger();
            int[] accepted = {0};
            Thread giver = new Thread(() -> {
                while (execute(closing, ran::getAndIncrement)) {
                    accepted[0]++;
                    begun.complete(null);
                }
            });
            giver.start();
            begun.join();

            closing.close();
            giver.join();

            assertThat(ran).as("round %d", round).hasValue(accepted[0]);
        }
    }

    private static boolean execute(SelectorLoop closing, Runnable task) {
        try {
            closing.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Test
    void runsTimersByTheirDeadlines() throws InterruptedException {
        long startNs = loop.nanoTime();

        loop.schedule(Duration.ofMillis(30).toNanos(), () -> events.add("late"));
        loop.schedule(Duration.ofMillis(5).toNanos(), () -> events.add("early"));

        assertThat(events.take()).isEqualTo("early");
        assertThat(events.take()).isEqualTo("late");
        assertThat(loop.nanoTime() - startNs)
                .isGreaterThanOrEqualTo(Duration.ofMillis(30).toNanos());
    }

    @Test
    void runsTimersOfOneDeadlineInTheOrderGiven() throws InterruptedException {
        loop.execute(() -> IntStream.range(0, 20).forEach(i -> loop.schedule(0, () -> events.add(i))));

        for (int i = 0; i < 20; i++) {
            assertThat(events.take()).isEqualTo(i);
        }
    }

    @Test
    void doesNotRunACanceledTimer() throws InterruptedException {
        loop.execute(() -> {
            ControlLoop.Timer canceled = loop.schedule(0, () -> events.add("canceled"));
            loop.schedule(0, () -> events.add("kept"));
            canceled.cancel();
        });

        assertThat(events.take()).isEqualTo("kept");
        assertThat(events).isEmpty();
    }

    @Test
    void reportsWhatTasksTimersAndWorkersThrow() throws InterruptedException {
        loop.execute(() -> {
            throw new IllegalStateException("task");
        });
        assertThat(errors.take()).hasMessage("task");
        loop.schedule(1, () -> {
            throw new AssertionError("timer");
        });
        assertThat(errors.take()).hasMessage("timer");
        loop.executeBlocking(() -> {
            throw new IllegalStateException("worker");
        });
        assertThat(errors.take()).hasMessage("worker");

        loop.execute(() -> events.add("alive"));
        assertThat(events.take()).isEqualTo("alive");
    }

    @Test
    void survivesAnErrorHandlerThatThrows() throws InterruptedException {
        try (SelectorLoop other = SelectorLoop.start(error -> {
            throw new IllegalStateException(error);
        })) {
            other.execute(() -> {
                throw new IllegalStateException("task");
            });

            other.execute(() -> events.add("alive"));
            assertThat(events.take()).isEqualTo("alive");
        }
    }

    @Test
    void callsAHandlerWhenItsChannelIsReady() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        loop.execute(() -> watch(pipe, () -> events.add(read(pipe))));

        write(pipe, 7);
        assertThat(events.take()).isEqualTo((byte) 7);
        write(pipe, 8);
        assertThat(events.take()).isEqualTo((byte) 8);
    }

    @Test
    void callsNoHandlerWhoseInterestIsGone() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        CompletableFuture<ControlLoop.Watch> watch = new CompletableFuture<>();
        loop.execute(() -> watch.complete(watch(pipe, () -> events.add(read(pipe)))));
        watch.join();

        CompletableFuture<Boolean> uninterested = new CompletableFuture<>();
        loop.execute(() -> {
            watch.join().interestOps(0);
            uninterested.complete(true);
        });
        uninterested.join();
        write(pipe, 7);
        loop.schedule(Duration.ofMillis(10).toNanos(), () -> events.add("nothing came"));
        assertThat(events.take()).isEqualTo("nothing came");

        loop.execute(() -> watch.join().interestOps(SelectionKey.OP_READ));
        assertThat(events.take()).isEqualTo((byte) 7);
    }

    @Test
    void endsTheWatchOfAHandlerWhoseChannelFailed() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        loop.execute(() -> watchReady(pipe, ops -> {
            throw new IOException("channel");
        }));

        write(pipe, 7);

        assertThat(errors.take()).hasMessage("channel");
        loop.schedule(Duration.ofMillis(300).toNanos(), () -> events.add("quiet"));
        assertThat(events.take()).isEqualTo("quiet");
        assertThat(errors).isEmpty();
    }

    @Test
    void callsAHandlerAgainAfterItThrew() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        Deque<Throwable> thrown =
                new ArrayDeque<>(List.of(new OutOfMemoryError("no thread"), new IllegalStateException("handler")));
        loop.execute(() -> watchReady(pipe, ops -> {
            if (!thrown.isEmpty()) {
                LangUtil.rethrowUnchecked(thrown.poll());
            }
            events.add(read(pipe));
        }));

        write(pipe, 7);

        assertThat(errors.take()).hasMessage("no thread");
        assertThat(errors.take()).hasMessage("handler");
        assertThat(events.take()).isEqualTo((byte) 7);
        write(pipe, 8);
        assertThat(events.take()).isEqualTo((byte) 8);
    }

    @Test
    void leavesAHandlerThatThrewUncalledIfItsInterestIsGone() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        CompletableFuture<ControlLoop.Watch> watch = new CompletableFuture<>();
        loop.execute(() -> watch.complete(watchReady(pipe, ops -> {
            watch.join().interestOps(0);
            throw new IllegalStateException("handler");
        })));

        write(pipe, 7);

        assertThat(errors.take()).hasMessage("handler");
        loop.schedule(Duration.ofMillis(300).toNanos(), () -> events.add("quiet"));
        assertThat(events.take()).isEqualTo("quiet");
        assertThat(errors).isEmpty();
    }

    @Test
    void letsOnlyTheAgentWatch() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);

        assertThatThrownBy(() -> loop.watch(pipe.source(), SelectionKey.OP_READ, ops -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void runsBlockingTasksBesideEachOther() throws InterruptedException {
        CountDownLatch bothRun = new CountDownLatch(2);

        for (int i = 0; i < 2; i++) {
            loop.executeBlocking(() -> {
                bothRun.countDown();
                awaitQuietly(bothRun);
                loop.execute(() -> events.add("done"));
            });
        }

        assertThat(List.of(events.take(), events.take())).containsOnly("done");
    }

    @Test
    void keepsAnInterruptThatCameDuringAWait() {
        CompletableFuture<String> done = new CompletableFuture<>();
        Thread.currentThread().interrupt();
        loop.schedule(Duration.ofMillis(5).toNanos(), () -> done.complete("done"));

        loop.await(done);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).isCompletedWithValue("done");
    }

    @Test
    void endsAWaitForAFailure() {
        CompletableFuture<String> done = new CompletableFuture<>();
        loop.execute(() -> done.completeExceptionally(new IllegalStateException("failed")));

        loop.await(done);

        assertThat(done).isCompletedExceptionally();
    }

    @Test
    void refusesToWaitOnTheAgent() throws InterruptedException {
        loop.execute(() -> loop.await(new CompletableFuture<>()));

        assertThat(errors.take()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void runsWhatWasGivenBeforeItIsClosed() {
        CountDownLatch blocked = new CountDownLatch(1);
        loop.execute(() -> awaitQuietly(blocked));
        IntStream.range(0, 100).forEach(i -> loop.execute(() -> events.add(i)));
        Thread release = new Thread(blocked::countDown);
        release.start();

        loop.close();

        assertThat(events).hasSize(100);
    }

    @Test
    void takesNoMoreTasksAfterItIsClosed() {
        loop.close();
        loop.close();

        assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> loop.executeBlocking(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void canBeClosedOnTheAgent() throws InterruptedException {
        loop.execute(() -> {
            loop.close();
            events.add("closed");
        });

        assertThat(events.take()).isEqualTo("closed");
        loop.close();
    }

    private ControlLoop.Watch watch(Pipe pipe, Runnable handler) {
        return watchReady(pipe, ops -> handler.run());
    }

    private ControlLoop.Watch watchReady(Pipe pipe, ControlLoop.ReadyHandler handler) {
        try {
            return loop.watch(pipe.source(), SelectionKey.OP_READ, handler);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte read(Pipe pipe) {
        ByteBuffer buffer = ByteBuffer.allocate(1);
        try {
            pipe.source().read(buffer);
            return buffer.get(0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Pipe pipe, int value) throws IOException {
        pipe.sink().write(ByteBuffer.wrap(new byte[] {(byte) value}));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
