// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Transport;
import io.oriel.testing.resource.FailingLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Meetings at each step of which a thread, memory or the kernel's room for a watch is wanting once. */
@Timeout(60)
final class ShmMeetingFailureTest {
    private static final Duration HANDSHAKE = Duration.ofSeconds(1);
    private static final int MOST_STEPS = 100;

    private final ShmTestBed bed =
            new ShmTestBed(config -> config.withTimeouts(config.timeouts().withHandshake(HANDSHAKE)));
    private final AtomicReference<FailingLoop> loop = new AtomicReference<>();
    private final Transport failing = bed.open(bed.config(), real -> {
        FailingLoop made = new FailingLoop(real);
        loop.set(made);
        return made;
    });
    private final Transport sound = bed.open();

    private FailingLoop loop() {
        return Objects.requireNonNull(loop.get());
    }

    @AfterEach
    void closeBed() {
        loop().heal();
        bed.close(failing);
        assertThat(bed.errors()).allMatch(OutOfMemoryError.class::isInstance); // as injected
        bed.errors().clear();
        bed.close();
    }

    @ParameterizedTest
    @CsvSource({
        "THREAD, true, 1",
        "THREAD, false, 1", // after the socket's own, which looks whose process it is
        "TASK, true, 1",
        "TASK, false, 1",
        "TIMER, true, 1",
        "TIMER, false, 1",
    })
    void endsEveryMeetingInAnAnswerAndGivesEverythingBack(FailingLoop.Want want, boolean isDialler, int firstStep) {
        boolean isOver = false;
        for (int step = firstStep; !isOver; step++) {
            assertThat(step).isLessThan(MOST_STEPS);
            TestPort dialler = bed.openPort(isDialler ? failing : sound);
            TestPort listener = bed.openPort(isDialler ? sound : failing);
            InetSocketAddress address = listener.listen().address();
            int failures = loop().failures(want);

            loop().failAt(want, step);
            NdStatus answer = answerOf(dialler.beginDial(address));
            loop().heal();

            isOver = loop().failures(want) == failures;
            if (isOver) {
                assertThat(answer).isEqualTo(NdStatus.SUCCESS);
            }
            assertThat(answerOf(dialler.beginDial(address))).as("step %d", step).isEqualTo(NdStatus.SUCCESS);
            dialler.port().close();
            listener.port().close();
            Eventually.becomes(this::filesOfPorts, List.of());
        }
    }

    @Test
    void refusesADiallerForWhomThereIsNoThread() {
        TestPort dialler = bed.openPort(sound);
        TestPort listener = bed.openPort(failing);
        InetSocketAddress address = listener.listen().address();

        loop().failAt(FailingLoop.Want.THREAD, 2); // the first one looks who it is

        assertThat(answerOf(dialler.beginDial(address))).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
    }

    @Test
    void tellsADialForWhichThereIsNoThread() {
        TestPort dialler = bed.openPort(failing);
        TestPort listener = bed.openPort(sound);
        InetSocketAddress address = listener.listen().address();
        for (int step = 1; step <= 2; step++) {
            loop().failAt(FailingLoop.Want.THREAD, step);

            assertThat(answerOf(dialler.beginDial(address))).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"THREAD", "TASK"})
    void closesAPortThoughSomethingIsWantingForAWhile(FailingLoop.Want want) {
        TestPort dialler = bed.openPort(failing);
        TestPort listener = bed.openPort(sound);
        TestPort.TestLink link = dialler.dial(listener.listen().address());
        listener.nextOpened();

        loop().fail(want, 1, 10);
        link.close();
        dialler.port().close();

        listener.port().close();
        Eventually.becomes(this::filesOfPorts, List.of());
        assertThat(loop().failures(want)).isGreaterThan(1);
    }

    @Test
    void answersADialForWhichThereIsNoTaskOnce() {
        TestPort dialler = bed.openPort(failing);
        TestPort listener = bed.openPort(sound);
        InetSocketAddress address = listener.listen().address();
        BlockingQueue<NdStatus> answers = new LinkedBlockingQueue<>();
        CompletableFuture<Boolean> isLater = new CompletableFuture<>();

        loop().failAt(FailingLoop.Want.TASK, 1);
        dialler.loop()
                .execute(() -> dialler.port().dial(address, new DialHandler() {
                    @Override
                    public void dialled(Link link) {
                        answers.add(NdStatus.SUCCESS);
                    }

                    @Override
                    public void failed(NdStatus status, String reason) {
                        answers.add(status);
                    }
                }));
        assertThat(TestPort.take(answers)).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);

        dialler.loop().schedule(2 * HANDSHAKE.toNanos(), () -> isLater.complete(true));
        assertThat(TestPort.await(isLater)).isTrue();
        assertThat(answers).isEmpty();
    }

    private static NdStatus answerOf(CompletableFuture<Link> dial) {
        try {
            dial.get(TestPort.PATIENCE_SECONDS, TimeUnit.SECONDS);
            return NdStatus.SUCCESS;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NdException failure) {
                return failure.status();
            }
            throw new AssertionError(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("the dial was never answered", e);
        }
    }

    /** Words, links, regions and wake sockets of adapters, and logs. */
    private List<String> filesOfPorts() {
        return bed.files().stream()
                .filter(name -> name.matches("[^/]*/[wlrk]-[^/]*") || name.endsWith(".logbuffer"))
                .toList();
    }
}
