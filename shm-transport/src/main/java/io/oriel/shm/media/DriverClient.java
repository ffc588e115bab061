// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.jspecify.annotations.Nullable;

/** A client of a media driver: with a thread that is parked while nothing comes, or turned by whoever waits for the driver. */
public final class DriverClient implements AutoCloseable {
    private static final Duration MAX_PARK = Duration.ofMillis(100);
    /** Aeron's client looks for the driver's heartbeat only this often: Oriel hears of its end in other ways. */
    private static final Duration KEEP_ALIVE = HostClock.PATIENCE.dividedBy(2);

    private static final Duration CLOSE_LINGER = Duration.ofSeconds(10);
    private static final int MAX_TURNS = 64;

    private final Aeron aeron;
    // One of the two is there.
    private final @Nullable ParkingIdleStrategy idleStrategy;
    private final @Nullable AgentTurns turns;

    private DriverClient(Aeron aeron, @Nullable ParkingIdleStrategy idleStrategy) {
        this.aeron = aeron;
        this.idleStrategy = idleStrategy;
        turns = idleStrategy != null
                ? null
                : new AgentTurns(
                        aeron.conductorAgentInvoker(),
                        aeron.conductorAgentInvoker().agent(),
                        aeron.context().errorHandler());
    }

    /**
     * Connects a client that has a thread. Blocks until the driver answers; an interrupt ends that.
     *
     * @param directory of the driver
     * @param onError   hears of failures
     * @param onEnded   is called when the client has ended
     * @return the client
     */
    public static DriverClient connect(Path directory, Consumer<Throwable> onError, Runnable onEnded) {
        ParkingIdleStrategy idleStrategy = new ParkingIdleStrategy(MAX_PARK);
        ConnectingClock clock = new ConnectingClock(System.nanoTime() + HostClock.PATIENCE.toNanos());
        Aeron.Context context = context(directory, onError)
                .epochClock(clock)
                .idleStrategy(idleStrategy)
                .threadFactory(task -> newThread(task, clock))
                .closeHandler(onEnded);
        return new DriverClient(Aeron.connect(context), idleStrategy);
    }

    /**
     * Connects a client without a thread. Blocks.
     *
     * @param directory  of the driver
     * @param onError    hears of failures, on the thread that turns
     * @param onEnded    is called when the client has ended
     * @param deadlineNs until when the driver's files must be there
     * @return the client
     */
    public static DriverClient connectTurned(
            Path directory, Consumer<Throwable> onError, Runnable onEnded, long deadlineNs) {
        ConnectingClock clock = new ConnectingClock(deadlineNs);
        Aeron.Context context = context(directory, onError)
                .epochClock(clock)
                .useConductorAgentInvoker(true)
                .closeHandler(onEnded);
        Aeron aeron = Aeron.connect(context);
        begin(aeron.conductorAgentInvoker().agent(), clock);
        return new DriverClient(aeron, null);
    }

    private static Aeron.Context context(Path directory, Consumer<Throwable> onError) {
        return AeronSettings.client()
                .aeronDirectoryName(directory.toString())
                .driverTimeoutMs(HostClock.PATIENCE.toMillis())
                .keepAliveIntervalNs(KEEP_ALIVE.toNanos())
                .closeLingerDurationNs(CLOSE_LINGER.toNanos())
                .preTouchMappedMemory(true)
                .errorHandler(onError::accept)
                // What a frame's handler throws is for its caller.
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE);
    }

    /** The client is connected, and has not begun to work. */
    private static void begin(Agent conductor, ConnectingClock clock) {
        AeronSettings.keepTimeouts(conductor, HostClock.PATIENCE, HostClock.PATIENCE);
        clock.end();
    }

    private static Thread newThread(Runnable task, ConnectingClock clock) {
        begin(((AgentRunner) task).agent(), clock);
        Thread thread = new Thread(task, "oriel-driver-client");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Returns the client itself.
     *
     * @return for the control plane; its calls may block
     */
    public Aeron aeron() {
        return aeron;
    }

    /** Looks for what the driver has answered, or has the client's thread do so soon. From any thread that may block. */
    public void hurry() {
        if (idleStrategy != null) {
            idleStrategy.wake();
        } else {
            turn();
        }
    }

    private synchronized void turn() {
        AgentTurns own = turns;
        int left = MAX_TURNS;
        while (own != null && left > 0 && own.take() > 0) {
            left--;
        }
    }

    /** Leaves the driver, and unmaps its logs at once: nobody may touch them any more. Blocks; on a worker. */
    @Override
    public void close() {
        aeron.context().closeLingerDurationNs(0);
        if (idleStrategy != null) {
            idleStrategy.wake();
        }
        closeNow();
    }

    private synchronized void closeNow() {
        aeron.close();
    }
}
