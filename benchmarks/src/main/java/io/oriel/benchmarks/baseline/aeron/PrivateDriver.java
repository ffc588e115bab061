// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.OrielConfig;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;

/**
 * A media driver for the reference alone: one thread that parks, as the one that Oriel embeds, so that it leaves the
 * processors to the two sides.
 */
final class PrivateDriver implements AutoCloseable {
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int COUNTERS_LENGTH = 1 << 20;

    private final MediaDriver driver;

    PrivateDriver(Path directory, int termLength) {
        DriverConfig oriel = OrielConfig.fromSystemProperties().driver();
        DriverConfig config = termLength == 0 ? oriel : oriel.withTermLength(termLength);
        driver = MediaDriver.launch(new MediaDriver.Context()
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

    @Override
    public void close() {
        driver.close();
    }
}
