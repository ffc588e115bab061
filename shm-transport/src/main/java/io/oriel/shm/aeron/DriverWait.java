// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.shm.driver.DriverSession;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A worker's wait for what the driver makes: it ends when the driver does, and in time. */
final class DriverWait {
    private static final long POLL_PERIOD_NS = Duration.ofNanos(100_000).toNanos();

    private final DriverSession session;
    private final Runnable hurry;
    private final long startNs = System.nanoTime();
    private final long deadlineNs;
    private volatile boolean isCanceled;

    /**
     * Plans waits.
     *
     * @param session    with the driver
     * @param hurry      has everybody do their work who is waited for
     * @param deadlineNs until when
     */
    DriverWait(DriverSession session, Runnable hurry, long deadlineNs) {
        this.session = session;
        this.hurry = hurry;
        this.deadlineNs = deadlineNs;
    }

    /**
     * Waits.
     *
     * @param what      is waited for, in a few words
     * @param condition looked at again and again, until it returns something
     * @return what it returned
     * @throws NdException DEVICE_REMOVED if the driver ended; CONNECTION_ABORTED after {@link #cancel}; IO_TIMEOUT, or
     *     INSUFFICIENT_RESOURCES if this process met a shortage meanwhile
     */
    <T> T until(String what, Supplier<@Nullable T> condition) {
        while (true) {
            hurry.run();
            @Nullable T result = condition.get();
            if (result != null) {
                return result;
            }
            if (session.isDead()) {
                throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver ended before " + what);
            }
            if (isCanceled) {
                throw new NdException(NdStatus.CONNECTION_ABORTED, "the peer ended before " + what);
            }
            if (System.nanoTime() - deadlineNs > 0) {
                @Nullable String shortage = session.shortageSince(startNs);
                throw new NdException(
                        shortage == null ? NdStatus.IO_TIMEOUT : NdStatus.INSUFFICIENT_RESOURCES,
                        "the time for the media driver was over before " + what
                                + (shortage == null ? "" : ": " + shortage));
            }
            LockSupport.parkNanos(POLL_PERIOD_NS);
        }
    }

    /** Ends a wait that goes on. From any thread. */
    void cancel() {
        isCanceled = true;
    }
}
