// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.ErrorCode;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.ControlProtocolException;
import io.aeron.exceptions.StorageSpaceException;
import io.aeron.status.HeartbeatTimestamp;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.DriverConfig;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.CloseHelper;
import org.agrona.concurrent.status.CountersReader;
import org.agrona.nio.TransportPoller;

/** A media driver in this process, on one thread of its own that is parked while nothing moves. */
final class EmbeddedDriver implements AutoCloseable {
    /** Until a pause is taken for a death: never, for sockets tell of deaths. */
    static final Duration AERON_PATIENCE = Duration.ofHours(1);

    private static final Duration UNBLOCK_TIMEOUT = AERON_PATIENCE.multipliedBy(2);
    private static final Duration TIMER_INTERVAL = Duration.ofMillis(100);
    private static final Duration LINGER = Duration.ofMillis(100);
    private static final Duration MAX_PARK = Duration.ofMillis(50);
    private static final int MIN_COUNTERS_LENGTH = 1024 * 1024;
    private static final long OTHER_FILES_LENGTH = 8L * 1024 * 1024;
    // Of both ends of a link, Aeron's own of both logs, and those of one more adapter and its client.
    private static final int COUNTERS_PER_LINK =
            2 * LinkCounter.values().length + 6 + AdapterCounter.values().length + 1;
    // Aeron's own, and those of the first adapter.
    private static final int OTHER_COUNTERS = 128;
    /** What Aeron, which has no code for it, says when there are no more counters. */
    static final String NO_COUNTERS = "unable to allocate counter";

    private static final Set<ErrorCode> UNKNOWN =
            Set.of(ErrorCode.UNKNOWN_PUBLICATION, ErrorCode.UNKNOWN_SUBSCRIPTION, ErrorCode.UNKNOWN_COUNTER);
    private static final int PAGE_LENGTH = 4096;
    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private final ProcessDirectory process;
    private final Path directory;
    private final ParkingIdleStrategy idleStrategy = new ParkingIdleStrategy(MAX_PARK);
    private final MediaDriver driver;
    private final CountersReader counters;
    // The driver's memory is unmapped when it closes.
    private final Object lock = new Object();
    private volatile boolean isClosing;

    private EmbeddedDriver(
            ProcessDirectory process,
            Path directory,
            DriverConfig config,
            Consumer<Throwable> onError,
            Runnable onDeath) {
        this.process = process;
        this.directory = directory;
        driver = Start.launch(context(config, onError, onDeath));
        counters = new CountersReader(
                driver.context().countersMetaDataBuffer(), driver.context().countersValuesBuffer());
    }

