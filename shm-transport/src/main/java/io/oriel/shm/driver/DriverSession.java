// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.Aeron;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.media.DriverClient;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A process' use of one media driver, until it leaves or the driver ends. After such an end it is of no more use, but may
 * not be closed before the last who touches its logs has gone.
 */
public final class DriverSession implements AutoCloseable {
    private final Driver driver;
    private final String driverName;
    private final DriverDeath death;
    private final DriverClient client;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private DriverSession(Driver driver, String driverName, DriverDeath death, DriverClient client) {
        this.driver = driver;
        this.driverName = driverName;
        this.death = death;
        this.client = client;
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
            DriverClient client = death.interruptible(() -> DriverClient.connect(
                    driver.directory(),
                    error -> report(home, death, error),
                    () -> death.accept("the media driver's client in this process has ended")));
            driver.introduce(client.aeron().clientId());
            return new DriverSession(driver, DriverName.of(home.base(), driver.directory()), death, client);
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
     * Returns the driver's client.
     *
     * @return for the control plane; its calls may block
     */
    public Aeron aeron() {
        return client.aeron();
    }

    /** Has the driver look for work soon. From any thread; neither allocates nor blocks. */
    public void kick() {
        driver.kick();
    }

    /** Has the driver and this process' client look for work soon. From any thread. */
    public void hurry() {
        driver.kick();
        client.hurry();
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
            client.close();
            driver.close();
        }
    }
}
