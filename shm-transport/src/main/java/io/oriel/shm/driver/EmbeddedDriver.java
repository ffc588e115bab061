// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.StorageSpaceException;
import io.aeron.status.HeartbeatTimestamp;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.DriverConfig;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.agrona.concurrent.status.CountersReader;

/** A media driver in this process, on one thread of its own that is parked while nothing moves. */
final class EmbeddedDriver implements AutoCloseable {
    /** Until a pause is taken for a death: never, for sockets tell of deaths. */
    static final Duration AERON_PATIENCE = Duration.ofHours(1);

    private static final Duration UNBLOCK_TIMEOUT = AERON_PATIENCE.multipliedBy(2);
    private static final Duration TIMER_INTERVAL = Duration.ofMillis(100);
    private static final Duration LINGER = Duration.ofMillis(100);
    private static final Duration MAX_PARK = Duration.ofMillis(50);
    private static final int COUNTERS_LENGTH = 1024 * 1024;
    private static final long FILES_LENGTH = 13L * 1024 * 1024;
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
        driver = MediaDriver.launch(context(config, onError, onDeath));
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
            requireRoom(process.path());
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
    private static void requireRoom(Path path) throws IOException {
        long free = Files.getFileStore(path).getUsableSpace();
        if (free < FILES_LENGTH) {
            throw new IOException("it needs " + FILES_LENGTH + " bytes for its files, " + free + " are free");
        }
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
                .counterValuesBufferLength(COUNTERS_LENGTH);
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

    // A full file system is no failure of the driver: whoever asked for a log is told.
    private static void report(Throwable error, Consumer<Throwable> onError) {
        if (!(error instanceof StorageSpaceException)) {
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
}
