// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.ErrorCode;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.ConfigurationException;
import io.aeron.exceptions.ControlProtocolException;
import io.aeron.exceptions.StorageSpaceException;
import io.oriel.api.NdException;
import io.oriel.api.config.DriverConfig;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.agrona.concurrent.status.CountersReader;

/** How every media driver in this process is set up, whoever moves it, and how it is started. */
public final class DriverSetup {
    private static final Duration UNBLOCK_TIMEOUT = HostClock.PATIENCE.multipliedBy(2);
    private static final Duration TIMER_INTERVAL = Duration.ofMillis(100);
    private static final Duration LINGER = Duration.ofMillis(100);
    private static final int MIN_COUNTERS_LENGTH = 1024 * 1024;
    private static final long OTHER_FILES_LENGTH = 8L * 1024 * 1024;
    // Of both ends of a link, Aeron's own of both logs, and those of one more adapter and its client.
    private static final int COUNTERS_PER_LINK =
            2 * LinkCounter.values().length + 6 + AdapterCounter.values().length + 1;
    // Aeron's own, and those of the first adapter.
    private static final int OTHER_COUNTERS = 128;
    /** What Aeron, which has no code for it, says when there are no more counters. */
    private static final String NO_COUNTERS = "unable to allocate counter";

    private static final Set<ErrorCode> UNKNOWN =
            Set.of(ErrorCode.UNKNOWN_PUBLICATION, ErrorCode.UNKNOWN_SUBSCRIPTION, ErrorCode.UNKNOWN_COUNTER);
    private static final int PAGE_LENGTH = 4096;
    /** In which Aeron puts the logs of its clients. */
    private static final String PUBLICATIONS = "publications";

    private static final String IMAGES = "images";

    private static final String LOG_SUFFIX = ".logbuffer";

    private DriverSetup() {}

    /**
     * Tells whether a driver refused something because it has no more counters.
     *
     * @param refusal its message
     * @return true if it carries as many links as was configured
     */
    public static boolean isFull(String refusal) {
        return refusal.contains(NO_COUNTERS);
    }

    /**
     * Starts a driver. Blocks.
     *
     * @param directory where its files go; not there yet
     * @param process   whose directory that is in
     * @param config    lengths of its logs
     * @param onError   hears of its failures, on the thread that moves it
     * @param threading says which thread that is
     * @return the driver
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room for its files; NOT_SUPPORTED if a system property of
     *     Aeron's keeps it from starting
     */
    static MediaDriver launch(
            Path directory,
            ProcessDirectory process,
            DriverConfig config,
            Consumer<Throwable> onError,
            Consumer<MediaDriver.Context> threading) {
        try {
            requireRoom(process.path(), filesLength(config));
            MediaDriver.Context context = context(directory, config, onError);
            threading.accept(context);
            return settled(DriverStart.launch(context), directory, process);
        } catch (NdException e) {
            process.removeDriver(directory);
            throw e;
        } catch (ConfigurationException e) {
            process.removeDriver(directory);
            throw AeronSettings.refused("the media driver does not accept its settings", e);
        } catch (Exception | InternalError | OutOfMemoryError e) {
            process.removeDriver(directory);
            throw SystemFailure.exception("the media driver cannot start in " + process.path(), process.path(), e);
        }
    }

    /** Closes it to others: nobody knows where it is before. */
    private static MediaDriver settled(MediaDriver driver, Path directory, ProcessDirectory process)
            throws IOException {
        try {
            AeronSettings.keepTimeout(driver, HostClock.PATIENCE);
            process.setRightsOfDriver(directory);
            return driver;
        } catch (IOException | RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    /**
     * Tells where a driver has put a log.
     *
     * @param directory      of the driver
     * @param registrationId of the log
     * @return a path
     */
    public static Path log(Path directory, long registrationId) {
        return directory.resolve(PUBLICATIONS).resolve(registrationId + LOG_SUFFIX);
    }

    /** Makes the directories again in which a driver that runs makes its logs. Blocks. */
    static void restore(Path directory) {
        try {
            for (Path each : List.of(directory, directory.resolve(PUBLICATIONS), directory.resolve(IMAGES))) {
                if (Files.notExists(each, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectory(each, FileChecks.DIRECTORY_MODE);
                }
            }
        } catch (IOException e) {
            throw SystemFailure.exception(
                    "the media driver's directory " + directory + " cannot be made", directory, e);
        }
    }

    // Aeron maps its files before they have space: on a full file system that is no exception, but a fault.
    private static void requireRoom(Path path, long needed) throws IOException {
        long free = Files.getFileStore(path).getUsableSpace();
        if (free < needed) {
            throw new IOException("No space left on device: its files need " + needed + " bytes");
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

    private static MediaDriver.Context context(Path directory, DriverConfig config, Consumer<Throwable> onError) {
        MediaDriver.Context context = AeronSettings.driver()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnShutdown(true)
                .epochClock(HostClock.INSTANCE)
                .errorHandler(error -> report(error, onError))
                .terminationHook(() -> {});
        sizes(context, config);
        timeouts(context);
        return context;
    }

    private static void sizes(MediaDriver.Context context, DriverConfig config) {
        context.ipcTermBufferLength(config.termLength())
                .ipcMtuLength(config.mtuLength())
                .termBufferSparseFile(false)
                // It would write to standard output.
                .lowStorageWarningThreshold(0)
                .counterValuesBufferLength(countersLength(config));
    }

    private static void timeouts(MediaDriver.Context context) {
        context.timerIntervalNs(TIMER_INTERVAL.toNanos())
                .clientLivenessTimeoutNs(HostClock.PATIENCE.toNanos())
                .publicationUnblockTimeoutNs(UNBLOCK_TIMEOUT.toNanos())
                .publicationLingerTimeoutNs(LINGER.toNanos())
                // Many links that come and go would else use up the counters.
                .counterFreeToReuseTimeoutNs(LINGER.toNanos())
                .driverTimeoutMs(HostClock.PATIENCE.toMillis());
    }

    // No failure of the driver, of which whoever asked is told: a full file system, more links than configured. Nor is
    // it one that what was not made cannot be taken back.
    private static void report(Throwable error, Consumer<Throwable> onError) {
        boolean isTold = error instanceof StorageSpaceException
                || isFull(String.valueOf(error.getMessage()))
                || (error instanceof ControlProtocolException e && UNKNOWN.contains(e.errorCode()));
        if (!isTold) {
            onError.accept(error);
        }
    }
}