    /**
     * Starts a driver. Blocks.
     *
     * @param process whose directory its files go to
     * @param config  lengths of its logs
     * @param onError hears of its failures, on its thread
     * @param onDeath is called if its thread ends by itself, on that thread
     * @return the running driver
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room for its files
     */
    static EmbeddedDriver launch(
            ProcessDirectory process, DriverConfig config, Consumer<Throwable> onError, Runnable onDeath) {
        Path directory = process.path().resolve(RandomNames.next("d-"));
        try {
            requireRoom(process.path(), filesLength(config));
            return new EmbeddedDriver(process, directory, config, onError, onDeath);
        } catch (Exception | InternalError | OutOfMemoryError e) {
            process.removeDriver(directory);
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the media driver cannot start in " + process.path() + ": " + e.getMessage()
                            + "; free memory there, or choose another directory with the property"
                            + " oriel.sharedMemory.directory",
                    e);
        }
    }

    // Aeron maps its files before they have memory: on a full file system that is no exception, but a fault.
    private static void requireRoom(Path path, long needed) throws IOException {
        long free = Files.getFileStore(path).getUsableSpace();
        if (free < needed) {
            throw new IOException("it needs " + needed + " bytes for its files, " + free + " are free");
        }
    }

    private static int countersLength(DriverConfig config) {
        int counters = OTHER_COUNTERS + config.links() * COUNTERS_PER_LINK;
        return Math.max(MIN_COUNTERS_LENGTH, BitUtil.align(counters * CountersReader.COUNTER_LENGTH, PAGE_LENGTH));
    }

    /** Returns what the driver's files take: each counter has a value, a key and a label. */
    private static long filesLength(DriverConfig config) {
        long perValue = CountersReader.COUNTER_LENGTH + CountersReader.METADATA_LENGTH;
        return OTHER_FILES_LENGTH + countersLength(config) / CountersReader.COUNTER_LENGTH * perValue;
    }

    private MediaDriver.Context context(DriverConfig config, Consumer<Throwable> onError, Runnable onDeath) {
        MediaDriver.Context context = new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnStart(false)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idleStrategy)
                .sharedThreadFactory(task -> driverThread(task, onDeath))
                .asyncExecutorEnabled(false)
                .epochClock(HostClock.INSTANCE)
                .errorHandler(error -> report(error, onError))
                .terminationHook(() -> {})
                .terminationValidator((directory, token, offset, length) -> false);
        sizes(context, config);
        timeouts(context);
        return context;
    }

    private static void sizes(MediaDriver.Context context, DriverConfig config) {
        context.ipcTermBufferLength(config.termLength())
                .ipcMtuLength(config.mtuLength())
                .termBufferSparseFile(false)
                .performStorageChecks(true)
                // It would write to standard output.
                .lowStorageWarningThreshold(0)
                .counterValuesBufferLength(countersLength(config));
    }

    private static void timeouts(MediaDriver.Context context) {
        context.timerIntervalNs(TIMER_INTERVAL.toNanos())
                .clientLivenessTimeoutNs(AERON_PATIENCE.toNanos())
                .publicationUnblockTimeoutNs(UNBLOCK_TIMEOUT.toNanos())
                .publicationLingerTimeoutNs(LINGER.toNanos())
                // Many links that come and go would else use up the counters.
                .counterFreeToReuseTimeoutNs(LINGER.toNanos())
                .driverTimeoutMs(AERON_PATIENCE.toMillis());
    }

    private Thread driverThread(Runnable task, Runnable onDeath) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } finally {
                        if (!isClosing) {
                            onDeath.run();
                        }
                    }
                },
                "oriel-driver");
        thread.setDaemon(true);
        return thread;
    }

    // No failure of the driver, of which whoever asked is told: a full file system, more links than configured. Nor is
    // it
    // one that what was not made cannot be taken back.
    private static void report(Throwable error, Consumer<Throwable> onError) {
        boolean isTold = error instanceof StorageSpaceException
                || DriverSession.isFull(String.valueOf(error.getMessage()))
                || (error instanceof ControlProtocolException e && UNKNOWN.contains(e.errorCode()));
        if (!isTold) {
            onError.accept(error);
        }
    }

    /**
     * Returns where the driver's files are.
     *
     * @return an absolute path
     */
    Path directory() {
        return directory;
    }

    /** Has the driver look for work soon. From any thread; cheap. */
    void kick() {
        idleStrategy.wake();
    }

    /**
     * Makes the driver forget a client that has died, with its publications and subscriptions: sets the client's last
     * sign of life long back. From any thread; nothing happens if the driver does not know the client.
     *
     * @param clientId of the dead
     */
    void expire(long clientId) {
        synchronized (lock) {
            if (isClosing) {
                return;
            }
            int counterId = HeartbeatTimestamp.findCounterIdByRegistrationId(
                    counters, HeartbeatTimestamp.HEARTBEAT_TYPE_ID, clientId);
            if (counterId != CountersReader.NULL_COUNTER_ID) {
                driver.context()
                        .countersValuesBuffer()
                        .putLongRelease(CountersReader.counterOffset(counterId), LONG_AGO);
            }
        }
        kick();
    }

    /** Ends the driver, and removes its files. Blocks; on a worker. */
    @Override
    public void close() {
        synchronized (lock) {
            isClosing = true;
        }
        kick();
        driver.close();
        process.removeDriver(directory);
    }

    /** Starts a media driver of which nothing stays open if it cannot start: Aeron would keep its selectors. */
    private static final class Start {
        private static final String[] POLLERS = {"controlTransportPoller", "dataTransportPoller"};
        /** More direct memory than two pollers take. */
        private static final int POLLERS_LENGTH = 160 * 1024;

        private Start() {}

        static MediaDriver launch(MediaDriver.Context context) {
            requireMemory();
            try {
                return MediaDriver.launch(context);
            } catch (Throwable e) {
                CloseHelper.quietClose(context::close);
                for (String poller : POLLERS) {
                    close(context, poller, e);
                }
                throw e;
            }
        }

        /** A poller that finds no memory has opened its selector, which nobody can close any more. */
        private static void requireMemory() {
            BufferUtil.free(ByteBuffer.allocateDirect(POLLERS_LENGTH));
        }

        /** Aeron shows them to its own package alone. */
        private static void close(MediaDriver.Context context, String poller, Throwable cause) {
            try {
                Method getter = MediaDriver.Context.class.getDeclaredMethod(poller);
                getter.setAccessible(true);
                if (getter.invoke(context) instanceof TransportPoller opened) {
                    opened.close();
                }
            } catch (ReflectiveOperationException | RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }
}
