// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.baseline.PrivateDirectory;
import io.oriel.benchmarks.scenario.ControlChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.jspecify.annotations.Nullable;

/** A link over shared memory, at the driver of the side that has created it. */
final class IpcLink implements AeronLink {
    private static final int FORWARD_STREAM = 1001;
    private static final int BACKWARD_STREAM = 1002;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int COUNTERS_LENGTH = 1 << 20;

    private final @Nullable PrivateDirectory directory;
    private final @Nullable MediaDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final Image image;

    private IpcLink(
            @Nullable PrivateDirectory directory,
            @Nullable MediaDriver driver,
            Path path,
            int outStream,
            int inStream) {
        this.directory = directory;
        this.driver = driver;
        aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(path.toString())
                .preTouchMappedMemory(true)
                .awaitingIdleStrategy(YieldingIdleStrategy.INSTANCE)
                .errorHandler(AeronLink::report)
                .subscriberErrorHandler(AeronLink::report));
        // Lengths are the driver's.
        Subscription subscription = aeron.addSubscription(CommonContext.IPC_CHANNEL, inStream);
        publication = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, outStream);
        AeronLink.await("the other side's subscription", () -> publication.availableWindow() > 0, IpcLink::pause);
        AeronLink.await("the other side's publication", () -> subscription.imageCount() == 1, IpcLink::pause);
        image = subscription.imageAtIndex(0);
    }

    /** Starts a driver, tells the other side where it is, and meets it there. */
    static IpcLink create(int termLength, ControlChannel channel) {
        PrivateDirectory directory = new PrivateDirectory();
        @Nullable MediaDriver driver = null;
        try {
            Path path = directory.path().resolve("aeron");
            driver = driver(path, termLength);
            channel.send("driver " + path);
            return new IpcLink(directory, driver, path, FORWARD_STREAM, BACKWARD_STREAM);
        } catch (RuntimeException e) {
            CloseHelper.quietCloseAll(driver, directory);
            throw e;
        }
    }

    /** Meets the other side at its driver. */
    static IpcLink join(ControlChannel channel) {
        return new IpcLink(null, null, Path.of(channel.expect("driver")), BACKWARD_STREAM, FORWARD_STREAM);
    }

    @Override
    public ExclusivePublication publication() {
        return publication;
    }

    @Override
    public Image image() {
        return image;
    }

    /** The driver has a thread of its own. */
    @Override
    public void drive() {}

    @Override
    public void close() {
        CloseHelper.quietCloseAll(aeron, driver, directory);
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NS);
    }

    /** A driver with one thread that parks, so that it leaves the processors to the two sides. */
    static MediaDriver driver(Path directory, int termLength) {
        DriverConfig oriel = OrielConfig.fromSystemProperties().driver();
        DriverConfig config = termLength == 0 ? oriel : oriel.withTermLength(termLength);
        return MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new BackoffIdleStrategy(1, 1, MIN_PARK_NS, MAX_PARK_NS))
                .asyncExecutorEnabled(false)
                .ipcTermBufferLength(config.termLength())
                .ipcMtuLength(config.mtuLength())
                .termBufferSparseFile(false)
                // It would write to standard output.
                .lowStorageWarningThreshold(0)
                .counterValuesBufferLength(COUNTERS_LENGTH)
                .errorHandler(AeronLink::report));
    }
}
