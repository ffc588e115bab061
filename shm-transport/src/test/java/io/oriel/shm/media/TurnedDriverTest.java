// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.CncFileDescriptor;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.oriel.api.config.DriverConfig;
import io.oriel.shm.Eventually;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.testing.resource.Directories;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A driver without a thread, with a client that writes and one that reads. */
@Timeout(60)
final class TurnedDriverTest {
    private static final String CHANNEL = "aeron:ipc";
    private static final int STREAM_ID = 7;

    private final Path path = ShmTestBed.freshDirectory();
    private final ProcessDirectory process = ProcessDirectory.create(BaseDirectory.open(path));
    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
    private final TurnedDriver driver =
            TurnedDriver.launch(process, DriverConfig.defaults(), events::add, () -> events.add("death"));
    private final DriverClient writer = connect();
    private final DriverClient reader = connect();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[1024]);

    @AfterEach
    void close() {
        reader.close();
        writer.close();
        driver.close();
        process.close();
        Directories.delete(path);
        assertThat(events).isEmpty();
    }

    private DriverClient connect() {
        return connectTo(driver);
    }

    private DriverClient connectTo(TurnedDriver to) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        return DriverClient.connectTurned(to.directory(), events::add, () -> {}, deadlineNs);
    }

    @Test
    void leavesTheLimitOfALogToItsWriterWhoExecutesNoCommands() {
        ExclusivePublication log = addLog();
        Image image = join();
        PublisherLimit limit = takeLimit(log);
        writer.aeron().asyncAddExclusivePublication(CHANNEL, STREAM_ID + 1);
        for (int round = 0; round < 100; round++) {
            fill(log);
            assertThat(limit.advance(log.position()))
                    .as("round %d, unread", round)
                    .isFalse();
            read(image);

            assertThat(limit.advance(log.position()))
                    .as("round %d, read", round)
                    .isTrue();

            assertThat(isTaken(log)).as("round %d", round).isTrue();
        }
        assertThat(driver.logs()).isOne();

        fill(log);
        read(image);
        long least = log.positionLimit();
        driver.hurry();

        assertThat(driver.logs()).isEqualTo(2);
        assertThat(log.positionLimit()).isEqualTo(least);
        assertThat(limit.advance(log.position())).isTrue();
    }

    @Test
    void takesNoLimitOfALogThatNobodyReads() {
        ExclusivePublication log = addLog();

        assertThatThrownBy(() -> takeLimit(log))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one reader, had 0");
    }

    @Test
    void letsAWriterWhoseReaderHasLeftGoNoFurther() {
        ExclusivePublication log = addLog();
        Image image = join();
        PublisherLimit limit = takeLimit(log);
        fill(log);
        read(image);
        image.subscription().close();
        driver.hurry();

        assertThat(limit.advance(log.position())).isFalse();
        assertThat(isTaken(log)).isFalse();
    }

    private PublisherLimit takeLimit(ExclusivePublication log) {
        return driver.takeLimit(log, writer.aeron().countersReader().valuesBuffer());
    }

    private void fill(ExclusivePublication log) {
        while (isTaken(log)) {
            // and on
        }
    }

    private static void read(Image image) {
        while (image.poll((buffer, offset, length, header) -> {}, 64) > 0) {
            // and on
        }
    }

    /** A term that has ended is another cause than a want of room. */
    private boolean isTaken(ExclusivePublication log) {
        boolean isTaken = log.offer(message) > 0;
        return isTaken || log.offer(message) > 0;
    }

    @Test
    void runsNoMoreCyclesInACallThanItsBoundThoughAnotherThreadHasMoreCommands() throws InterruptedException {
        int commands = 2_000;
        AtomicInteger mine = new AtomicInteger();
        Thread self = Thread.currentThread();
        TurnedDriver other = TurnedDriver.launch(
                process,
                DriverConfig.defaults(),
                error -> mine.addAndGet(Thread.currentThread() == self ? 1 : 0),
                () -> events.add("death"));
        try (DriverClient client = connectTo(other)) {
            Thread busy = new Thread(() -> {
                for (int count = 0; count < commands; count++) {
                    client.aeron().asyncAddSubscription("aeron:nonsense", STREAM_ID);
                    other.hurry();
                }
            });
            busy.start();
            while (busy.isAlive()) {
                int before = mine.get();
                other.hurry();
                assertThat(mine.get() - before).isLessThanOrEqualTo(TurnedDriver.MAX_CYCLES);
            }
            busy.join();
        }
        other.close();
    }

    @Test
    void doesNothingUntilItIsTurned() {
        long id = writer.aeron().asyncAddExclusivePublication(CHANNEL, STREAM_ID);

        writer.hurry();
        assertThat(writer.aeron().getExclusivePublication(id)).isNull();
        assertThat(driver.logs()).isZero();

        driver.hurry();
        writer.hurry();
        assertThat(writer.aeron().getExclusivePublication(id)).isNotNull();
        assertThat(driver.logs()).isOne();
    }

    @Test
    void forgetsAReaderThatIsExpiredAndThenTheLogThatItHadNotReadToTheEnd() {
        ExclusivePublication log = addLog();
        join();
        assertThat(log.offer(message)).isPositive();
        log.close();

        driver.expire(reader.aeron().clientId());

        Eventually.becomes(
                () -> {
                    driver.hurry();
                    return driver.logs();
                },
                0);
        assertThat(writer.aeron().isClosed()).isFalse();
    }

    @Test
    void skipsACommandWhoseWriterWasKilledAmidWritingIt() {
        MappedByteBuffer file =
                IoUtil.mapExistingFile(driver.directory().resolve("cnc.dat").toFile(), "commands");
        try {
            UnsafeBuffer metaData = CncFileDescriptor.createMetaDataBuffer(file);
            UnsafeBuffer buffer = CncFileDescriptor.createToDriverBuffer(file, metaData);
            assertThat(new ManyToOneRingBuffer(buffer).tryClaim(1, 64)).isPositive(); // and never commits

            writer.aeron().asyncAddExclusivePublication(CHANNEL, STREAM_ID);
            while (driver.logs() == 0) {
                driver.hurry();
                Thread.onSpinWait();
            }

            assertThat(driver.logs()).isEqualTo(1);
            assertThat(events).isEmpty();
        } finally {
            IoUtil.unmap(file);
        }
    }

    @Test
    void isTurnedOnThoughWhoShouldHearOfItsFailureFails() {
        OutOfMemoryError failure = new OutOfMemoryError("injected by a test");
        TurnedDriver other = TurnedDriver.launch(
                process,
                DriverConfig.defaults(),
                error -> {
                    throw failure;
                },
                () -> events.add("death"));
        try (DriverClient client = connectTo(other)) {
            client.aeron().asyncAddSubscription("aeron:nonsense", STREAM_ID);
            assertThatThrownBy(other::hurry).isSameAs(failure);

            client.aeron().asyncAddExclusivePublication(CHANNEL, STREAM_ID);
            other.hurry();

            assertThat(other.logs()).isOne();
        }
        other.close();
    }

    @Test
    void isTurnedByOneOfManyThreadsAtATimeAndByNobodyOnceItIsClosed() throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int index = 0; index < threads.length; index++) {
            threads[index] = new Thread(() -> {
                for (int turn = 0; turn < 2_000; turn++) {
                    driver.hurry();
                }
            });
            threads[index].start();
        }
        ExclusivePublication log = addLog();
        assertThat(log.isClosed()).isFalse();
        for (Thread thread : threads) {
            thread.join();
        }

        driver.close();
        driver.hurry();
        driver.expire(1);

        assertThat(driver.logs()).isZero();
        assertThat(driver.directory()).doesNotExist();
    }

    private ExclusivePublication addLog() {
        long id = writer.aeron().asyncAddExclusivePublication(CHANNEL, STREAM_ID);
        return await(() -> writer.aeron().getExclusivePublication(id));
    }

    private Image join() {
        long id = reader.aeron().asyncAddSubscription(CHANNEL, STREAM_ID);
        Subscription subscription = await(() -> reader.aeron().getSubscription(id));
        return await(() -> subscription.hasNoImages() ? null : subscription.imageAtIndex(0));
    }

    private <T> T await(Supplier<@Nullable T> condition) {
        @Nullable T result = condition.get();
        while (result == null) {
            driver.hurry();
            writer.hurry();
            reader.hurry();
            result = condition.get();
        }
        return result;
    }
}
