// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.shm.directory.ProcessHome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A process' use of one media driver, until it leaves or the driver ends. After such an end it is of no more use, but may
 * not be closed before the last who touches its logs has gone.
 */
public final class DriverSession implements AutoCloseable {
    private static final Duration MAX_PARK = Duration.ofMillis(100);
    // Aeron's client looks for the driver's heartbeat only this often: the socket tells sooner, and the client would
    // unmap logs under a thread that polls them.
    private static final Duration KEEP_ALIVE = Duration.ofMinutes(20);
    private static final Duration CLOSE_LINGER = Duration.ofSeconds(10);

    private final Driver driver;
    private final String driverName;
    private final DriverDeath death;
    private final Aeron aeron;
    private final ParkingIdleStrategy clientIdleStrategy;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private DriverSession(
            Driver driver, String driverName, DriverDeath death, Aeron aeron, ParkingIdleStrategy clientIdleStrategy) {
        this.driver = driver;
        this.driverName = driverName;
        this.death = death;
        this.aeron = aeron;
        this.clientIdleStrategy = clientIdleStrategy;
    }

    /**
     * Finds or starts the driver, and becomes its client. Blocks; on a worker.
     *
     * @param home of this process
     * @return the session, to be closed by the caller
     * @throws NdException DEVICE_NOT_READY, INSUFFICIENT_RESOURCES
     */
    public static DriverSession open(ProcessHome home) {
        DriverDeath death = new DriverDeath();
        Driver driver = new DriverElection(home).elect(death);
        try {
            ParkingIdleStrategy idleStrategy = new ParkingIdleStrategy(MAX_PARK);
            Aeron.Context context = context(home, driver.directory(), idleStrategy, death);
            Aeron aeron = death.interruptible(() -> Aeron.connect(context));
            driver.introduce(aeron.clientId());
            return new DriverSession(
                    driver, DriverName.of(home.base(), driver.directory()), death, aeron, idleStrategy);
        } catch (NdException | Error e) {
            driver.close();
            throw e;
        } catch (RuntimeException e) {
            driver.close();
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY,
                    "the media driver in " + driver.directory() + " cannot be joined: " + e.getMessage(),
                    e);
        }
    }

    private static Aeron.Context context(
            ProcessHome home, Path directory, ParkingIdleStrategy idleStrategy, DriverDeath death) {
        return new Aeron.Context()
                .aeronDirectoryName(directory.toString())
                .epochClock(HostClock.INSTANCE)
                .driverTimeoutMs(EmbeddedDriver.AERON_PATIENCE.toMillis())
                .keepAliveIntervalNs(KEEP_ALIVE.toNanos())
                .closeLingerDurationNs(CLOSE_LINGER.toNanos())
                .preTouchMappedMemory(true)
                .idleStrategy(idleStrategy)
                .threadFactory(DriverSession::clientThread)
                .errorHandler(error -> report(home, death, error))
                // What a frame's handler throws is for its caller.
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .closeHandler(() -> death.accept("the media driver's client in this process has ended"));
    }

    private static Thread clientThread(Runnable task) {
        Thread thread = new Thread(task, "oriel-driver-client");
        thread.setDaemon(true);
        return thread;
    }

    // To the agent's error handler, which is the provider's.
    private static void report(ProcessHome home, DriverDeath death, Throwable error) {
        if (death.hasOccurred()) {
            return;
        }
        try {
            home.loop().execute(() -> {
                throw new IllegalStateException("the media driver's client reports: " + error, error);
            });
        } catch (RejectedExecutionException e) {
            // The provider is closed: nobody listens any more.
            assert e != null;
        }
    }

    /**
     * Returns the driver's name, which is the same in all its processes.
     *
     * @return its directory, below Oriel's
     */
    public String driverName() {
        return driverName;
    }

    /**
     * Tells whether the driver refused something because it has no more counters.
     *
     * @param refusal its message
     * @return true if it carries as many links as its host has configured
     */
    public static boolean isFull(String refusal) {
        return refusal.contains(EmbeddedDriver.NO_COUNTERS);
    }

    /**
     * Returns the driver's client.
     *
     * @return for the control plane; its calls may block
     */
    public Aeron aeron() {
        return aeron;
    }

    /** Has the driver look for work soon. From any thread; neither allocates nor blocks. */
    public void kick() {
        driver.kick();
    }

    /** Has the driver and this process' client look for work soon. From any thread. */
    public void hurry() {
        driver.kick();
        clientIdleStrategy.wake();
    }

    /**
     * Tells whether the driver has ended.
     *
     * @return true if the session is of no more use
     */
    public boolean isDead() {
        return death.hasOccurred();
    }

    /**
     * Calls a listener when the driver ends by itself, or at once if it has.
     *
     * @param listener gets the reason, in one sentence, on any thread
     */
    public void onDeath(Consumer<String> listener) {
        death.then(listener);
    }

    /** Leaves the driver; ends it, if this process runs it. Nobody may touch its logs any more. Blocks; idempotent. */
    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            // Whoever would still look for the end has left already.
            death.ignore();
            aeron.context().closeLingerDurationNs(0);
            clientIdleStrategy.wake();
            aeron.close();
            driver.close();
        }
    }
}
