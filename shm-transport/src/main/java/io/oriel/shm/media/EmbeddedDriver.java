// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.NdException;
import io.oriel.api.config.DriverConfig;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** A media driver in this process for others too, on one thread of its own that is parked while nothing moves. */
public final class EmbeddedDriver implements AutoCloseable {
    private static final Duration MAX_PARK = Duration.ofMillis(50);

    private final ProcessDirectory process;
    private final Path directory;
    private final ParkingIdleStrategy idleStrategy = new ParkingIdleStrategy(MAX_PARK);
    private final MediaDriver driver;
    private final DriverClients clients;
    private volatile boolean isClosing;

    private EmbeddedDriver(
            ProcessDirectory process, DriverConfig config, Consumer<Throwable> onError, Runnable onDeath) {
        this.process = process;
        directory = process.path().resolve(RandomNames.next("h-"));
        driver = DriverSetup.launch(
                directory,
                process,
                config,
                onError,
                context -> context.threadingMode(ThreadingMode.SHARED)
                        .sharedIdleStrategy(idleStrategy)
                        .sharedThreadFactory(task -> driverThread(task, onDeath)));
        clients = new DriverClients(driver);
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
    public static EmbeddedDriver launch(
            ProcessDirectory process, DriverConfig config, Consumer<Throwable> onError, Runnable onDeath) {
        return new EmbeddedDriver(process, config, onError, onDeath);
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

    /**
     * Returns where the driver's files are.
     *
     * @return an absolute path
     */
    public Path directory() {
        return directory;
    }

    /** Makes the driver's directories again if they were removed: later logs go there. Blocks; on a worker. */
    public void restore() {
        if (!isClosing) {
            DriverSetup.restore(directory);
        }
    }

    /** Has the driver look for work soon. From any thread; cheap. */
    public void kick() {
        idleStrategy.wake();
    }

    /**
     * Makes the driver forget a client that has died, with its publications and subscriptions. From any thread; nothing happens
     * if the driver does not know the client.
     *
     * @param clientId of the dead
     */
    public void expire(long clientId) {
        clients.expire(clientId);
        kick();
    }

    /** Ends the driver, and removes its files. Blocks; on a worker. */
    @Override
    public void close() {
        isClosing = true;
        clients.close();
        kick();
        driver.close();
        process.removeDriver(directory);
    }
}
