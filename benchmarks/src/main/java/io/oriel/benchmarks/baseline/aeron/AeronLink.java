// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.oriel.benchmarks.baseline.PrivateDirectory;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.jspecify.annotations.Nullable;

/** One side's Aeron client with a publication to the other side and the image of what comes back. */
final class AeronLink implements AutoCloseable {
    private static final int FORWARD_STREAM = 1001;
    private static final int BACKWARD_STREAM = 1002;
    private static final long SETUP_LIMIT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final @Nullable PrivateDirectory directory;
    private final @Nullable PrivateDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final Image image;

    private AeronLink(
            @Nullable PrivateDirectory directory,
            @Nullable PrivateDriver driver,
            Path path,
            int outStream,
            int inStream) {
        this.directory = directory;
        this.driver = driver;
        aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(path.toString())
                .preTouchMappedMemory(true)
                .awaitingIdleStrategy(YieldingIdleStrategy.INSTANCE)
                .errorHandler(PrivateDriver::report)
                .subscriberErrorHandler(PrivateDriver::report));
        // Lengths are the driver's.
        Subscription subscription = aeron.addSubscription(CommonContext.IPC_CHANNEL, inStream);
        publication = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, outStream);
        await("the other side's subscription", () -> publication.availableWindow() > 0);
        await("the other side's publication", () -> subscription.imageCount() == 1);
        image = subscription.imageAtIndex(0);
    }

    /** Starts a driver, tells the other side where it is, and meets it there. */
    static AeronLink create(int termLength, ControlChannel channel) {
        PrivateDirectory directory = new PrivateDirectory();
        @Nullable PrivateDriver driver = null;
        try {
            Path path = directory.path().resolve("aeron");
            driver = new PrivateDriver(path, termLength);
            channel.send("driver " + path);
            return new AeronLink(directory, driver, path, FORWARD_STREAM, BACKWARD_STREAM);
        } catch (RuntimeException e) {
            CloseHelper.quietCloseAll(driver, directory);
            throw e;
        }
    }

    /** Meets the other side at its driver. */
    static AeronLink join(ControlChannel channel) {
        return new AeronLink(null, null, Path.of(channel.expect("driver")), BACKWARD_STREAM, FORWARD_STREAM);
    }

    ExclusivePublication publication() {
        return publication;
    }

    Image image() {
        return image;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(aeron, driver, directory);
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + SETUP_LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new BenchmarkException("raw Aeron: " + what + " has not appeared for "
                        + TimeUnit.NANOSECONDS.toSeconds(SETUP_LIMIT_NS) + " s");
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
