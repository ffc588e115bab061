// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Shortages of the operating system that a medium meets where no call waits for the result, as when a media driver maps a log.
 * The agent's error handler is given one of a kind, not each; a wait that is over then ends with the cause instead of a timeout.
 *
 * <p>Threading: any thread.
 */
public final class Shortages {
    private static final long QUIET_NS = Duration.ofSeconds(10).toNanos();

    private final ControlLoop loop;
    private final AtomicReference<@Nullable Noted> last = new AtomicReference<>();

    private record Noted(SystemFailure failure, long ns, long reportedNs) {}

    /**
     * Creates a medium's.
     *
     * @param loop whose error handler is given the shortages
     */
    public Shortages(ControlLoop loop) {
        this.loop = loop;
    }

    /**
     * Notes a failure, if it is one of a shortage.
     *
     * @param who   met it, as in "the media driver"
     * @param error as thrown
     * @return false if it is another failure
     */
    public boolean note(String who, Throwable error) {
        SystemFailure failure = SystemFailure.of(error);
        if (!failure.isShortage()) {
            return false;
        }
        long nowNs = System.nanoTime();
        @Nullable Noted before = last.get();
        if (before != null && before.failure.kind() == failure.kind() && nowNs - before.reportedNs < QUIET_NS) {
            last.set(new Noted(failure, nowNs, before.reportedNs));
        } else if (last.compareAndSet(before, new Noted(failure, nowNs, nowNs))) {
            report(who + " cannot work: " + failure.reason());
        }
        return true;
    }

    private void report(String text) {
        try {
            loop.executeSurely(() -> {
                throw new NdException(NdStatus.INSUFFICIENT_RESOURCES, text);
            });
        } catch (RejectedExecutionException e) {
            // The provider is closed: no error handler is left.
        }
    }

    /**
     * Returns the cause of a wait that took too long.
     *
     * @param startNs when it began, of {@link System#nanoTime}
     * @return cause and remedy of the last shortage since then; null if there was none
     */
    public @Nullable String since(long startNs) {
        @Nullable Noted noted = last.get();
        return noted != null && noted.ns - startNs >= 0 ? noted.failure.reason() : null;
    }
}
