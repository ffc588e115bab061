// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.wake.Bell;
import io.oriel.testing.resource.FailingLoop;
import io.oriel.testing.resource.FailingLoop.Want;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A wake that comes on a connection which cannot be taken, for want of something at each step in turn. The peer has done its
 * part and will not ring again: whoever sleeps must look by itself.
 */
@Timeout(60)
class ShmWakeFailureTest {
    private static final int MOST_STEPS = 20;
    private static final int REPLACEMENTS = 100;
    private static final long PATIENCE_MS = TimeUnit.SECONDS.toMillis(TestPort.PATIENCE_SECONDS);

    private final ShmTestBed bed = new ShmTestBed();
    private final AtomicReference<FailingLoop> failing = new AtomicReference<>();
    private final Transport scarce = bed.open(bed.config(), real -> {
        FailingLoop made = new FailingLoop(real);
        failing.set(made);
        return made;
    });
    private final TestPort sleeper = bed.openPort(scarce);
    private final Path wakeSocket = bed.directory()
            .resolve(bed.files().stream()
                    .filter(name -> name.contains("/k-"))
                    .findFirst()
                    .orElseThrow());
    private final TestPort publisher = bed.openPort();
    private final long linkId = linkId();
    private final Alarm alarm = sleeper.port().alarm();

    private long linkId() {
        CompletableFuture<?> dialled = publisher.beginDial(sleeper.listen().address());
        long id = ((ShmLink) sleeper.nextOpened().link()).id();
        assertThat(TestPort.await(dialled)).isNotNull();
        return id;
    }

    private FailingLoop loop() {
        return Objects.requireNonNull(failing.get());
    }

    @AfterEach
    void closeBed() {
        loop().heal();
        assertThat(bed.errors()).allMatch(error -> error instanceof OutOfMemoryError); // as injected
        bed.errors().clear();
        bed.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"THREAD", "TASK", "WATCH"})
    void wakesASleeperWhoseWakeCouldNotBeTaken(Want want) throws IOException {
        try (Selector selector = Selector.open()) {
            alarm.attach(selector);
            int failures;
            int step = 0;
            do {
                step++;
                assertThat(step).isLessThan(MOST_STEPS);
                failures = loop().failures(want);
                drain(selector);

                ringWhile(want, step, alarm::arm);

                requireSelected(selector, step);
                loop().heal();
            } while (loop().failures(want) > failures);
            alarm.detach(selector);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"THREAD", "TASK", "WATCH"})
    void wakesAnAgentWhoseWakeCouldNotBeTaken(Want want) {
        int failures;
        int step = 0;
        do {
            step++;
            assertThat(step).isLessThan(MOST_STEPS);
            failures = loop().failures(want);
            BlockingQueue<String> wakes = new LinkedBlockingQueue<>();

            ringWhile(want, step, () -> {
                alarm.watch(() -> wakes.add("woken"));
                alarm.arm();
            });

            assertThat(TestPort.take(wakes)).as("step %d", step).isEqualTo("woken");
            loop().heal();
        } while (loop().failures(want) > failures);
    }

    /** The byte is on the former connection, which ends unread when the new one says of which link it is. */
    @Test
    void wakesAnAgentWhosePeerConnectsAgainAfterAWake() {
        for (int round = 0; round < REPLACEMENTS; round++) {
            BlockingQueue<String> wakes = new LinkedBlockingQueue<>();

            whileAgentIsBusy(
                    () -> {
                        alarm.watch(() -> wakes.add("woken"));
                        alarm.arm();
                    },
                    () -> {
                        connect().ring();
                        connect();
                    });

            assertThat(TestPort.take(wakes)).as("round %d", round).isEqualTo("woken");
        }
    }

    /** Has the greeting and the wake on the connection before the agent can accept it, and lets a step fail then. */
    private void ringWhile(Want want, int step, Runnable fallAsleep) {
        whileAgentIsBusy(fallAsleep, () -> {
            connect().ring();
            loop().failAt(want, step);
        });
    }

    private Bell connect() {
        Bell bell = new Bell(publisher.loop(), Runnable::run, wakeSocket, ShmTestBed.self(), linkId);
        on(publisher, bell::connect);
        on(publisher, () -> {}); // it is connected
        return bell;
    }

    private void whileAgentIsBusy(Runnable fallAsleep, Runnable task) {
        CountDownLatch isDone = new CountDownLatch(1);
        CompletableFuture<Boolean> isAsleep = new CompletableFuture<>();
        sleeper.loop().execute(() -> {
            fallAsleep.run();
            isAsleep.complete(true);
            awaitUninterruptibly(isDone);
        });
        assertThat(TestPort.await(isAsleep)).isTrue();
        task.run();
        isDone.countDown();
    }

    /** Takes what has woken the sleeper before. */
    private void drain(Selector selector) throws IOException {
        on(sleeper, () -> {});
        while (selector.selectNow(key -> ((Runnable) key.attachment()).run()) > 0) {
            alarm.arm(); // reads them
            alarm.disarm();
            on(sleeper, () -> {});
        }
    }

    private static void on(TestPort side, Runnable task) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        side.loop().execute(() -> {
            task.run();
            done.complete(true);
        });
        assertThat(TestPort.await(done)).isTrue();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void requireSelected(Selector selector, int step) throws IOException {
        long startNs = System.nanoTime();
        int ready = selector.select(key -> ((Runnable) key.attachment()).run(), PATIENCE_MS);
        boolean isWoken = ready > 0 || System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
        assertThat(isWoken).as("step %d", step).isTrue();
    }
}
