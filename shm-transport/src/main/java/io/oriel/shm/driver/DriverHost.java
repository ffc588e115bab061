// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.directory.ProcessHome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A media driver that runs on its own, for processes whose driver mode is EXTERNAL. They find it by the same directory. */
public final class DriverHost implements AutoCloseable {
    private static final long CHECK_PERIOD_NS = Duration.ofSeconds(1).toNanos();

    private final SelectorLoop loop;
    private final ProcessHome home;
    // Guarded by this: the one that processes join now, and before it those whose files were removed.
    private final Deque<HostedDriver> drivers = new ArrayDeque<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ControlLoop.Timer directoryCheck;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private DriverHost(SelectorLoop loop, ProcessHome home) {
        this.loop = loop;
        this.home = home;
        drivers.add(host());
        directoryCheck = loop.checkPeriodically(CHECK_PERIOD_NS, this::restore);
    }

    private HostedDriver host() {
        return new DriverSearch(home).host(reason -> end.countDown());
    }

    /** Starts another driver if nobody can join the last one any more. Threading: worker. */
    private synchronized void restore() {
        if (isClosed.get()) {
            return;
        }
        boolean wasLost = home.restore();
        if (drivers.getLast().isLost()) {
            drivers.forEach(HostedDriver::restore);
            drivers.add(host());
        }
        if (wasLost) {
            throw new NdException(NdStatus.DEVICE_NOT_READY, home.removal());
        }
    }

    private synchronized void closeDrivers() {
        drivers.forEach(HostedDriver::close);
        home.close();
    }

    /**
     * Starts the media driver. Blocks.
     *
     * @param config  directory, and lengths of logs
     * @param onError hears of the driver's failures
     * @return the running driver, to be closed by the caller
     * @throws NdException SHARING_VIOLATION if another process runs it already; INSUFFICIENT_RESOURCES
     */
    public static DriverHost start(OrielConfig config, Consumer<Throwable> onError) {
        SelectorLoop loop = SelectorLoop.start(onError);
        try {
            return loop.callBlocking(() -> start(config, loop));
        } catch (RuntimeException | Error e) {
            loop.close();
            throw e;
        }
    }

    private static DriverHost start(OrielConfig config, SelectorLoop loop) {
        ProcessHome home = ProcessHome.open(config, loop);
        try {
            return new DriverHost(loop, home);
        } catch (RuntimeException | Error e) {
            home.close();
            throw e;
        }
    }

    /**
     * Runs the media driver until the process is told to end: the body of {@code bin/oriel driver}.
     *
     * @param config  directory, and lengths of logs
     * @param onError hears of the driver's failures
     * @param onReady gets Oriel's directory when processes can join
     * @throws NdException as {@link #start}
     * @throws InterruptedException if the thread is interrupted; the driver has been ended then
     */
    public static void run(OrielConfig config, Consumer<Throwable> onError, Consumer<Path> onReady)
            throws InterruptedException {
        DriverHost host = start(config, onError);
        Thread onExit = new Thread(host::close, "oriel-driver-exit");
        Runtime.getRuntime().addShutdownHook(onExit);
        try (host) {
            onReady.accept(host.home.base().path());
            host.await();
        }
    }

    /**
     * Waits until the driver has ended.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void await() throws InterruptedException {
        end.await();
    }

    /** Ends the driver and removes its files. Blocks; idempotent. */
    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            directoryCheck.cancel();
            loop.runBlocking(this::closeDrivers);
            loop.close();
            end.countDown();
        }
    }
}
